"""The pages of an account: logging in, sessions, settings, your data."""
