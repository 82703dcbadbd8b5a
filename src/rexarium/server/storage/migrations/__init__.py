"""The steps from each form of the database to the next; `storage/migrate.py` takes them."""
