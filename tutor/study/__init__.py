"""What a learner has done: answers and places, in a database of the user’s own."""
