"""The pages of a class: who is of it, what is set, what came of it; and what teachers write."""
