"""Commands for a terminal and for scripts."""
