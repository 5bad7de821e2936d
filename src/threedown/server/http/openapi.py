"""The calls as OpenAPI describes them: what Litestar knows of them, and what it cannot know."""

from typing import Any

import msgspec
from litestar import Litestar, Request, Router
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.routes import HTTPRoute

from threedown.server.http.caller import COOKIE
from threedown.server.http.errors import PROBLEM, TITLES
from threedown.server.model.errors import Unknown
from threedown.server.model.wire import Problem

DESCRIPTION = "/api/openapi"
ALWAYS = (429, 503)
"""What any call may be refused with."""


def description() -> Router:
    """Where the calls are described; what is not there is refused as everywhere, not with a page."""
    return Router(DESCRIPTION, before_request=_check_is_there, route_handlers=[], include_in_schema=False)


def _check_is_there(request: Request[Any, Any, Any]) -> None:
    if request.url.path.rstrip("/") not in (DESCRIPTION, f"{DESCRIPTION}/openapi.json"):
        raise Unknown("there is no such call: {where} lists them", where=DESCRIPTION)


class Described(JsonRenderPlugin):
    """The description in JSON: with refusals, who must say who he is, and bodies that may be left out."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        return super().render(request, described(request.app, openapi_schema))


def described(app: Litestar, schema: dict[str, Any]) -> dict[str, Any]:
    """Completes a description."""
    _, schemas = msgspec.json.schema_components((Problem,), ref_template="#/components/schemas/{name}")
    components = schema.setdefault("components", {})
    components.setdefault("schemas", {}).update(schemas)
    components["securitySchemes"] = {
        "token": {"type": "http", "scheme": "bearer", "description": "A program's (POST /api/guest)."},
        "cookie": {"type": "apiKey", "in": "cookie", "name": COOKIE, "description": "A browser's."},
    }
    for route in app.routes:
        if isinstance(route, HTTPRoute) and route.path_format in schema["paths"]:
            for method, (handler, _) in route.route_handler_map.items():
                operation = schema["paths"][route.path_format].get(method.lower())
                if operation is not None:
                    _complete(operation, method, route.path_format, handler.parsed_fn_signature.parameters)
    return schema


def _complete(operation: dict[str, Any], method: str, path: str, takes: Any) -> None:
    """Completes what is said of one call; ``takes`` are the parameters of what answers it."""
    for_guests = "guest" in takes
    if for_guests:
        operation["security"] = [{"token": []}, {"cookie": []}]
    if "data" in takes and takes["data"].has_default:
        operation["requestBody"]["required"] = False
    statuses = {*ALWAYS}
    if "data" in takes or operation.get("parameters"):
        statuses.add(400)
    if "data" in takes:
        statuses.add(413)
    if for_guests:
        statuses.add(401)
    if method == "POST":
        statuses |= {403, 409}
    if "{" in path or (method, path) == ("POST", "/api/rooms"):  # a new room may play on from another
        statuses |= {404, 409}
    for status in sorted(statuses):
        operation["responses"][str(status)] = {
            "description": TITLES[status] + ".",
            "content": {PROBLEM: {"schema": {"$ref": "#/components/schemas/Problem"}}},
        }
        if status == 429:
            seconds = {"description": "Seconds to wait.", "schema": {"type": "integer", "minimum": 1}}
            operation["responses"]["429"]["headers"] = {"Retry-After": seconds}
