"""How much memory a process has had."""

import re
import resource
from pathlib import Path


def most_memory() -> float:
    """MiB that this process has had at most.

    What the system says of a process that has ended counts the memory of the one that started it, so on Linux the
    process looks for itself.
    """
    status = Path("/proc/self/status")
    if not status.exists():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    (kib,) = re.findall(r"^VmHWM:\s*(\d+) kB$", status.read_text(), re.MULTILINE)
    return int(kib) / 1024
