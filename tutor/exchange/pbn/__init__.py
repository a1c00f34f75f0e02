"""Portable Bridge Notation 2.1, read and written."""
