"""The built page: its files from the package, and the app's document at every other address that is not the API's."""

import hashlib
import mimetypes
import re
import zlib
from functools import lru_cache
from html import escape
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, NamedTuple

import msgspec
from litestar import Request, Response, route
from litestar.datastructures import State
from litestar.di import NamedDependency

from threedown.language import accepted
from threedown.server.http import compression
from threedown.server.http.games import games_in
from threedown.server.http.head import Head, head_of
from threedown.server.hub import Hub
from threedown.server.model.errors import Unknown

IMMUTABLE = "public, max-age=31536000, immutable"
"""Files with a content hash in their name never change."""
REVALIDATE = "no-cache"
HASHED = "assets/"
SUFFIXES = {"br": ".br", "gzip": ".gz"}
"""The suffixes of compressed files by encoding, the smallest first (``web/pack.mjs``)."""
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

    def answer(self, request: Request[Any, Any, State], cache: str, vary: str, status: int = 200) -> Response[bytes]:
        """Return the file in an accepted encoding, or only its tag if the client has it already."""
        headers = {"Cache-Control": cache, "ETag": self.tag, "Vary": vary}
        if status == 200 and self.tag in request.headers.get("if-none-match", ""):
            return Response(b"", status_code=304, headers=headers)
        wanted = compression.accepted_encodings(request.headers.get("accept-encoding", ""))
        encoded = next((one for one in SUFFIXES if one in wanted and one in self.encoded), "")
        if encoded:
            headers["Content-Encoding"] = encoded
        return Response(self.encoded[encoded], status_code=status, media_type=self.type, headers=headers)


def built_page(folder: Traversable) -> dict[str, PageFile]:
    """Return the files of the page by path; empty if it is not built.

    A file that the package holds only compressed is unpacked for clients that take no encoding.
    """
    found: dict[str, bytes] = {}

    def collect(inner: Traversable, path: str) -> None:
        for one in inner.iterdir():
            if one.is_dir():
                collect(one, f"{path}{one.name}/")
            else:
                found[path + one.name] = one.read_bytes()

    if folder.is_dir():
        collect(folder, "")
    gzipped = SUFFIXES["gzip"]
    whole = {
        path.removesuffix(gzipped): zlib.decompress(data, wbits=31)
        for path, data in found.items()
        if path.endswith(gzipped)
    }
    return {
        path: PageFile(
            _type_of(path),
            _tag_of(data),
            {"": data} | {name: found[path + end] for name, end in SUFFIXES.items() if path + end in found},
        )
        for path, data in (whole | found).items()
        if not path.endswith(tuple(SUFFIXES.values()))
    }


def _type_of(path: str) -> str:
    end = path[path.rfind(".") :]
    return TYPES.get(end) or mimetypes.guess_type(path)[0] or "application/octet-stream"


def packaged_page() -> dict[str, PageFile]:
    """Return the page in the package."""
    return built_page(files("threedown") / "page")


def _tag_of(data: bytes) -> str:
    return f'"{hashlib.sha256(data).hexdigest()[:16]}"'


@lru_cache(maxsize=64)
def document(index: bytes, head: Head, origin: str, language: str) -> PageFile:
    """Return the app's document with a page's head and the facts of all games: home is drawn from them at once."""
    picture = origin + head.picture
    named = {
        "og:site_name": "Threedown", "og:type": "website", "og:title": head.title, "og:description": head.description,
        "og:image": picture, "og:image:width": "1200", "og:image:height": "630",
    }  # fmt: skip
    tags = "".join(f'<meta property="{name}" content="{escape(text)}" />' for name, text in named.items())
    tags += f'<meta name="description" content="{escape(head.description)}" />'
    tags += '<meta name="twitter:card" content="summary_large_image" />'
    facts = msgspec.json.encode(games_in(language)).decode().replace("<", "\\u003c")
    html = re.sub("<title>.*?</title>", lambda _: f"<title>{escape(head.title)}</title>{tags}", index.decode(), count=1)
    html = html.replace('<html lang="en">', f'<html lang="{language}">', 1)
    written = f'<script type="application/json" id="games" lang="{language}">{facts}</script></body>'
    data = html.replace("</body>", written, 1).encode()
    return PageFile("text/html", _tag_of(data), {"": data, "gzip": zlib.compress(data, 9, wbits=31)})


@route(["/", "/{path:path}"], http_method=["GET", "HEAD"], include_in_schema=False)
async def page(request: Request[Any, Any, State], hub: NamedDependency[Hub]) -> Response[Any]:
    """Return a file of the page, or the app, which shows the page at the address."""
    built: dict[str, PageFile] = request.app.state.page
    name = request.url.path.strip("/")
    if name.split("/")[0] == "api":
        raise Unknown("There is no such call: {where} lists them.", where="/api/openapi")
    if not built:
        return Response(NOT_BUILT, media_type="text/html")
    if name in built:
        return built[name].answer(request, IMMUTABLE if name.startswith(HASHED) else REVALIDATE, "Accept-Encoding")
    if "." in name.rpartition("/")[2]:
        raise Unknown("The page has no such file.")
    language = accepted(request.headers.get("accept-language", ""))
    head = await head_of(name, request.query_params.get("name", ""), hub, language)
    origin = f"{request.url.scheme}://{request.url.netloc}"
    whole = document(built["index.html"].encoded[""], head, origin, language)
    return whole.answer(request, REVALIDATE, "Accept-Encoding, Accept-Language", head.status)
