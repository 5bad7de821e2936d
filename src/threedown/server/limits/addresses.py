"""Internet addresses: their text, and what it means for limits."""

import ipaddress


def address_of(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """Return the address that a text is; None for a name.

    >>> address_of("192.0.2.7"), address_of("cards.example")
    (IPv4Address('192.0.2.7'), None)
    """
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None


def rate_key(host: str) -> str:
    """Return the key that an address is measured under: for IPv6 the first half, which is one household's.

    >>> rate_key("203.0.113.9"), rate_key("2001:db8::1") == rate_key("2001:db8::2"), rate_key("not an address")
    ('203.0.113.9', True, 'not an address')
    """
    address = address_of(host)
    if isinstance(address, ipaddress.IPv6Address):
        return str(address.ipv4_mapped or ipaddress.ip_network((address, 64), strict=False))
    return host if address is None else str(address)


def is_local(host: str) -> bool:
    """True if an address is this machine's own.

    >>> is_local("127.0.0.1"), is_local("::1"), is_local("203.0.113.9"), is_local("")
    (True, True, False, False)
    """
    address = address_of(host)
    return address is not None and address.is_loopback
