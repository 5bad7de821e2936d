"""Imports from extras, with a one-line message if an extra is missing."""

import importlib
from types import ModuleType


class MissingExtra(ImportError):
    """Something of an extra is not installed."""


def needed(module: str, brought_by: str = "rl") -> ModuleType:
    """A module that an extra brings; raises :class:`MissingExtra` without it.

    >>> needed("json").__name__
    'json'
    """
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise MissingExtra(f"this needs {module}: pip install 'threedown[{brought_by}]'") from error
