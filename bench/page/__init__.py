"""Measurements and pictures of the page in a real browser."""
