"""The translations: gettext catalogues, a folder for each language (``it/war.po``).

In them the English text is the message. Where it means more than one thing, a context stands beside it; a word of the
page has its key as context. ``docs/make_language.py`` keeps the catalogues complete, and docs/translating.md tells how
to translate.
"""

import functools
import gettext
import json
from collections.abc import Callable, Iterator, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from polib import POFile

ENGLISH = "en"
PAGE = "page"
PAGE_PARTS = (PAGE, "page-late")
"""The second has the texts that the page fetches with the first part that needs them."""
_HERE = files(__package__)
_BETWEEN = "\4"
"""Between a context and its message, as in gettext's own files."""


def _languages() -> Iterator[str]:
    yield ENGLISH
    yield from sorted(one.name for one in _HERE.iterdir() if one.is_dir() and (one / f"{PAGE}.po").is_file())


LANGUAGES = tuple(_languages())
"""English, and every language that has a folder here."""


def message(text: str, context: str = "") -> str:
    """Return the name of a message: its English text, with its context where it has one."""
    return f"{context}{_BETWEEN}{text}" if context else text


@functools.cache
def catalogue(language: str) -> Mapping[str, str]:
    """Message -> what it is in another language, of all games and the program; without what is not translated."""
    parts = (part for part in _parts(language) if part.name.removesuffix(".po") not in PAGE_PARTS)
    return {
        message(entry.msgid, entry.msgctxt or ""): entry.msgstr
        for part in parts
        for entry in read(part)
        if entry.translated()
    }


@functools.cache
def page_texts(language: str) -> Mapping[str, str]:
    """Key -> the page's text in a language, its last form where it has several; English where it is not translated."""
    english = {key: text for part in PAGE_PARTS for key, text in json.loads(_english(part)).items()}
    if language == ENGLISH:
        return english
    entries = (entry for part in PAGE_PARTS for entry in read(_HERE / language / f"{part}.po") if entry.translated())
    return english | {
        entry.msgctxt: list(entry.msgstr_plural.values())[-1] if entry.msgid_plural else entry.msgstr
        for entry in entries
    }


@functools.cache
def plural_rule(language: str) -> tuple[int, Callable[[int], int]]:
    """Return how many forms a plural has in a language, and which of them a number takes, from 0 on.

    >>> forms, form_of = plural_rule("en")
    >>> forms, [form_of(n) for n in (0, 1, 2)]
    (2, [1, 0, 1])
    """
    told = "nplurals=2; plural=(n != 1);"
    if language != ENGLISH:
        told = read(_HERE / language / f"{PAGE}.po").metadata["Plural-Forms"]
    number, rule = (part.partition("=")[2] for part in told.rstrip("; ").split(";"))
    return int(number), gettext.c2py(rule)


def _english(part: str) -> str:
    return (_HERE / ENGLISH / f"{part}.json").read_text("utf-8")


def read(file: Traversable) -> "POFile":
    """Read a catalogue."""
    import polib  # here, so that the library does without it

    return polib.pofile(file.read_text("utf-8"))


def _parts(language: str) -> Iterator[Traversable]:
    yield from (part for part in (_HERE / language).iterdir() if part.name.endswith(".po"))
