"""The end of a command that cannot go on: one line on stderr and an exit code."""

CHECK_FAILED, USAGE, BAD_INPUT, MISSING_EXTRA, INTERRUPTED = 1, 2, 3, 4, 130


class Stop(Exception):
    """Ends the process with ``code``, after ``message`` (one line that says what is wrong and what would be right)."""

    def __init__(self, code: int, message: str = "") -> None:
        super().__init__(message)
        self.code, self.message = code, message


def usage(message: str) -> Stop:
    return Stop(USAGE, message)


def bad_input(message: str) -> Stop:
    return Stop(BAD_INPUT, message)


def is_number(text: str) -> bool:
    """True if a text is a number of up to eighteen digits; Python itself refuses numbers of thousands of digits.

    >>> is_number("12"), is_number(""), is_number("9" * 5000)
    (True, False, False)
    """
    return text.isdecimal() and len(text) <= 18
