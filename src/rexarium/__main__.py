"""`python -m rexarium` is the command `rexarium`."""

from rexarium.cli.main import main

main()
