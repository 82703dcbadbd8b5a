"""The table: people and bots at one match, over a wire, with a log that nothing is lost from."""
