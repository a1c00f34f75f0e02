"""Practice tables: deals played under a code, by a learner and by players who see no more than they may."""
