"""Addresses of cameras in a network: what of one may be shown, and whether it is one of the own network."""

from __future__ import annotations

import ipaddress
import re
from urllib.parse import urlsplit

HIDDEN = "…"
# Each goes through a text once, however long and odd it is: what cannot begin a match is told by the sign before it.
_ADDRESS = re.compile(r"(?<=[\w+.-]):/+\S+")
_USER = re.compile(r"\A(:/++)\S*@")
_BEFORE_AT = re.compile(r"(?<![^\s/])[^\s/]*@(?=[\w\[])")
_QUOTED = re.compile(r"\A[^:]*['\"]")
_VALUE = re.compile(r"([?&;][^=&;?\s]*=)[^&;\s#'\"]*")
_NAMED_SECRET = re.compile(r"(?i)((?:user(?:name)?|login|pass\w{0,40}?|pwd|pw|token|auth|key|secret)=)[^&;/\s'\"]*")
_OWN_ENDS = (".local", ".lan", ".home", ".home.arpa", ".internal", ".localdomain", ".fritz.box")
_LABEL = re.compile(r"(?!0x)(?=.*[a-z])[a-z0-9_-]+")


def without_password(text: str) -> str:
    """A text, an address or a sentence, in which no address shows a user, a password or what it is asked with."""
    return _BEFORE_AT.sub(lambda found: _without_user(found[0]), _ADDRESS.sub(lambda found: _masked(found[0]), text))


def _without_user(before_host: str) -> str:
    """What is left of `user:password@`: a quotation mark it began with, or all of it where it is no such thing."""
    if ":" not in before_host:
        return before_host
    quoted = _QUOTED.match(before_host)
    return quoted[0] if quoted else ""


def _masked(address: str) -> str:
    shown = _VALUE.sub(rf"\1{HIDDEN}", _USER.sub(r"\1", address))
    return _NAMED_SECRET.sub(rf"\1{HIDDEN}", shown)


def is_of_own_network(url: str) -> bool:
    """Whether an address is of this machine or the network it is in, as far as that is plain without asking anybody."""
    try:
        host = urlsplit(url).hostname or ""
    except ValueError:
        return False
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        # A name of one part, unless that is a number in disguise, is looked up in the own network only.
        return host.endswith(_OWN_ENDS) or _LABEL.fullmatch(host) is not None
    return address.is_private or address.is_loopback or address.is_link_local
