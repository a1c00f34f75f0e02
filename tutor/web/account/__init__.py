"""The pages of an account: logging in, sessions, preferences, what is kept of somebody."""
