"""What a server tells who looks after it, on stderr: a line an event, in JSON where nobody watches.

Nothing secret is ever given to it. What others log (uvicorn, asyncio) is told without its arguments, and an exception
by its kind and place: a text that somebody else has made may have a card in it, or a token.
"""

import logging
import sys
from types import TracebackType
from typing import Any

import structlog
from structlog.typing import EventDict, Processor

log: structlog.stdlib.BoundLogger = structlog.get_logger("threedown")


def begin(verbose: bool) -> None:
    """From now on events are told; with ``verbose`` those too that are as they should be."""
    shared: list[Processor] = [
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        by_kind_and_place,
    ]
    structlog.configure(
        [structlog.stdlib.filter_by_level, *shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        wrapper_class=structlog.stdlib.BoundLogger,
        logger_factory=structlog.stdlib.LoggerFactory(),
    )
    watched = sys.stderr.isatty()
    last = structlog.dev.ConsoleRenderer() if watched else structlog.processors.JSONRenderer(ensure_ascii=False)
    handler = logging.StreamHandler()
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, last],
            foreign_pre_chain=[without_arguments, *shared],
            use_get_message=False,
        )
    )
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("uvicorn").setLevel(logging.ERROR)  # who sends nonsense shall not fill the log
    logging.getLogger("threedown").setLevel(logging.INFO if verbose else logging.WARNING)


def without_arguments(_: Any, __: str, event: EventDict) -> EventDict:
    """What others say, without what they say it of."""
    record: logging.LogRecord = event["_record"]
    event["event"] = str(record.msg).partition("\n")[0]
    event.pop("positional_args", None)
    event["by"] = record.name
    return event


def by_kind_and_place(_: Any, __: str, event: EventDict) -> EventDict:
    """An exception as its kind and the line where it was raised, without its text."""
    error = event.pop("exc_info", None)
    if isinstance(error, tuple):
        error = error[1]
    if error is True:
        error = sys.exc_info()[1]
    if isinstance(error, BaseException):
        event["error"] = f"{type(error).__name__} at {place_of(error.__traceback__)}"
    return event


def place_of(traceback: TracebackType | None) -> str:
    """File and line of where an exception was raised."""
    if traceback is None:
        return "?"
    while traceback.tb_next is not None:
        traceback = traceback.tb_next
    file = traceback.tb_frame.f_code.co_filename
    return f"{file.rpartition('/')[2]}:{traceback.tb_lineno}"
