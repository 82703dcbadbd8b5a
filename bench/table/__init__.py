"""The server under load: how many moves a second are durable and shown, and what survives when it is killed."""
