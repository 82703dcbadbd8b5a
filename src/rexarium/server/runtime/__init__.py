"""Tables at work: everything that waits, writes and sends."""
