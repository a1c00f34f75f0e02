"""Hands drawn as SVG and PNG."""
