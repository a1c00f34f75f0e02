"""Pages that a browser keeps, and shows without a connection."""
