"""The steps from each form of the database to the next; `storage/migration.py` takes them."""
