"""The key of Cælebs’s book."""

from __future__ import annotations

KEY = "caelebs"
