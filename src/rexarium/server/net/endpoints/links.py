"""Addresses as pictures for a camera."""

import io
from functools import lru_cache

import segno

PICTURES = 200  # of addresses, that are kept: each takes some milliseconds to draw


@lru_cache(PICTURES)
def draw(link: str) -> str:
    """An address as a picture for a camera."""
    picture = io.BytesIO()
    segno.make(link, error="m").save(
        picture, kind="svg", xmldecl=False, scale=4, svgclass=None, lineclass=None
    )
    return picture.getvalue().decode()
