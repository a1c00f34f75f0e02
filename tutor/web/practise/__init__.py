"""The pages on which a learner is asked: practice, review, what was answered."""
