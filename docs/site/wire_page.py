"""The calls and messages of the wire as tables, made from the handlers of the server and the types of its messages."""

from collections.abc import Iterator

from litestar.handlers import HTTPRouteHandler

from threedown.server.http.app import HANDLERS
from threedown.server.model.messages import FROM_PLAYER, FROM_ROOM


def wire_tables() -> str:
    """Return the chapters that list every call and every message."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield from ("", "## All calls", "", "| call | |", "| --- | --- |")
    for handler in HANDLERS:
        if isinstance(handler, HTTPRouteHandler) and handler.include_in_schema is not False:
            [path] = handler.paths
            [method] = handler.http_methods
            told = " ".join((handler.fn.__doc__ or "").split("\n\n")[0].split())
            yield f"| `{method} {path.replace(':str', '').replace(':int', '')}` | {told.replace('``', '`')} |"
    for title, types in (("Messages of a player", FROM_PLAYER), ("Messages of a room", FROM_ROOM)):
        yield from ("", f"## {title}", "", "| type | keys |", "| --- | --- |")
        for kind in types:
            keys = ", ".join(f"`{field}`" for field in kind.__struct_fields__)
            yield f"| `{kind.__struct_config__.tag}` | {keys} |"
