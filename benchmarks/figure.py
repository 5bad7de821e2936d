"""Measured figures and their bounds."""

from typing import NamedTuple


class Figure(NamedTuple):
    """One measured figure, its bound as text, and whether it is kept (None: there is no bound)."""

    name: str
    value: float
    unit: str
    bound: str
    kept: bool | None
