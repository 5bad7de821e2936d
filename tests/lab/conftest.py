"""What the tests of the laboratory share: commands, run in this process."""

from test_cli import threedown

__all__ = ["threedown"]
