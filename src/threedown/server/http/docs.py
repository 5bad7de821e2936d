"""The documentation site, under ``/docs`` where it is installed (``make site`` builds it into the package)."""

from pathlib import Path

from litestar import MediaType, Response, get
from litestar.response import Redirect
from litestar.router import Router
from litestar.static_files import create_static_files_router
from litestar.types import ControllerRouterHandler

NOT_INSTALLED = "The documentation is not installed here. Run `make site` in a checkout to build it.\n"
SITE = Path(__file__).parent.parent.parent / "site"


@get("/docs", include_in_schema=False, sync_to_thread=False)
def docs_home() -> Redirect:
    """Lead to the first page; its relative links need the folder in the address."""
    return Redirect("/docs/index.html")


@get(["/docs", "/docs/{path:path}"], include_in_schema=False, sync_to_thread=False)
def no_docs() -> Response[str]:
    """Say that there is no documentation here, and how to get it."""
    return Response(NOT_INSTALLED, status_code=404, media_type=MediaType.TEXT)


def docs_handlers(site: Path = SITE) -> list[ControllerRouterHandler]:
    """Return the handlers of ``/docs``: the files of ``site``, or a plain 404 where there are none."""
    if not (site / "index.html").exists():
        return [no_docs]
    files: Router = create_static_files_router("/docs", [site], include_in_schema=False)
    return [docs_home, files]
