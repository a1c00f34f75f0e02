"""What leaves the pages: files, prints, diagrams, a replay in a frame."""
