"""The table as data: what may happen at it, decided and folded without clock, chance or machine."""
