"""The tests. What the tutor comes with is read once for all those of a process: nothing in it ever changes."""

from functools import cache

from tutor.library import catalogue

catalogue.load = cache(catalogue.load)
