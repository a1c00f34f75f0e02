"""The kinds of exercise: each a module, which says what it asks, how it is made, and how it is marked."""
