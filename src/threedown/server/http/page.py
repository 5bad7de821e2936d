"""The built page: its files as they lie in the package, and the app itself at every address that is not the API's."""

import hashlib
import mimetypes
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, NamedTuple

from litestar import Request, Response, route
from litestar.datastructures import State

from threedown.server.http import compression
from threedown.server.model.errors import Unknown

FOR_EVER = "public, max-age=31536000, immutable"
"""Files whose name has a hash of what is in them never change."""
ASK_AGAIN = "no-cache"
HASHED = "assets/"
PACKED = {"br": ".br", "gzip": ".gz"}
"""What a file may be packed with, the smallest first, and how the packed one is called (``web/vite.config.ts``)."""
TYPES = {".woff2": "font/woff2", ".webmanifest": "application/manifest+json", ".js": "text/javascript"}
NOT_BUILT = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Threedown</title>
<h1>The page is not built</h1>
<p>Run <code>make web</code> where the sources are (it needs Node 20), or install the wheel, which has the page in it.
<p>Without it <code>threedown play war</code> plays in the terminal, and programs play over <code>/api</code>.
</html>"""


class PageFile(NamedTuple):
    """A file of the page: its type, a tag that changes with it, and its bytes by what they are packed with."""

    type: str
    tag: str
    packed: dict[str, bytes]

    def answer(self, name: str, accepts: str, known: str) -> Response[bytes]:
        """The file for who accepts these packings; nothing but the tag for who has it already."""
        headers = {
            "Cache-Control": FOR_EVER if name.startswith(HASHED) else ASK_AGAIN,
            "ETag": self.tag,
            "Vary": "Accept-Encoding",
        }
        if self.tag in known:
            return Response(b"", status_code=304, headers=headers)
        wanted = compression.accepted(accepts)
        packed = next((one for one in PACKED if one in wanted and one in self.packed), "")
        if packed:
            headers["Content-Encoding"] = packed
        return Response(self.packed[packed], media_type=self.type, headers=headers)


def built_page(folder: Traversable) -> dict[str, PageFile]:
    """The files of the page by their path in it; empty where it is not built."""
    found: dict[str, bytes] = {}

    def take(inner: Traversable, path: str) -> None:
        for one in inner.iterdir():
            if one.is_dir():
                take(one, f"{path}{one.name}/")
            else:
                found[path + one.name] = one.read_bytes()

    if folder.is_dir():
        take(folder, "")
    return {
        path: PageFile(
            _type_of(path),
            f'"{hashlib.sha256(data).hexdigest()[:16]}"',
            {"": data} | {name: found[path + end] for name, end in PACKED.items() if path + end in found},
        )
        for path, data in found.items()
        if not path.endswith(tuple(PACKED.values()))
    }


def _type_of(path: str) -> str:
    end = path[path.rfind(".") :]
    return TYPES.get(end) or mimetypes.guess_type(path)[0] or "application/octet-stream"


def packaged_page() -> dict[str, PageFile]:
    """The page that is in the package."""
    return built_page(files("threedown") / "page")


@route(["/", "/{path:path}"], http_method=["GET", "HEAD"], include_in_schema=False, sync_to_thread=False)
def page(request: Request[Any, Any, State]) -> Response[Any]:
    """A file of the page, or the app, which knows by the address what to show."""
    built: dict[str, PageFile] = request.app.state.page
    name = request.url.path.strip("/")
    if name.split("/")[0] == "api":
        raise Unknown("there is no such call: {where} lists them", where="/api/openapi")
    if not built:
        return Response(NOT_BUILT, media_type="text/html")
    if name not in built:
        if "." in name.rpartition("/")[2]:
            raise Unknown("the page has no such file")
        name = "index.html"
    headers = request.headers
    return built[name].answer(name, headers.get("accept-encoding", ""), headers.get("if-none-match", ""))
