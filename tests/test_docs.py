"""The documents are true: README's commands print what it says, the contract is what the declarations say."""

import json
import re
from pathlib import Path

import pytest
from support.docs_scripts import script

from threedown.games import find_game

ROOT = Path(__file__).parent.parent


def test_the_readme_prints_what_it_says() -> None:
    """The commands of the README print what it says; `make docs` writes the outputs again."""
    make = script("make_readme")
    written = (ROOT / "README.md").read_text(encoding="utf-8")
    assert len(make.commands(written)) >= 2
    assert make.without_machine(make.with_output(written)) == make.without_machine(written)


def test_the_contract_is_what_the_games_declare() -> None:
    """`make docs` writes it again."""
    assert script("make_contract").contract() == (ROOT / "docs" / "contract.md").read_text(encoding="utf-8")


def test_the_schema_is_what_the_types_say() -> None:
    """`make docs` writes it again."""
    assert script("make_contract").schema() == (ROOT / "docs" / "schema.json").read_text(encoding="utf-8")


def test_the_picture_of_the_structure_is_what_the_contracts_say() -> None:
    """`make docs` draws it again."""
    assert script("make_structure").picture() == (ROOT / "docs" / "structure.svg").read_text(encoding="utf-8")


def test_the_files_that_the_architecture_names_exist() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    named = re.findall(r"`((?:web/src|server|room|session|table|games|tests)/[\w./]+\.\w+)`", page)
    assert len(named) >= 15
    for path in named:
        file = path.replace("NAME", "war")
        assert (ROOT / file).exists() or (ROOT / "src" / "threedown" / file).exists(), path


def test_the_page_on_environments_is_what_the_games_declare() -> None:
    """`make docs` writes it again."""
    assert script("make_rl").page() == (ROOT / "docs" / "rl.md").read_text(encoding="utf-8")


def test_the_environments_of_the_page_run(capsys: pytest.CaptureFixture[str]) -> None:
    page = (ROOT / "docs" / "rl.md").read_text(encoding="utf-8")
    exec(re.findall(r"```python\n(.*?)```", page, re.DOTALL)[0], {})
    assert capsys.readouterr().out.endswith("games ended with the last step\n")


def test_links_lead_somewhere() -> None:
    for document in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")]:
        for target in re.findall(r"\]\(([^)#]+)\)", document.read_text(encoding="utf-8")):
            assert "://" in target or (document.parent / target).exists(), f"{document.name}: {target}"


def test_the_page_on_return_orders_has_its_commands() -> None:
    """A number for people has its command beside it."""
    page = (ROOT / "docs" / "return-order.md").read_text(encoding="utf-8")
    rows = [line for line in page.splitlines() if line.startswith("| `")]
    assert len(rows) >= 20
    assert all("`threedown sim war -n " in row and "--seed " in row for row in rows)


def test_the_page_on_knocking_has_its_commands() -> None:
    page = (ROOT / "docs" / "knock.md").read_text(encoding="utf-8")
    rows = [line for line in page.splitlines() if "**" in line]
    assert [row.split(" | ")[0] for row in rows] == [f"| {seats}" for seats in range(2, 10)]
    assert all(f"`python docs/make_knock.py {seats}`" in row for seats, row in enumerate(rows, start=2))


def test_the_page_on_ladders_is_drawn_of_what_was_measured() -> None:
    """And what is planned and not measured it names."""
    make = script("make_ladder")
    found = json.loads(make.DATA.read_text(encoding="utf-8"))
    assert make.page(found) == (ROOT / "docs" / "ladder.md").read_text(encoding="utf-8")
    for small in found.pop("small 31"):
        assert {row["level"] for row in small["levels"]} == {*find_game("blitz31").bots.LADDER}
    assert {plan.name for plan in make.PLANS} >= set(found)
    assert all(each["command"].startswith("threedown bots ladder ") for each in found.values())


def test_the_page_on_skill_in_31_is_drawn_of_what_was_measured() -> None:
    """Its data is that of the ladders, and the rounds of the whole pack are worked out from its games."""
    make = script("make_skill31")
    page = (ROOT / "docs" / "skill-31.md").read_text(encoding="utf-8")
    assert all(f"| {row.name} | " in page for row in make.rows({}))
    # With all of four rounds lost or won there is one way; with even rounds half of the games are won.
    assert [make.of_games(share) for share in (0.0, 0.5, 1.0)] == [0.0, 0.5, 1.0]
    assert make.of_games(0.6) == pytest.approx(0.6**4 * (1 + 4 * 0.4 + 10 * 0.4**2 + 20 * 0.4**3))
    assert make.of_rounds(make.of_games(0.42)) == pytest.approx(0.42)


def test_the_python_of_the_readme_runs(capsys: pytest.CaptureFixture[str]) -> None:
    written = (ROOT / "README.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"```python\n(.*?)```", written, re.DOTALL)
    exec(code.replace("1_000_000", "100"), {})
    assert "hand 0" in capsys.readouterr().out


@pytest.mark.parametrize(
    "name", ["blitzkrieg", "contract", "knock", "ladder", "picture", "readme", "return_order", "training"]
)
def test_the_writers_of_documents_run(name: str) -> None:
    """They are run seldom: a name that is gone would be noticed late. (The map's script needs shapely.)"""
    assert script(f"make_{name}").__doc__
