"""The documentation site, under ``/docs`` where it is installed (``make site`` builds it into the package)."""

import mimetypes
from pathlib import Path
from typing import Any

from litestar import MediaType, Request, Response, route
from litestar.datastructures import State
from litestar.response import File, Redirect

FOLDER = Path(__file__).parent.parent.parent / "site"
NOT_INSTALLED = "The documentation is not installed here. Run `make site` in a checkout to build it.\n"
NO_SUCH_PAGE = "The documentation has no such page. It begins at /docs.\n"


@route(["/docs", "/docs/{path:path}"], http_method=["GET", "HEAD"], include_in_schema=False, sync_to_thread=False)
def docs(request: Request[Any, Any, State]) -> Response[Any]:
    """Return a file of the site. The folder itself leads to the first page, whose links are relative to it."""
    folder: Path = request.app.state.docs
    if not (folder / "index.html").exists():
        return Response(NOT_INSTALLED, status_code=404, media_type=MediaType.TEXT)
    name = request.url.path.removeprefix("/docs").strip("/")
    if not name:
        return Redirect("/docs/index.html")
    file = (folder / name).resolve()
    if not (file.is_relative_to(folder.resolve()) and file.is_file()):
        return Response(NO_SUCH_PAGE, status_code=404, media_type=MediaType.TEXT)
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    return File(file, filename=file.name, content_disposition_type="inline", media_type=kind)
