"""Exports: files, prints, diagrams, and a replay in a frame."""
