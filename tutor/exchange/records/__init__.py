"""What the commands print with `--json` and the HTTP API answers: a model for each, and what fills it."""
