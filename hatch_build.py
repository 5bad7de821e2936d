"""The package build: the page is built into it with Node, where it is not there already."""

import shutil
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PageBuildHook(BuildHookInterface):
    """Adds the page to a distribution. A source distribution has it already, so that building from it needs no Node."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root)
        if version == "editable" or (root / "src/threedown/page/index.html").exists():
            return
        npm = shutil.which("npm")
        if npm is None:
            self.app.display_warning("There is no Node here: this package has no page (threedown serve says so).")
            return
        for command in (["ci", "--silent", "--no-audit", "--no-fund"], ["run", "fonts"], ["run", "build"]):
            subprocess.run([npm, *command], cwd=root / "web", check=True)
