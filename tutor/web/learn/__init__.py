"""The pages on which a learner reads and replays: the first page, courses and lessons, games."""
