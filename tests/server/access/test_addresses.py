"""The addresses of this computer, as phones open them."""

from __future__ import annotations

import ipaddress

import pytest

from kibitz_server.access.addresses import netloc, own_addresses


def test_no_address_leads_back_to_the_phone_itself() -> None:
    assert not [address for address in own_addresses() if address.is_loopback or address.is_link_local]


@pytest.mark.parametrize(
    ("address", "port", "written"),
    [("192.168.1.5", 8765, "192.168.1.5:8765"), ("fd00::1", 8765, "[fd00::1]:8765"), ("10.0.0.1", 80, "10.0.0.1")],
)
def test_an_address_is_written_as_browsers_send_it(address: str, port: int, written: str) -> None:
    assert netloc(ipaddress.ip_address(address), port) == written
