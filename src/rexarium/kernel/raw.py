"""Copying a state field by field.

Not compiled: the compiled core takes `raw.pxd`, where the same thing is one memcpy.
"""

from typing import Any


def copy_body(target: Any, source: Any, start: int, size: int) -> None:
    """Copy every field below the base class; start and size are the C body's and mean nothing here."""
    for name in target.FIELDS:
        value = getattr(source, name)
        setattr(target, name, list(value) if isinstance(value, list) else value)
