"""The catalogue: what is said in one language is said in the others, with the same things in its braces."""

import json
import string
from pathlib import Path

import threedown

LANGUAGE = Path(threedown.__file__).parent / "language"


def catalogue(language: str, part: str) -> dict[str, str]:
    found: dict[str, str] = json.loads((LANGUAGE / language / f"{part}.json").read_text())
    return found


def braces(text: str) -> set[str]:
    """What stands in the braces of a text."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_the_page_says_everything_in_both_languages() -> None:
    english, italian = catalogue("en", "page"), catalogue("it", "page")
    assert list(italian) == list(english)
    assert [key for key in english if braces(english[key]) != braces(italian[key])] == []
    assert [key for key in english if english[key] and not italian[key]] == []
