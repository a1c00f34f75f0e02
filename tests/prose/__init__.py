"""Every sentence that the product says in its own voice: where it stands, and where it is not plain English.

`python -m tests.prose` lists the faults and ends with 1 if there are any; see `--help` for the counts, the inventory
and the comparison with an earlier commit.
"""
