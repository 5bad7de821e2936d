"""Bring the catalogues of translations up to date with what the program says (``make language``).

    docs/make_language.py                  every language that is there
    docs/make_language.py pt --plurals "nplurals=2; plural=(n > 1);"
                                           begin another one

A text that changed keeps the translation of the nearest one that is gone as a draft (gettext calls it "fuzzy"), which
nobody reads before a translator has confirmed it. docs/translating.md tells how to translate, and has the state of
every language, which is written here.
"""

import difflib
import json
from collections.abc import Iterator
from pathlib import Path

import click
import polib
from markdown_page import table, with_chapters
from texts import SOURCE, everything, file_of

from threedown.language.catalogues import ENGLISH, LANGUAGES, PAGE, PAGE_PARTS, message

HERE = Path(__file__).parent
BEGIN = "<!-- from here on written by docs/make_language.py -->\n"
FOLDER = SOURCE / "language"
WIDTH = 118
ONE = ".one"
"""Ends the key of the page's text for one of something."""
NEAR = 0.7
"""The least similarity, from 0 to 1, at which one text may be the earlier form of another."""

Catalogues = dict[str, polib.POFile]
"""By the name of the file."""


def page_entries(part: str) -> Iterator[polib.POEntry]:
    """Return the page's texts: each with its key as context, and that for one of something with that for many."""
    texts: dict[str, str] = json.loads((FOLDER / ENGLISH / f"{part}.json").read_text("utf-8"))
    for key, text in texts.items():
        if not text or (key.endswith(ONE) and key.removesuffix(ONE) in texts):
            continue
        if one := texts.get(f"{key}{ONE}"):
            yield polib.POEntry(msgctxt=key, msgid=one, msgid_plural=text)
        else:
            yield polib.POEntry(msgctxt=key, msgid=text)


def said_entries() -> Iterator[tuple[str, polib.POEntry]]:
    """Return what the rest of the program says, each text with its catalogue and its places for the translator."""
    for text, places in everything().items():
        context, _, template = text.rpartition("\4")
        yield file_of(places), polib.POEntry(msgctxt=context or None, msgid=template, comment="\n".join(places))


def template() -> dict[str, list[polib.POEntry]]:
    """Return all entries without translations, by the name of their catalogue."""
    found: dict[str, list[polib.POEntry]] = {part: list(page_entries(part)) for part in PAGE_PARTS}
    for name, entry in said_entries():
        found.setdefault(name, []).append(entry)
    return found


def named(entry: polib.POEntry) -> str:
    """Return the name of an entry's message."""
    return message(entry.msgid, entry.msgctxt or "")


def brought_up_to_date(language: str, plurals: str) -> Catalogues:
    """Return the catalogues of a language: today's texts, with the translations that there were."""
    there = [entry for path in (FOLDER / language).glob("*.po") for entry in polib.pofile(path.read_text("utf-8"))]
    before = {named(entry): entry for entry in there}
    new = template()
    gone = before.keys() - {named(entry) for entries in new.values() for entry in entries}
    drafts = {name.rpartition("\4")[2]: before[name] for name in sorted(gone) if before[name].translated()}
    forms = int(plurals.partition("=")[2].partition(";")[0])
    made: Catalogues = {}
    for name, entries in sorted(new.items()):
        made[name] = polib.POFile(wrapwidth=WIDTH)
        made[name].metadata = {
            "Language": language,
            "MIME-Version": "1.0",
            "Content-Type": "text/plain; charset=UTF-8",
            "Content-Transfer-Encoding": "8bit",
            "Plural-Forms": plurals,
        }
        for entry in entries:
            _translate(entry, before.get(named(entry)), drafts, forms)
            made[name].append(entry)
    return made


def _translate(
    entry: polib.POEntry, before: polib.POEntry | None, drafts: dict[str, polib.POEntry], forms: int
) -> None:
    """Give an entry the translation that it had, or as a draft that of the nearest text that is gone."""
    if before is None or bool(before.msgid_plural) != bool(entry.msgid_plural):
        near = difflib.get_close_matches(entry.msgid, drafts, 1, NEAR) if not entry.msgid_plural else []
        before = drafts[near[0]] if near and not drafts[near[0]].msgid_plural else None
        if before is not None:
            entry.flags, entry.previous_msgid = ["fuzzy"], before.msgid
    else:
        entry.flags, entry.previous_msgid = before.flags, before.previous_msgid
        entry.tcomment = before.tcomment
    if entry.msgid_plural:
        entry.msgstr_plural = (before and before.msgstr_plural) or dict.fromkeys(range(forms), "")
    else:
        entry.msgstr = before.msgstr if before is not None else ""


def written(catalogue: polib.POFile) -> str:
    """Return a catalogue as its file."""
    return str(catalogue).rstrip("\n") + "\n"


def state(language: str, catalogues: Catalogues) -> tuple[str, ...]:
    """Return a language's line in the table of the state."""
    entries = [entry for one in catalogues.values() for entry in one]
    done = sum(entry.translated() for entry in entries)
    drafts = sum("fuzzy" in entry.flags for entry in entries)
    unfinished = ", ".join(f"`{name}.po`" for name, one in catalogues.items() if one.percent_translated() < 100)
    return f"`{language}`", str(done), str(drafts), str(len(entries) - done - drafts), unfinished or "none"


@click.command(help=__doc__)
@click.argument("language", required=False)
@click.option("--plurals", default="nplurals=2; plural=(n != 1);", show_default=True, help="gettext's Plural-Forms.")
def main(language: str | None, plurals: str) -> None:
    lines = []
    for other in dict.fromkeys((*LANGUAGES[1:], *([language] if language else ()))):
        page = FOLDER / other / f"{PAGE}.po"
        rule = polib.pofile(page.read_text("utf-8")).metadata["Plural-Forms"] if page.exists() else plurals
        catalogues = brought_up_to_date(other, rule)
        (FOLDER / other).mkdir(exist_ok=True)
        for path in (FOLDER / other).glob("*.po"):
            if path.stem not in catalogues:
                path.unlink()
        for name, catalogue in catalogues.items():
            (FOLDER / other / f"{name}.po").write_text(written(catalogue), encoding="utf-8")
        lines.append(state(other, catalogues))
    head = ("language", "translated", "drafts", "missing", "catalogues that are not whole")
    page = HERE / "translating.md"
    page.write_text(with_chapters(page, BEGIN, [table(head, lines)]))


if __name__ == "__main__":
    main()
