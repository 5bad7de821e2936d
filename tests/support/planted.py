"""The failure of a check on a planted bug."""

from collections.abc import Callable
from typing import Any

import pytest


def caught(check: Callable[..., Any], *arguments: Any, **named: Any) -> str:
    """The message with which a check fails; the test fails if it does not."""
    with pytest.raises(AssertionError) as failure:
        check(*arguments, **named)
    return str(failure.value)
