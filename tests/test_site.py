"""The parts of the documentation site that need no MkDocs (`make site` builds the whole, and checks its links)."""

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

from threedown.games import find_game, game_names

ROOT = Path(__file__).parent.parent


def part(name: str) -> ModuleType:
    """A module of docs/site."""
    spec = importlib.util.spec_from_file_location(f"site_{name}", ROOT / "docs" / "site" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_docstring_is_markdown() -> None:
    text = "Return two.\n\n>>> 1 + 1\n2\n\nSee :func:`~a.three`. In a shell::\n\n    threedown\n"
    wanted = "Return two.\n\n```pycon\n>>> 1 + 1\n2\n```\n\nSee `a.three`. In a shell:\n\n    threedown\n"  #
    assert part("texts").docstring_markdown(text) == wanted


def test_a_link_leads_to_the_page_of_its_file() -> None:
    pages = {"examples/bot.py": "examples/bot.md", "docs/lab.md": "lab.md", "docs/a.svg": "a.svg"}
    text = "[a](../../examples/bot.py), [b](../lab.md#x), ![s](../a.svg), [none](../../src), [d](https://a.b), [e](#f)"
    wanted = "[a](../examples/bot.md), [b](../lab.md#x), ![s](../a.svg), none, [d](https://a.b), [e](#f)"
    assert part("texts").relinked(text, "docs/t/a.md", "t/a.md", pages.get) == wanted


def test_inline_scripts_become_files() -> None:
    html, files = part("texts").without_inline_scripts("<script>go()</script><script src=a></script>", "rules/war.html")
    [(name, text)] = files.items()
    assert text == "go()"
    assert html == f'<script src="../{name}"></script><script src=a></script>'


def test_a_rulebook_has_a_heading_for_each_clause_and_its_examples() -> None:
    text = part("rulebook_page").rulebook_page(find_game("tod-und-leben"))
    book = (ROOT / "src/threedown/games/tod_und_leben/rulebook.toml").read_text(encoding="utf-8")
    assert re.findall(r"^### (.+)$", text, re.MULTILINE) == [
        *re.findall(r'\[\[clause\]\]\nid = "(.+)"', book),
        *re.findall(r'\[\[ruling\]\]\nid = "(.+)"', book),
    ]
    assert text.count("**Example.**") == book.count("[[clause.example]]")


def test_the_navigation_names_every_document() -> None:
    """MkDocs stops at a page that is in no menu; the generated ones are added by the hooks."""
    menu = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    for document in (ROOT / "docs").glob("*.md"):
        assert f": {document.name}\n" in menu, document.name
    options = {path.stem for path in (ROOT / "docs" / "options").glob("*.md")}
    assert options <= set(game_names())


def test_the_wire_page_lists_calls_and_messages() -> None:
    text = part("wire_page").wire_tables()
    assert "| `POST /api/rooms/{name}/join` |" in text
    assert "| `choose` | `id`, `seq`, `choice` |" in text
    assert "/metrics" not in text


@pytest.mark.slow
@pytest.mark.parametrize("name", game_names())
def test_every_rulebook_has_a_page(name: str) -> None:
    assert part("rulebook_page").rulebook_page(find_game(name)).startswith("# ")
