"""Content: hands and rules from YAML, every fault found, checked values out."""
