"""The key of Hoffmann’s book."""

from __future__ import annotations

KEY = "hoffmann"
