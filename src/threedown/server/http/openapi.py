"""The OpenAPI description of the calls: Litestar's own, completed by what it cannot know."""

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
"""The error statuses of every call."""
NAMING = {("POST", "/api/rooms"), ("GET", "/api/rulesets")}
"""Calls whose body or query may name something that does not exist: a finished game, a game."""


def description() -> Router:
    """Return the router of the description; unknown paths below it get a problem document, not a page."""
    return Router(DESCRIPTION, before_request=_check_path, route_handlers=[], include_in_schema=False)


def _check_path(request: Request[Any, Any, Any]) -> None:
    if request.url.path.rstrip("/") not in (DESCRIPTION, f"{DESCRIPTION}/openapi.json"):
        raise Unknown("There is no such call: {where} lists them.", where=DESCRIPTION)


class CompletedDescription(JsonRenderPlugin):
    """The description in JSON, with errors, authentication, and optional bodies."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        return super().render(request, completed(request.app, openapi_schema))


def completed(app: Litestar, schema: dict[str, Any]) -> dict[str, Any]:
    """Complete a description with what Litestar cannot know."""
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


def _complete(operation: dict[str, Any], method: str, path: str, parameters: Any) -> None:
    """Complete the description of one call; ``parameters`` are those of its handler."""
    for_guests = "guest" in parameters
    if for_guests:
        operation["security"] = [{"token": []}, {"cookie": []}]
    if "data" in parameters and parameters["data"].has_default:
        operation["requestBody"]["required"] = False
    statuses = {*ALWAYS}
    if "data" in parameters or operation.get("parameters"):
        statuses.add(400)
    if "data" in parameters:
        statuses.add(413)
    if for_guests:
        statuses.add(401)
    if method == "POST":
        statuses |= {403, 409}
    if "{" in path or (method, path) in NAMING:
        statuses |= {404, 409}
    for status in sorted(statuses):
        operation["responses"][str(status)] = {
            "description": TITLES[status] + ".",
            "content": {PROBLEM: {"schema": {"$ref": "#/components/schemas/Problem"}}},
        }
        if status == 429:
            seconds = {"description": "Seconds to wait.", "schema": {"type": "integer", "minimum": 1}}
            operation["responses"]["429"]["headers"] = {"Retry-After": seconds}
