"""The log as lines of JSON: what happened and where, but nothing that anybody typed."""

import errno
import json
import logging
import traceback
from collections import Counter
from pathlib import Path
from typing import Any

from rexarium.server.limits import Limit

SAME_LINES = (20, 1 / 60)  # equal log lines: at once, then per second
_RESERVED = set(vars(logging.makeLogRecord({}))) | {"message", "color_message"}


class RateLimitFilter(logging.Filter):
    """Logs a repeated event a few times, then once a minute with the number left out.

    Reporting a full disk must not fill it further, and clients must not be able to flood the log.
    """

    def __init__(self) -> None:
        super().__init__()
        self._limit = Limit(*SAME_LINES)
        self._left_out: Counter[str] = Counter()

    def filter(self, record: logging.LogRecord) -> bool:
        """True for a line that has not come too often; the next one that is written says how many were left out."""
        kind = str(record.msg)
        if self._limit.try_take(kind):
            if left_out := self._left_out.pop(kind, 0):
                record.left_out = left_out
            return True
        self._left_out[kind] += 1
        return False


class JsonFormatter(logging.Formatter):
    """A log line as JSON: what happened and where, but nothing that anybody typed."""

    def format(self, record: logging.LogRecord) -> str:
        """The line for a record."""
        what = record.getMessage().partition("\n")[0]
        line: dict[str, Any] = {
            "at": self.formatTime(record),
            "level": record.levelname.lower(),
            "what": what,
        }
        line |= {key: value for key, value in vars(record).items() if key not in _RESERVED}
        if record.exc_info and record.exc_info[1]:
            line["trace"] = _trace(record.exc_info[1])
        return json.dumps(line, ensure_ascii=True, default=str)


def _trace(error: BaseException) -> list[str]:
    """The type of an error and where it happened; its message is left out because it may contain a card or a key."""
    frames = traceback.extract_tb(error.__traceback__)
    earlier = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    places = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames]
    return [*(_trace(earlier) if earlier else ()), _kind(error), *places]


def _kind(error: BaseException) -> str:
    """The name of an error; a full disk, for example, has one of its own."""
    name = getattr(error, "sqlite_errorname", None) or errno.errorcode.get(getattr(error, "errno", None) or 0)
    return f"{type(error).__name__} {name}" if name else type(error).__name__


def configure_logging(path: Path | None = None) -> None:
    """Log to standard error, or to a file."""
    handler = logging.StreamHandler() if path is None else logging.FileHandler(path)
    handler.setFormatter(JsonFormatter())
    handler.addFilter(RateLimitFilter())
    for name in ("rexarium", "uvicorn.error", "asyncio"):
        logger = logging.getLogger(name)
        logger.handlers[:] = [handler]
        logger.setLevel(logging.WARNING)
        logger.propagate = False
