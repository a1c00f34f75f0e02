"""Tests of what browsers keep, and of the answers that they send later."""
