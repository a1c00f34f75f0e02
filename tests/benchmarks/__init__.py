"""How fast it is, told by `make benchmarks`; never timed in continuous integration."""
