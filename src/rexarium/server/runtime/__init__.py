"""Tables at work: everything that waits, writes or sends."""
