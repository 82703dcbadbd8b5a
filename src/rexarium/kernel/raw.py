"""Low-level work on a state: copying it field by field, and putting methods into its class.

Not compiled: the compiled core takes `raw.pxd`, where copying is one memcpy and a class is changed by force.
"""

from typing import Any

IS_COMPILED = False


def copy_body(target: Any, source: Any, start: int, size: int) -> None:
    """Copy every field below the base class; start and size belong to the C version and mean nothing here."""
    for name in target.FIELDS:
        value = getattr(source, name)
        setattr(target, name, list(value) if isinstance(value, list) else value)


def put_method(kind: type, name: str, method: Any) -> None:
    """Replace a class's method of that name."""
    setattr(kind, name, method)
