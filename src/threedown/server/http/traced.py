"""A span for each HTTP call, as middleware around the application; see :mod:`threedown.server.operations.tracing`."""

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from threedown.server.operations.tracing import span

SERVER_ERROR = 500


class Traced:
    """The application with a span for each HTTP call, named after its route: paths contain names of rooms."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await self._app(scope, receive, send)
            return
        method = scope["method"]
        with span(method, root=True) as call:

            async def send_and_note(message: Message) -> None:
                if message["type"] == "http.response.start":
                    call.set_attribute("http.response.status_code", message["status"])
                    if message["status"] >= SERVER_ERROR:
                        call.set_attribute("error.type", str(message["status"]))
                await send(message)

            call.set_attribute("http.request.method", method)
            await self._app(scope, receive, send_and_note)
            if route := scope.get("path_template"):
                call.set_attribute("http.route", str(route))
                call.update_name(f"{method} {route}")
