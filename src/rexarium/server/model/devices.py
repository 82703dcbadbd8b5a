"""How people tell their devices apart, without revealing anything that would let others use or track one."""

import hashlib

# The first match names the browser. Order matters: most User-Agents also name the browsers that theirs derives from.
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
    """The browser and operating system that a User-Agent names; an empty string for either if it is unknown."""
    browser = next((name for mark, name in BROWSERS if mark in agent), "")
    system = next((name for mark, name in SYSTEMS if mark in agent), "")
    return browser, system


def public_id(digest: bytes) -> str:
    """A device's id in the HTTP API, from which neither its key nor the key's fingerprint can be recovered."""
    return hashlib.sha256(b"device " + digest).hexdigest()[:24]
