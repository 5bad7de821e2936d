"""A Griffe extension that gives mkdocstrings every docstring as Markdown."""

import sys
from pathlib import Path
from typing import Any

from griffe import Extension, Object

sys.path.insert(0, str(Path(__file__).parent))

from texts import docstring_markdown


class Docstrings(Extension):
    """Turn a docstring into Markdown when its object is loaded."""

    def on_object(self, *, obj: Object, **_: Any) -> None:
        if obj.docstring is not None:
            obj.docstring.value = docstring_markdown(obj.docstring.value)
