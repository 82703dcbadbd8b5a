"""Where visitors come from: whoever shares a network shares its limits."""

import hashlib
import hmac
import os
import secrets
from ipaddress import IPv6Address, IPv6Network, ip_address
from pathlib import Path

PREFIX = (
    64  # bits of an IPv6 address that name a network: within it one machine has as many addresses as it likes
)
SECRET_BYTES = 32


def network_of(address: str) -> str:
    """The network of an address: an IPv4 address itself, also where it is written as IPv6; the /64 of an IPv6 address.

    What is no address, though our own proxy says it, is one network too: it opens nobody a door of their own.
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
    """What is written down of a network: it tells one from another, and without the secret nobody knows which it is."""
    return hmac.digest(secret, network.encode(), hashlib.sha256)[:16].hex() if network else ""


def read_secret(path: Path | None) -> bytes:
    """The secret of this machine, made when it is first needed. It stays out of the store and its backups."""
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
