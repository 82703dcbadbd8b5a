"""Writes the contract's two files."""

from tools.contract.files import write

if __name__ == "__main__":
    write()
