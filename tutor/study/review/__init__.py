"""What is remembered, and when it is asked again."""
