"""The networks that visitors come from; everyone in a network shares its limits."""

import hashlib
import hmac
import os
import secrets
from ipaddress import IPv6Address, IPv6Network, ip_address
from pathlib import Path

PREFIX = 64  # bits of an IPv6 address that make a network: one machine can use every address in it
SECRET_BYTES = 32


def network_of(address: str) -> str:
    """The network of an address: an IPv4 address itself, even when written as IPv6, or the /64 of an IPv6 address.

    Whatever our proxy passes on that is not an address counts as one network, so that it cannot escape the limits.
    """
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return "nowhere"
    if not isinstance(found, IPv6Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(IPv6Network((found, PREFIX), strict=False))


def disguise(network: str, secret: bytes) -> str:
    """A network as it is stored: distinguishable from others, but not identifiable without the secret."""
    return hmac.digest(secret, network.encode(), hashlib.sha256)[:16].hex() if network else ""


def read_secret(path: Path | None) -> bytes:
    """This machine's secret, created when first needed. It is kept out of the store and its backups."""
    if path is None:
        return secrets.token_bytes(SECRET_BYTES)
    try:
        found = path.read_bytes()
    except FileNotFoundError:
        found = b""
    if len(found) == SECRET_BYTES:
        return found
    made = secrets.token_bytes(SECRET_BYTES)
    part = path.with_name(f"{path.name}.{os.getpid()}")
    with open(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        file.write(made)
    part.replace(path)
    return made
