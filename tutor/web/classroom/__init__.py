"""The pages of a class: its members, assignments and results, and the content that teachers write."""
