"""Love All: a tutor for whist and bridge made from five old books."""

__version__ = "0.1.0"
