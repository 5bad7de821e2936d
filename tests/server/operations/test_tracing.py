"""Tracing: off unless configured, and spans that show the way of a choice without anything that players know."""

import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import httpx
import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from support.hubs import ANN, asked, in_a_house, opened
from support.serving import Serving

from threedown.server.hub import Hub
from threedown.server.model.messages import Choose
from threedown.server.operations import tracing
from threedown.server.rooms.subscriber import Subscriber

COLLECTOR = "OTEL_EXPORTER_OTLP_ENDPOINT"


@pytest.fixture
def exporter() -> Iterator[InMemorySpanExporter]:
    kept = InMemorySpanExporter()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(kept))
    tracing.use(provider)
    yield kept
    tracing.end()


def test_a_committed_choice_is_written_and_then_published(folder: Path, exporter: InMemorySpanExporter) -> None:
    from threedown.server.http.socket import _handle

    names: dict[str, str] = {}

    async def act(hub: Hub) -> None:
        room = await opened(hub)
        subscriber: Subscriber = await asked(room)
        assert room.game is not None
        session = room.game.session
        names.update(room=room.name, choice=session.menu(0)[0])
        exporter.clear()
        await _handle(room, subscriber, Choose("id-7", room.game.seq, names["choice"]))

    in_a_house(folder, act)
    spans = exporter.get_finished_spans()
    choose = next(span for span in spans if span.name == "choose")
    children = {span.name: span for span in spans if span.parent and span.parent.span_id == choose.context.span_id}
    assert choose.parent is None
    assert {"disk", "publish"} <= set(children)
    assert (children["disk"].end_time or 0) <= (children["publish"].start_time or 0)
    assert choose.attributes == {"threedown.room": tracing.hashed(names["room"]), "threedown.game": "blitz31"}
    for text in (names["room"], ANN.player, ANN.name, "id-7"):
        assert all(text not in told(span) for span in spans), text
    acts = [span for span in spans if span.name == "act"]
    assert all(span.parent is None for span in acts), "what bots do begins a trace of its own"


def told(span: ReadableSpan) -> str:
    """Everything that a span says, as text."""
    return span.to_json()


def test_an_error_is_noted_by_its_type_alone(exporter: InMemorySpanExporter) -> None:
    with pytest.raises(ValueError, match="7H"), tracing.span("choose"):
        raise ValueError("the card 7H")
    [span] = exporter.get_finished_spans()
    assert span.attributes == {"error.type": "ValueError"}
    assert not span.status.is_ok
    assert "7H" not in told(span)


def test_nothing_is_traced_unless_a_collector_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(COLLECTOR, raising=False)
    tracing.begin()
    assert not tracing.is_on()
    monkeypatch.setenv(COLLECTOR, "http://127.0.0.1:1")
    monkeypatch.setenv("OTEL_SDK_DISABLED", "true")
    tracing.begin()
    assert not tracing.is_on()
    with tracing.span("choose", room="kz7m3q") as span:
        span.set_attribute("seat", 1)


def test_a_server_without_the_extra_says_which_one_it_needs(
    threedown: Any, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(COLLECTOR, "http://127.0.0.1:1")
    for module in [name for name in sys.modules if name.partition(".")[0] == "opentelemetry"]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, "opentelemetry", None)
    told = threedown(["serve", "--no-open", "--port", "0", "--data", str(folder)])
    assert told.code == 4
    assert told.err.strip().endswith(
        "OTEL_EXPORTER_OTLP_ENDPOINT is set, and tracing needs the extra tracing: pip install 'threedown[tracing]'"
    )
    assert not folder.exists()


@pytest.mark.slow
def test_a_server_sends_spans_of_its_calls_to_the_collector(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    received: list[bytes] = []

    class Collector(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            received.append(self.rfile.read(int(self.headers["Content-Length"])))
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Collector) as collector:
        threading.Thread(target=collector.serve_forever, daemon=True).start()
        monkeypatch.setenv(COLLECTOR, f"http://127.0.0.1:{collector.server_port}")
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_COMPRESSION", "none")
        serving = Serving(folder)
        try:
            strange = {"traceparent": "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"}
            httpx.get(f"{serving.url}/api/rooms/secret-name", headers=strange, trust_env=False)
        finally:
            serving.stop()
        collector.shutdown()
    requests = [ExportTraceServiceRequest.FromString(body) for body in received]
    resources = [resource for request in requests for resource in request.resource_spans]
    spans = [span for resource in resources for scope in resource.scope_spans for span in scope.spans]
    call = next(span for span in spans if span.name == "GET /api/rooms/{name}")
    assert {item.key: item.value.string_value or item.value.int_value for item in call.attributes} == {
        "http.request.method": "GET", "http.response.status_code": 404, "http.route": "/api/rooms/{name}",
    }  # fmt: skip
    assert call.trace_id.hex() != "0af7651916cd43dd8448eb211c80319c", "a stranger's header decides nothing"
    assert not any(b"secret-name" in body for body in received)
    service = {item.key: item.value.string_value for item in resources[0].resource.attributes}
    assert service["service.name"] == "threedown"
