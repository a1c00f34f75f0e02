"""What the tutor stands, with figures: `python -m tests.robustness`, in short form within the tests."""
