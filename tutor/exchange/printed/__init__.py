"""What is set for paper and for books: lessons, drills, games."""
