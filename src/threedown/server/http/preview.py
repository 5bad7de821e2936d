"""The pictures that links are shown with: the front of a room's game, of a game in general, or of a day's results."""

from asyncio import get_running_loop
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache, partial
from importlib.resources import as_file, files

import resvg_py
from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath

from threedown.art.front import Rows, front_svg, results_svg
from threedown.games import UnknownGame, find_game
from threedown.server.daily.deals import SharedTry
from threedown.server.hub import Hub

KEPT_SECONDS = 300
STYLE = (
    "text{font-family:'Mona Sans ExtraLight'}"
    ".title{font-weight:800;font-stretch:expanded}.rank{font-weight:900;font-stretch:condensed}"
)
"""The two typefaces bear the name of the first weight of the family that they were cut from."""
FONTS = files("threedown") / "page" / "fonts"
"""They are built with the page; without it the pictures have no text."""
COURSE = [
    52, 42, 50, 46, 55, 50, 47, 50, 45, 47, 42, 44, 40, 42, 38, 40, 36, 38, 34, 36, 31, 33, 29, 31, 27, 29, 30, 12, 20,
    16, 24, 20, 27, 23, 30, 26, 34, 30, 34, 18, 28, 22, 30, 50, 82, 80, 84, 79, 83, 78, 60, 50, 30, 26, 32, 24, 28, 20,
]  # fmt: skip
"""The front of the home page: the far side's share."""
_drawing = ThreadPoolExecutor(1, "preview")
"""Draws one picture at a time: many requests leave the server its processors, and its threads for other work."""


@get("/preview.png", include_in_schema=False)
async def home_preview() -> Response[bytes]:
    """Return the picture of the home page, as PNG."""
    return await _picture("Three down, one up.", None)


@get("/preview/{name:str}", include_in_schema=False)
async def preview(hub: NamedDependency[Hub], name: FromPath[str]) -> Response[bytes]:
    """Return the picture of a room or a game, as PNG. A game without spectators keeps its course to its players."""
    subject = name.removesuffix(".png")
    try:
        return await _picture(find_game(subject).title, None)
    except UnknownGame:
        room = await hub.rooms.find(subject)
        game = room.game if room.plan.watch == "anybody" else None
        rows = None if game is None else game.event_log.history.rows()
        return await _picture(find_game(room.plan.game).title, rows)


@get("/preview/daily/{game:str}/{day:str}/{share:str}", include_in_schema=False)
async def daily_preview(
    hub: NamedDependency[Hub], game: FromPath[str], day: FromPath[str], share: FromPath[str]
) -> Response[bytes]:
    """Return the picture of a result in a deal of the day, as PNG. It tells no card, and not whose result it is."""
    tried = await hub.daily.shared(game, day, share.removesuffix(".png"))
    return await _drawn(partial(png_of_results, find_game(game).title, day, tried))


async def _picture(title: str, rows: list[list[int]] | None) -> Response[bytes]:
    return await _drawn(partial(png_of, title, drawable(rows)))


async def _drawn(draw: Callable[[], bytes]) -> Response[bytes]:
    picture = await get_running_loop().run_in_executor(_drawing, draw)
    headers = {"Cache-Control": f"public, max-age={KEPT_SECONDS}"}
    return Response(picture, media_type="image/png", headers=headers)


HANDLERS = (home_preview, preview, daily_preview)


def drawable(rows: list[list[int]] | None) -> tuple[tuple[int, ...], ...] | None:
    """Return the shares of a game; None if there is nothing to draw: no turn, a seat alone, or chips that were lost."""
    if not rows or len(rows[0]) < 2 or any(min(row) < 0 or sum(row) == 0 for row in rows):
        return None
    return tuple(tuple(row) for row in rows)


@lru_cache(maxsize=64)
def png_of(title: str, rows: Rows | None) -> bytes:
    """Return the picture of a game's course; without one, cards and the front of the home page."""
    known = rows if rows is not None else [(100 - far, far) for far in COURSE]
    return _png(front_svg(title, known, with_cards=rows is None))


@lru_cache(maxsize=64)
def png_of_results(title: str, day: str, tried: SharedTry) -> bytes:
    """Return the picture of a result in a deal of the day. Its words are numbers: readers have any language."""
    return _png(results_svg(f"{tried.place} / {tried.finished}", f"{title} · {day}", tried.counts, tried.group))


def _png(svg: str) -> bytes:
    with as_file(FONTS) as fonts:
        drawn = resvg_py.svg_to_bytes(
            svg_string=svg,
            style_sheet=STYLE,
            skip_system_fonts=True,
            font_dirs=[str(fonts)] if fonts.is_dir() else None,
        )
    return bytes(drawn)
