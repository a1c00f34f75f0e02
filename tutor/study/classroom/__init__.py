"""Classes, assignments, homework and what teachers write."""
