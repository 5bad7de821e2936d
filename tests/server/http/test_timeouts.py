"""uvicorn's private modules, from which the timeouts are built."""

import inspect

import pytest

MOVED = (
    "uvicorn has moved the private class {name}. server/http/timeouts.py subclasses it to end connections that hang:"
    " adapt its import and the methods it overrides, then move the upper bound of uvicorn in pyproject.toml."
)
OVERRIDDEN = {
    ("uvicorn.protocols.http.h11_impl", "H11Protocol"): (
        "connection_made", "data_received", "on_response_complete", "handle_websocket_upgrade", "connection_lost",
    ),
    ("uvicorn.protocols.websockets.websockets_sansio_impl", "WebSocketsSansIOProtocol"): (
        "send", "receive", "keepalive_timeout", "shutdown", "data_received", "connection_lost", "handle_cont",
        "handle_ping", "handle_pong",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("module", "name"), OVERRIDDEN)
def test_the_private_classes_of_uvicorn_are_where_the_timeouts_expect_them(module: str, name: str) -> None:
    message = MOVED.format(name=f"{module}.{name}")
    try:
        protocol = getattr(__import__(module, fromlist=[name]), name)
    except (ImportError, AttributeError):
        pytest.fail(message)
    missing = [each for each in OVERRIDDEN[module, name] if not inspect.isfunction(getattr(protocol, each, None))]
    assert not missing, f"{message} It has no {', '.join(missing)}."
