"""The practice table."""
