"""Errors as HTTP answers: the status of each domain error, and the handlers that turn errors into problem documents."""

from collections.abc import Callable, Sequence
from typing import Any

from litestar import Request, Response
from litestar.exceptions import HTTPException

from threedown.language import accepted, say, speaking
from threedown.server.model.errors import (
    Invalid,
    NotNow,
    NotYours,
    RequestError,
    TooMany,
    Unavailable,
    Unidentified,
    Unknown,
)
from threedown.server.model.wire import Problem
from threedown.server.operations.log import log
from threedown.server.store.errors import Lost, NotSaved

PROBLEM = "application/problem+json"
STATUS: dict[type[RequestError], int] = {
    Invalid: 400, Unidentified: 401, NotYours: 403, Unknown: 404, NotNow: 409, TooMany: 429, Unavailable: 503,
}  # fmt: skip
"""The HTTP status of each domain error."""
TITLES = {
    400: "Invalid request", 401: "Unknown guest", 403: "Not allowed", 404: "Not found", 409: "Not possible now",
    405: "Method not allowed", 413: "Too large", 429: "Too many requests", 500: "Server error", 503: "Unavailable",
}  # fmt: skip


def problem_of(error: RequestError, accept_language: str, status: int | None = None) -> Problem:
    """Return the problem document of an error, in the caller's language; ``status`` overrides the error's own."""
    number = STATUS[type(error)] if status is None else status
    with speaking(accepted(accept_language)):
        return Problem(say(TITLES.get(number, TITLES[400])), number, error.detail, error.allowed)


def problem_response(
    request: Request[Any, Any, Any], error: RequestError, status: int | None = None
) -> Response[Problem]:
    """Answer a request with the problem document of an error."""
    problem = problem_of(error, request.headers.get("accept-language", ""), status)
    headers = {} if error.retry is None else {"Retry-After": str(error.retry)}
    return Response(problem, status_code=problem.status, media_type=PROBLEM, headers=headers)


def on_request_error(request: Request[Any, Any, Any], error: RequestError) -> Response[Problem]:
    """Answer a request that the rooms refuse."""
    return problem_response(request, error)


def on_not_saved(request: Request[Any, Any, Any], error: NotSaved) -> Response[Problem]:
    """Answer a request whose outcome could not be written to disk, and therefore has not happened."""
    return problem_response(request, Unavailable("Couldn't save that, so it doesn't count. Please try again."))


def on_lost(request: Request[Any, Any, Any], error: Lost) -> Response[Problem]:
    """Answer a request about a room that another worker holds since a moment ago."""
    return problem_response(request, Unavailable("This room is moving. Please try again in a moment."))


def on_http_exception(request: Request[Any, Any, Any], error: HTTPException) -> Response[Problem]:
    """Answer a request that Litestar refuses: an unknown path, a malformed body."""
    wrong: Sequence[Any] = error.extra if isinstance(error.extra, list) else ()
    details = [f"{one.get('key', '')}: {one.get('message', '')}".strip(": ") for one in wrong if isinstance(one, dict)]
    status = error.status_code
    if status == 400 and wrong and request.headers.get("content-length", "0") == "0":
        details = ["This call needs a JSON body."]
    detail = "; ".join(details) or (error.detail if status < 500 else "Something went wrong on our side.")
    response = problem_response(request, RequestError(detail), status)
    if status == 405:
        response.headers["Allow"] = (error.headers or {}).get("allow", "")
    return response


def on_recursion_error(request: Request[Any, Any, Any], error: RecursionError) -> Response[Problem]:
    """Answer a request whose body is nested too deeply to be decoded."""
    return problem_response(request, Invalid("This JSON is nested too deeply."))


def on_failure(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    """Answer a request that failed through a bug, without telling the caller anything about it."""
    log.error("a call failed", call=request.scope["path_template"], exc_info=error)
    return problem_response(request, RequestError("Something went wrong on our side."), 500)


EXCEPTION_HANDLERS: dict[int | type[Exception], Callable[..., Response[Problem]]] = {
    RequestError: on_request_error,
    NotSaved: on_not_saved,
    Lost: on_lost,
    HTTPException: on_http_exception,
    RecursionError: on_recursion_error,
    Exception: on_failure,
}
