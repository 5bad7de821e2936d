"""The tutorials are true: their Python runs, their commands print what they say and have the flags that they name."""

import doctest
import importlib.util
import re
import shlex
import sys
from pathlib import Path
from types import ModuleType

import click
import pytest

from threedown.cli import threedown

ROOT = Path(__file__).parent.parent
TUTORIALS = sorted((ROOT / "docs" / "tutorials").glob("*.md"))


def blocks(page: Path, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)


def make_readme() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_readme", ROOT / "docs" / "make_readme.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["make_readme"] = module
    spec.loader.exec_module(module)
    return module


def test_there_is_a_tutorial_for_each_reader() -> None:
    assert [page.stem for page in TUTORIALS] == ["bots", "host", "library", "rules", "tour"]


@pytest.mark.parametrize(
    "page",
    [pytest.param(page, id=page.stem, marks=pytest.mark.slow if page.stem == "library" else ()) for page in TUTORIALS],
)
def test_the_python_of_a_tutorial_runs(page: Path) -> None:
    code = "\n".join(blocks(page, "pycon"))
    runner = doctest.DocTestRunner(verbose=False)
    runner.run(doctest.DocTestParser().get_doctest(code, {}, page.stem, str(page), 0))
    assert runner.failures == 0
    assert runner.tries > 0 or page.stem in ("host", "tour")


@pytest.mark.slow
@pytest.mark.parametrize("page", TUTORIALS, ids=lambda page: page.stem)
def test_the_commands_of_a_tutorial_print_what_it_says(page: Path) -> None:
    """`make docs` writes the outputs again."""
    make, text = make_readme(), page.read_text(encoding="utf-8")
    assert make.without_machine(make.with_output(text)) == make.without_machine(text)


@pytest.mark.parametrize("page", [ROOT / "docs" / "serving.md", *TUTORIALS], ids=lambda page: page.stem)
def test_the_commands_of_a_tutorial_exist(page: Path) -> None:
    lines = [line for block in blocks(page, "sh") for line in block.splitlines() if line.startswith("threedown ")]
    assert lines or page.stem in ("library", "tour")
    for line in lines:
        words = shlex.split(line, comments=True)[1:]
        command: click.Command = threedown
        while isinstance(command, click.Group):
            context = click.Context(command)
            name = words[0] if words[0] in command.list_commands(context) else getattr(command, "default", words[0])
            found = command.get_command(context, name)
            assert found is not None, line
            words, command = words[words[0] == name :], found
        flags = {flag for parameter in command.params for flag in parameter.opts}
        assert {word for word in words if word.startswith("-")} <= flags, line
