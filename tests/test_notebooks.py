"""The notebooks of examples/notebooks: they run, and they show the results of running them."""

import re
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient
from support.paths import EXAMPLES

NOTEBOOKS = sorted((EXAMPLES / "notebooks").glob("*.ipynb"))


def executed(path: Path) -> Any:
    """Return a notebook with the outputs of this run; an error in a cell is raised."""
    notebook = nbformat.read(path, as_version=4)
    NotebookClient(
        notebook, timeout=600, kernel_name="python3", resources={"metadata": {"path": path.parent}}
    ).execute()
    return notebook


def shown(notebook: Any) -> str:
    """Return all text of a notebook's outputs."""
    texts = []
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            texts.append(output.get("text", "") + output.get("data", {}).get("text/plain", ""))
    return "\n".join(texts)


def test_all_notebooks_are_tested_here() -> None:
    assert [path.stem for path in NOTEBOOKS] == ["house_rule", "train_champz"]


@pytest.mark.slow
def test_the_study_of_a_house_rule_says_what_is_stored_in_it() -> None:
    """Its figures depend on the seed alone."""
    path = EXAMPLES / "notebooks" / "house_rule.ipynb"
    found = shown(executed(path))
    assert found == shown(nbformat.read(path, as_version=4))
    assert "With “Lives for a failed knock: 1”, games are longer" in found


@pytest.mark.slow
def test_the_trained_bot_wins_more_than_half_of_its_games() -> None:
    """Its weights depend on the machine's arithmetic too, so only the verdict is compared."""
    for found in (executed(EXAMPLES / "notebooks" / "train_champz.ipynb"), nbformat.read(NOTEBOOKS[1], as_version=4)):
        interval = re.search(r"95 % interval ([\d.]+)% to ([\d.]+)%", shown(found))
        assert interval is not None
        assert float(interval[1]) > 50


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_stores_no_error_and_no_path_of_a_machine(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    assert outputs
    assert all(output.output_type != "error" for output in outputs)
    assert not re.search(r"/(home|root|work|tmp)/", path.read_text())
