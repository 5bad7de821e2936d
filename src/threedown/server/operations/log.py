"""The server's log on stderr: one line per event, in JSON unless stderr is a terminal.

It never contains secrets. Messages of libraries (uvicorn, asyncio) are logged without their arguments, and exceptions
by type and line only: a text that comes from elsewhere may contain a card or a token.
"""

import logging
import sys
import time
from collections.abc import Callable
from types import TracebackType
from typing import Any

import structlog
from structlog.typing import EventDict, Processor

OWN = "threedown"
log: structlog.stdlib.BoundLogger = structlog.get_logger(OWN)
REPEAT_SECONDS = 60
"""Seconds until a library's message may be repeated."""


def begin(verbose: bool) -> None:
    """Set up logging: warnings and errors, and with ``verbose`` also ordinary events."""
    shared: list[Processor] = [
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        without_message,
    ]
    structlog.configure(
        [structlog.stdlib.filter_by_level, *shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        wrapper_class=structlog.stdlib.BoundLogger,
        logger_factory=structlog.stdlib.LoggerFactory(),
    )
    is_terminal = sys.stderr.isatty()
    renderer = structlog.dev.ConsoleRenderer() if is_terminal else structlog.processors.JSONRenderer(ensure_ascii=False)
    handler = logging.StreamHandler()
    handler.addFilter(WithoutRepeats())
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer],
            foreign_pre_chain=[without_arguments, *shared],
            use_get_message=False,
        )
    )
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("uvicorn").setLevel(logging.ERROR)  # malformed requests must not fill the log
    logging.getLogger(OWN).setLevel(logging.INFO if verbose else logging.WARNING)


class WithoutRepeats(logging.Filter):
    """Passes one and the same message of a library once a minute: asyncio repeats some thousands of times a second."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._passed_at: dict[tuple[str, str], float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Return True for our own messages, and for a library's that did not pass within the last minute."""
        key, now = (record.name, str(record.msg).partition("\n")[0]), self._clock()
        if record.name == OWN or now - self._passed_at.get(key, -REPEAT_SECONDS) >= REPEAT_SECONDS:
            self._passed_at[key] = now
            return True
        return False


def without_arguments(_: Any, __: str, event: EventDict) -> EventDict:
    """Reduce a library's log message to its first line, without its arguments."""
    record: logging.LogRecord = event["_record"]
    event["event"] = str(record.msg).partition("\n")[0]
    event.pop("positional_args", None)
    event["by"] = record.name
    return event


def without_message(_: Any, __: str, event: EventDict) -> EventDict:
    """Reduce an exception to its type and the line that raised it, without its message."""
    error = event.pop("exc_info", None)
    if isinstance(error, tuple):
        error = error[1]
    if error is True:
        error = sys.exc_info()[1]
    if isinstance(error, BaseException):
        event["error"] = f"{type(error).__name__} at {source_line(error.__traceback__)}"
    return event


def source_line(traceback: TracebackType | None) -> str:
    """Return the file and line where an exception was raised."""
    if traceback is None:
        return "?"
    while traceback.tb_next is not None:
        traceback = traceback.tb_next
    file = traceback.tb_frame.f_code.co_filename
    return f"{file.rpartition('/')[2]}:{traceback.tb_lineno}"
