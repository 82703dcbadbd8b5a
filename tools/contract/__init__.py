"""The contract with clients: docs/protocol.md for people and web/src/protocol.ts for the page.

Nothing in it is written by hand. Messages, fields, limits and endpoints are read from the server's types, and their
descriptions from the docstrings and comments there. The example is a short game that is really played.
"""

COMMAND = "./rex python -m tools.contract"
