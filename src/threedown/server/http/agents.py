"""The names of a device's browser and system, from the User-Agent header of its requests."""

LONGEST_AGENT = 300
"""Characters of the header that are read."""
MOBILE = (" Mobile", "Mobile ")
"""Left out of a browser's name: the system says it already."""


def named_agent(header: str) -> tuple[str | None, str | None]:
    """Return the names of a browser and of a system; None for an unknown one.

    >>> named_agent("Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0")
    ('Firefox', 'Linux')

    The first call compiles a thousand expressions and takes about a second: call it in a thread.
    """
    from ua_parser import parse_device, parse_os, parse_user_agent

    agent = header[:LONGEST_AGENT]
    browser, system = parse_user_agent(agent), parse_os(agent)
    name = None if browser is None else browser.family
    for word in MOBILE:
        name = name and name.replace(word, "")
    if system is not None and system.family == "iOS":
        device = parse_device(agent)
        return name, system.family if device is None else device.family
    return name, None if system is None else system.family
