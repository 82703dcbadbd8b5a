"""The page, measured and pictured in a real browser."""
