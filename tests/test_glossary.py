"""The glossary explains each word once, by code that exists."""

import ast
import importlib
import re
from collections import Counter
from pathlib import Path

import pytest

import threedown

GLOSSARY = (Path(__file__).parent.parent / "docs" / "glossary.md").read_text(encoding="utf-8")
NAMES = sorted({name.rstrip(".") for name in re.findall(r"`(threedown\.[\w.]+)`", GLOSSARY)})


def found(name: str) -> object:
    """The module, class or function with a dotted name; raises ImportError or AttributeError if there is none."""
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError:
        module, _, last = name.rpartition(".")
        return getattr(importlib.import_module(module), last)


@pytest.mark.parametrize("name", NAMES)
def test_every_name_of_the_glossary_exists(name: str) -> None:
    assert found(name)


def test_a_name_that_is_gone_is_noticed() -> None:
    with pytest.raises(AttributeError):
        found("threedown.session.session.Sitting")


def test_the_glossary_explains_each_word_once() -> None:
    words = re.findall(r"^- \*\*([^*]+)\*\*", GLOSSARY, re.MULTILINE)
    assert len(words) >= 40
    assert len(words) == len({*words})
    entries = GLOSSARY.split("\n- **")[1:]
    assert [entry.split("**")[0] for entry in entries if "`threedown." not in entry] == []


def test_no_two_classes_share_a_name() -> None:
    """Except the options, which every game calls by the same name."""
    files = Path(threedown.__file__).parent.rglob("*.py")
    classes = [node for file in files for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))]
    names = Counter(node.name for node in classes if isinstance(node, ast.ClassDef))
    assert {name for name, number in names.items() if number > 1} == {"Options"}
