"""Questions: put, marked, and explained."""
