"""The command ``threedown``, also as ``python -m threedown``."""

import sys

from threedown import collector

MISSING_EXTRA = 4
ONLINE = ("httpx", "websockets")


def main() -> None:
    """Run the command line; without a package that it needs, say so in one line and exit with MISSING_EXTRA."""
    try:
        with collector.paused():
            from threedown.cli import main as command_line
        command_line()
    except ModuleNotFoundError as error:
        package = (error.name or "threedown").partition(".")[0]
        if package == "threedown":
            raise
        extra = "online" if package in ONLINE else "server"
        sys.stderr.write(f"threedown: this needs {package}: pip install 'threedown[{extra}]'\n")
        sys.exit(MISSING_EXTRA)


if __name__ == "__main__":
    main()
