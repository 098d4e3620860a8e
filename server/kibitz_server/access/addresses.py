"""The addresses of this computer in the own network."""

from __future__ import annotations

import ipaddress
import socket

import ifaddr

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
_ELSEWHERE = "192.0.2.1"
"""An address that nobody has (RFC 5737): nothing is sent there, the system only says from which address it would be."""


def own_addresses() -> tuple[Address, ...]:
    """The addresses by which others in the network reach this computer, the one of its main network first."""
    found: list[Address] = []
    for adapter in ifaddr.get_adapters():
        for one in adapter.ips:
            address = ipaddress.ip_address(one.ip if isinstance(one.ip, str) else one.ip[0])
            if not (address.is_loopback or address.is_link_local or address in found):
                found.append(address)
    main = _main_address()
    return tuple(sorted(found, key=lambda address: (str(address) != main, address.version)))


def netloc(address: Address, port: int) -> str:
    """As it stands in a link, and as browsers send it."""
    host = f"[{address}]" if address.version == 6 else str(address)
    return host if port == 80 else f"{host}:{port}"


def _main_address() -> str:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((_ELSEWHERE, 9))
            return str(probe.getsockname()[0])
        except OSError:
            return ""
