"""The texts that people read, in the language of each reader.

The program speaks English: its texts are templates, and stand where they are used. Their translations lie in gettext
catalogues (``it/war.po``), and the page's English words by key in ``en/page.json`` and ``en/page-late.json``. Records,
JSON and schemas are for programs, and always English.
"""

import contextlib
import functools
import re
import string
from collections.abc import Iterator, Mapping, Sequence
from contextvars import ContextVar
from typing import Any, NamedTuple

from threedown.language.catalogues import ENGLISH, LANGUAGES, catalogue, message, plural_rule

__all__ = [
    "ENGLISH", "LANGUAGES", "accepted", "catalogue", "counting", "figure", "filled", "known", "listed", "say", "say_as",
    "speaking", "spoken",
]  # fmt: skip

_spoken: ContextVar[str] = ContextVar("language", default=ENGLISH)


def say(text: str, /, **values: Any) -> str:
    """A text in the language that is spoken, with the values in its braces; other braces stay as they are.

    A text that the catalogue does not have is said in English.

    >>> say("{seat} takes {n} {n:card|cards}.", n=4)
    '{seat} takes 4 cards.'
    """
    language = _spoken.get()
    if language != ENGLISH:
        text = catalogue(language).get(text, text)
    return filled(text, _Open(values)) if values else text


def say_as(context: str, text: str, /) -> str:
    """A word in the language that is spoken, where it means more than one thing: ``say_as("pile", "hand")``.

    The context is for the translator: a word of the catalogue's ``pile`` is the name of a pile of cards.
    """
    language = _spoken.get()
    return text if language == ENGLISH else catalogue(language).get(message(text, context), text)


def filled(template: str, values: Mapping[str, Any]) -> str:
    """Return a template with its braces filled in, as ``str.format`` does; ``{n:card|cards}`` depends on the number.

    In English the first form is for one, the second for any other number; another language has as many forms as the
    rule of its catalogue tells, in that order. A form may have braces itself. (gettext's own plurals know one number in
    a sentence; ours often have two.)

    >>> [filled("{n} {n:card was|cards were} laid.", {"n": n}) for n in (0, 1, 3)]
    ['0 cards were laid.', '1 card was laid.', '3 cards were laid.']
    >>> [filled("{seat} lays {n:a card|{n} cards}.", {"seat": "Ann", "n": n}) for n in (1, 2)]
    ['Ann lays a card.', 'Ann lays 2 cards.']
    """
    pieces = _pieces(template)
    if pieces is None:
        return _FORMATTER.vformat(template, (), values)
    return "".join([piece if isinstance(piece, str) else _field(piece, values) for piece in pieces])


def listed(texts: Sequence[str]) -> str:
    """Texts side by side.

    >>> listed(["Ann", "Bob"]), listed(["Ann", "Bob", "Cleo"])
    ('Ann and Bob', 'Ann, Bob and Cleo')
    """
    *first, last = texts or [""]
    return f" {say('and')} ".join(filter(None, (", ".join(first), last)))


def figure(number: object) -> str:
    """A number with its decimal point as it is written: ``30.5``."""
    return str(number).replace(".", say("."))


def counting(written: str) -> str:
    """A number that was written with thousands apart, as it is written in the language that is spoken.

    >>> with speaking("it"):
    ...     counting("1,234.5")
    '1.234,5'
    """
    return ".".join(figure(part) for part in written.split(",")) if say(".") == "," else written


class _Formatter(string.Formatter):
    """Fills in templates: ``{n:one|many}`` is one of two forms."""

    def format_field(self, value: Any, format_spec: str) -> str:
        if isinstance(value, _Missing):
            return f"{{{value}:{format_spec}}}" if format_spec else f"{{{value}}}"
        forms = format_spec.split("|")
        return forms[_form(value, len(forms))] if len(forms) > 1 else format(value, format_spec)


def _form(number: object, forms: int) -> int:
    """Return which of so many forms a number takes, in the language that is spoken or, with as many forms as English
    has, in English: a text that is not translated. "many" is no number, and takes the last."""
    known_forms, form_of = plural_rule(_spoken.get())
    if known_forms != forms:
        form_of = plural_rule(ENGLISH)[1]
    written = str(number)
    return form_of(int(written)) if written.isdecimal() else forms - 1


_FORMATTER = _Formatter()


class _Field(NamedTuple):
    """A pair of braces in a template."""

    name: str
    form: str
    """The text after the colon; it may have braces itself."""


@functools.lru_cache(1 << 12)
def _pieces(template: str) -> tuple[str | _Field, ...] | None:
    """Return the texts and the names of a template, in order; None for one that asks for more than values by name.

    Server and terminal fill in the same few hundred templates all the time, and ``string.Formatter`` would parse them
    every time.
    """
    pieces: list[str | _Field] = []
    for text, name, form, conversion in _FORMATTER.parse(template):
        if text:
            pieces.append(text)
        if name is None:
            continue
        if not name.isidentifier() or conversion:
            return None
        pieces.append(_Field(name, form or ""))
    return tuple(pieces)


def _field(field: _Field, values: Mapping[str, Any]) -> str:
    value, form = values[field.name], field.form
    if type(value) is str and not form:
        return value
    return _FORMATTER.format_field(value, filled(form, values) if "{" in form else form)


class _Missing(str):
    """The name of a value that is not known yet."""


class _Open(dict[str, Any]):
    """Values for braces; a name without a value keeps its braces, for another caller to fill in."""

    def __missing__(self, name: str) -> _Missing:
        return _Missing(name)


def spoken() -> str:
    """The language that is spoken here."""
    return _spoken.get()


@contextlib.contextmanager
def speaking(language: str) -> Iterator[None]:
    """As long as it lasts, this language is spoken.

    >>> with speaking("it"):
    ...     say("War!")
    'Guerra!'
    """
    before = _spoken.set(language)
    try:
        yield
    finally:
        _spoken.reset(before)


def known(wish: str) -> str:
    """The supported language that a name means, English if there is none.

    >>> known("it_IT.UTF-8"), known("IT"), known("C"), known("italic")
    ('it', 'it', 'en', 'en')
    """
    named = re.split("[-_.@]", wish.strip().lower())[0]
    return named if named in LANGUAGES else ENGLISH


def accepted(header: str) -> str:
    """The first of our languages among those of an ``Accept-Language``, as a browser sends them: best first.

    >>> accepted("fr-FR,fr;q=0.9,it;q=0.8,en;q=0.7"), accepted("fr"), accepted("")
    ('it', 'en', 'en')
    """
    named = (re.split("[-;]", wish.strip().lower())[0] for wish in header.split(","))
    return next((name for name in named if name in LANGUAGES), ENGLISH)
