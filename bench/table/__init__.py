"""The table under load: how many moves a second are durable and shown, and what survives when the server is killed."""
