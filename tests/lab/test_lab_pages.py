"""The studies in docs say what was measured, and by commands that exist."""

import json
import re
import shlex
from pathlib import Path

import pytest
from support.docs_scripts import script
from support.paths import DOCS

from threedown.cli.common import setting_of
from threedown.cli.design.lab import lab
from threedown.games import find_game, game_names
from threedown.games.game_options import option_facts
from threedown.lab.study.plan import variants, variation

PAGES = [*sorted((DOCS / "options").glob("*.md")), DOCS / "luck.md", DOCS / "first-seat.md", DOCS / "fair-start.md"]


@pytest.mark.parametrize("page", PAGES, ids=[page.stem for page in PAGES])
def test_the_commands_of_a_page_are_ones_that_run(page: Path) -> None:
    """They are read as the command line reads them, up to the games that they would play."""
    commands = re.findall(r"`(threedown lab [^`]+)`", page.read_text(encoding="utf-8"))
    assert commands
    for command in commands:
        given = lab.make_context("lab", shlex.split(command)[2:]).params
        assert given["seed"] is not None
        base = setting_of(given["game"], given["preset"], given["changes"], given["seats"])
        varied = [variation(base, text) for text in given["varied"]]
        assert len(variants(base, varied)) == 1 + sum(len(each.values) - 1 for each in varied)


def test_pages_are_written_from_what_was_measured() -> None:
    """A page or its data edited by hand, or a script whose pages were not redrawn with ``--draw``."""
    pytest.importorskip("matplotlib")
    options, luck = script("make_options"), script("make_luck")
    for data in sorted((DOCS / "options").glob("*.json")):
        facts = json.loads(data.read_text(encoding="utf-8"))
        assert options.page(data.stem, facts) == data.with_suffix(".md").read_text(encoding="utf-8")
    found = luck.in_order(json.loads((DOCS / "luck.json").read_text(encoding="utf-8")))
    for name, page in luck.pages(found).items():
        assert page == (DOCS / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("game", game_names())
def test_the_effect_of_every_option_is_measured(game: str) -> None:
    """An option that does nothing in the base is measured with others (``BESIDE`` in docs/make_options.py)."""
    facts = json.loads((DOCS / "options" / f"{game}.json").read_text(encoding="utf-8"))
    studies = [facts, *facts["beside"]]
    rows = {option for each in studies for variant in each["variants"][1:] for option in variant["changes"]}
    alone = {option for each in facts["beside"] for option in each["left"]}
    assert alone == ({"neutral"} if game == "blitzwar" else set()), "two players always have a neutral side"
    options = {fact.name for fact in option_facts(find_game(game).options)}
    assert rows | alone == options - {"turn_cap"}, "all but the turn limit, which only stops what would go on"


def test_the_page_on_a_fair_start_is_written_from_what_was_measured() -> None:
    pytest.importorskip("matplotlib")
    fair = script("make_fair_start")
    found = json.loads((DOCS / "fair-start.json").read_text(encoding="utf-8"))
    assert fair.page(found) == (DOCS / "fair-start.md").read_text(encoding="utf-8")


def test_the_luck_of_every_game_is_measured() -> None:
    assert {*json.loads((DOCS / "luck.json").read_text(encoding="utf-8"))} == {*game_names()}


def test_there_are_pages_of_games_that_there_are() -> None:
    assert {page.stem for page in (DOCS / "options").glob("*.md")} <= set(game_names())
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).resolve().exists(), f"{page.name}: {target}"
