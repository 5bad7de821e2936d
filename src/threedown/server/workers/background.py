"""The start of a process beside the server: it leaves the cores to the server, and ends with it."""

import os
import signal
import sys

PR_SET_PDEATHSIG = 1
"""From Linux's ``sys/prctl.h``."""


def stand_back(niceness: int) -> None:
    """Lower the priority, leave Ctrl-C to the server, and end with the process that started this one.

    A server that is killed can't end its processes. Most of them notice, because a pipe breaks; one that is suspended
    (``precedence.py``) would stand still for ever. Only Linux can end it.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server ends this process
    if hasattr(os, "nice"):
        os.nice(niceness)
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
