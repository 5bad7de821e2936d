"""The built page: its files from the package, and the app itself at every address that is not the API's."""

import hashlib
import mimetypes
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, NamedTuple

from litestar import Request, Response, route
from litestar.datastructures import State

from threedown.server.http import compression
from threedown.server.model.errors import Unknown

IMMUTABLE = "public, max-age=31536000, immutable"
"""Files with a content hash in their name never change."""
REVALIDATE = "no-cache"
HASHED = "assets/"
SUFFIXES = {"br": ".br", "gzip": ".gz"}
"""The suffixes of compressed files by encoding, the smallest first (``web/vite.config.ts``)."""
TYPES = {".woff2": "font/woff2", ".webmanifest": "application/manifest+json", ".js": "text/javascript"}
NOT_BUILT = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Threedown</title>
<h1>The page is not built</h1>
<p>Run <code>make web</code> where the sources are (it needs Node 20), or install the wheel, which has the page in it.
<p>Without it <code>threedown play war</code> plays in the terminal, and programs play over <code>/api</code>.
</html>"""


class PageFile(NamedTuple):
    """A file of the page: its media type, its ETag, and its bytes by encoding."""

    type: str
    tag: str
    encoded: dict[str, bytes]

    def answer(self, name: str, accepts: str, known: str) -> Response[bytes]:
        """Return the file in an accepted encoding, or only its tag if the client has it already (``known``)."""
        headers = {
            "Cache-Control": IMMUTABLE if name.startswith(HASHED) else REVALIDATE,
            "ETag": self.tag,
            "Vary": "Accept-Encoding",
        }
        if self.tag in known:
            return Response(b"", status_code=304, headers=headers)
        wanted = compression.accepted_encodings(accepts)
        encoded = next((one for one in SUFFIXES if one in wanted and one in self.encoded), "")
        if encoded:
            headers["Content-Encoding"] = encoded
        return Response(self.encoded[encoded], media_type=self.type, headers=headers)


def built_page(folder: Traversable) -> dict[str, PageFile]:
    """Return the files of the page by path; empty if it is not built."""
    found: dict[str, bytes] = {}

    def collect(inner: Traversable, path: str) -> None:
        for one in inner.iterdir():
            if one.is_dir():
                collect(one, f"{path}{one.name}/")
            else:
                found[path + one.name] = one.read_bytes()

    if folder.is_dir():
        collect(folder, "")
    return {
        path: PageFile(
            _type_of(path),
            f'"{hashlib.sha256(data).hexdigest()[:16]}"',
            {"": data} | {name: found[path + end] for name, end in SUFFIXES.items() if path + end in found},
        )
        for path, data in found.items()
        if not path.endswith(tuple(SUFFIXES.values()))
    }


def _type_of(path: str) -> str:
    end = path[path.rfind(".") :]
    return TYPES.get(end) or mimetypes.guess_type(path)[0] or "application/octet-stream"


def packaged_page() -> dict[str, PageFile]:
    """Return the page in the package."""
    return built_page(files("threedown") / "page")


@route(["/", "/{path:path}"], http_method=["GET", "HEAD"], include_in_schema=False, sync_to_thread=False)
def page(request: Request[Any, Any, State]) -> Response[Any]:
    """Return a file of the page, or the app, which shows what belongs to the address."""
    built: dict[str, PageFile] = request.app.state.page
    name = request.url.path.strip("/")
    if name.split("/")[0] == "api":
        raise Unknown("There is no such call: {where} lists them.", where="/api/openapi")
    if not built:
        return Response(NOT_BUILT, media_type="text/html")
    if name not in built:
        if "." in name.rpartition("/")[2]:
            raise Unknown("The page has no such file.")
        name = "index.html"
    headers = request.headers
    return built[name].answer(name, headers.get("accept-encoding", ""), headers.get("if-none-match", ""))
