"""What the tutor comes with is read once for all the tests of a process: nothing in it ever changes.

To be imported before anything that takes `load` from its module.
"""

from functools import cache

from tutor.library import catalogue

catalogue.load = cache(catalogue.load)
