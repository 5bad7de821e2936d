"""The programs of examples/ as modules."""

import importlib.util
import sys
from types import ModuleType

from support.paths import EXAMPLES


def example(name: str) -> ModuleType:
    """Import an example as a module ``example_NAME`` of its own."""
    spec = importlib.util.spec_from_file_location(f"example_{name}", EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module
