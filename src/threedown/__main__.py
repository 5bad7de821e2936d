"""``python -m threedown``."""

from threedown.cli import main

main()
