"""Links as QR codes."""

import io
from functools import lru_cache

import segno

PICTURES = 200  # kept: each takes some milliseconds to draw


@lru_cache(PICTURES)
def draw(link: str) -> str:
    """A link as a picture that a camera can read."""
    picture = io.BytesIO()
    segno.make(link, error="m").save(
        picture, kind="svg", xmldecl=False, scale=4, svgclass=None, lineclass=None
    )
    return picture.getvalue().decode()
