"""The page makers of docs/ as modules."""

import importlib.util
import sys
from types import ModuleType

from support.paths import DOCS


def script(name: str) -> ModuleType:
    """Import a script of docs as a module; it finds the modules next to it, as if it were run."""
    if str(DOCS) not in sys.path:
        sys.path.append(str(DOCS))
    spec = importlib.util.spec_from_file_location(name, DOCS / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module
