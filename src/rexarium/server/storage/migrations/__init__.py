"""The schema's revisions, each one step from the one before; `storage/migrate.py` runs them."""
