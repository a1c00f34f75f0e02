"""The kinds of exercise: each is a module that makes and marks its questions."""
