"""A Griffe extension that gives mkdocstrings every docstring as Markdown."""

import sys
from pathlib import Path
from typing import Any

from griffe import Extension, Module, Object

sys.path.insert(0, str(Path(__file__).parent))

from texts import docstring_markdown


class Docstrings(Extension):
    """Turn all docstrings of a package into Markdown once it is loaded."""

    def on_package(self, *, pkg: Module, **_: Any) -> None:
        waiting: list[Object] = [pkg]
        while waiting:
            found = waiting.pop()
            if found.docstring is not None:
                found.docstring.value = docstring_markdown(found.docstring.value)
            waiting += [member for member in found.members.values() if isinstance(member, Object)]
