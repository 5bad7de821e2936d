"""Imports from extras, with a one-line message if an extra is missing."""

import importlib
from types import ModuleType


class MissingExtra(ImportError):
    """Raised when a module of an extra is not installed."""


def require(module: str, brought_by: str = "rl") -> ModuleType:
    """Import a module that an extra brings; raises :class:`MissingExtra` without it.

    >>> require("json").__name__
    'json'
    """
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise MissingExtra(f"this needs {module}: pip install 'threedown[{brought_by}]'") from error
