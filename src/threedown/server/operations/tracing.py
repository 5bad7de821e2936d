"""Traces for OpenTelemetry: HTTP calls, and each command on its way to the disk and to the players.

Off unless the environment names a collector, as OpenTelemetry prescribes (``OTEL_EXPORTER_OTLP_ENDPOINT``). A span
holds no name, address, token, text, card or choice. A room appears as the beginning of a hash, because its name is the
link by which people join it. Incoming trace headers are ignored: strangers don't decide which calls are sampled.
"""

import hashlib
import os
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.trace import Tracer

COLLECTOR = ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT")
"""The variables that name a collector: with one of them, tracing is on."""
MISSING = "{variable} is set, and tracing needs the extra tracing: pip install 'threedown[tracing]'"
HASH_LENGTH = 12
Value = str | int | bool


class TracingMissing(Exception):
    """Raised if tracing is asked for and OpenTelemetry isn't installed; says what to install."""


class Span(Protocol):
    """The part of OpenTelemetry's span that the server uses."""

    def set_attribute(self, key: str, value: Value) -> None:
        """Note a fact."""
        ...

    def update_name(self, name: str) -> None:
        """Change the name."""
        ...


class _NoSpan:
    def set_attribute(self, key: str, value: Value) -> None:
        pass

    def update_name(self, name: str) -> None:
        pass


_OFF: AbstractContextManager[Span] = nullcontext(_NoSpan())
_provider: "TracerProvider | None" = None
_tracer: "Tracer | None" = None


def begin() -> None:
    """Send spans to the collector that the environment names, if it names one.

    Raises :class:`TracingMissing` if OpenTelemetry isn't installed.
    """
    variable = next((name for name in COLLECTOR if os.environ.get(name)), None)
    if variable is None or os.environ.get("OTEL_SDK_DISABLED", "").lower() == "true":
        return
    try:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.resources import SERVICE_NAME, Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
    except ModuleNotFoundError as error:
        raise TracingMissing(MISSING.format(variable=variable)) from error
    name = os.environ.get("OTEL_SERVICE_NAME", "threedown")
    provider = TracerProvider(resource=Resource.create({SERVICE_NAME: name}))
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    use(provider)


def use(provider: "TracerProvider | None") -> None:
    """Make spans with a provider; None: make none."""
    global _provider, _tracer
    _provider = provider
    _tracer = None if provider is None else provider.get_tracer("threedown")


def end() -> None:
    """Send the spans that wait, before the process ends."""
    if _provider is not None:
        _provider.shutdown()
    use(None)


def is_on() -> bool:
    """True if spans are made."""
    return _tracer is not None


def span(name: str, *, root: bool = False, **facts: Value) -> AbstractContextManager[Span]:
    """Return a span to be entered; one that is ``root`` begins a trace of its own. The span fails with its block.

    The fact ``room`` is a room's name, and is hashed.
    """
    return _OFF if _tracer is None else _entered(_tracer, name, root, facts)


@contextmanager
def _entered(tracer: "Tracer", name: str, root: bool, facts: dict[str, Value]) -> Iterator[Span]:
    from opentelemetry.context import Context
    from opentelemetry.trace import StatusCode

    named = {f"threedown.{key}": hashed(str(value)) if key == "room" else value for key, value in facts.items()}
    # An exception's message may contain a card: the span keeps its type alone.
    with tracer.start_as_current_span(
        name, Context() if root else None, attributes=named, record_exception=False, set_status_on_exception=False
    ) as entered:
        try:
            yield entered
        except Exception as error:
            entered.set_status(StatusCode.ERROR)
            entered.set_attribute("error.type", type(error).__name__)
            raise


def hashed(room: str) -> str:
    """Return a room's name as spans show it.

    >>> hashed("kz7m3q")
    '4d388580d262'
    """
    return hashlib.sha256(room.encode()).hexdigest()[:HASH_LENGTH]
