"""What was answered, and what was played."""
