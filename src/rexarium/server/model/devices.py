"""Devices: how a person tells theirs apart, without anything by which one could be used or recognised elsewhere."""

import hashlib

# A browser is called by the first of these that its User-Agent contains: most also name those that they are made from.
BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Vivaldi/", "Vivaldi"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Macintosh", "macOS"),
    ("Linux", "Linux"),
)


def describe(agent: str) -> tuple[str, str]:
    """A browser and its system, by their User-Agent; no word for one that we do not know."""
    browser = next((name for mark, name in BROWSERS if mark in agent), "")
    system = next((name for mark, name in SYSTEMS if mark in agent), "")
    return browser, system


def public_id(digest: bytes) -> str:
    """What a device is called over HTTP: from this nobody finds its key, nor the fingerprint of that."""
    return hashlib.sha256(b"device " + digest).hexdigest()[:24]
