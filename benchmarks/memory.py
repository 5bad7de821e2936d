"""The peak memory of a process."""

import re
import resource
from pathlib import Path


def most_memory() -> float:
    """Return the peak memory of this process in MiB.

    The kernel's figure for a process that has ended includes the memory of its parent, so on Linux the process reads
    its own status.
    """
    status = Path("/proc/self/status")
    if not status.exists():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    (kib,) = re.findall(r"^VmHWM:\s*(\d+) kB$", status.read_text(), re.MULTILINE)
    return int(kib) / 1024
