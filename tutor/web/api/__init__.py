"""The HTTP API at `/api/v1`: what the commands give as JSON, for anybody and without a token."""
