"""What the viewer of the page that is drawn may do, by the tables of rights: what would be refused is not drawn."""

from __future__ import annotations

from urllib.parse import urlsplit

from nicegui import ui

from kibitz_server.access.acts import may_record
from kibitz_server.access.route_rights import may_ask
from kibitz_server.access.viewer import Right, Role, viewer_of
from kibitz_server.journal.entries import Entry


def may_do(kind: type[Entry]) -> bool:
    """Whether such an entry is taken from this page."""
    return may_record(_role(), kind)


def has_right(right: Right) -> bool:
    """Whether this page's viewer has a right."""
    return _role().may(right)


def may_open(address: str) -> bool:
    """Whether this page's browser is answered at an address of Kibitz, with what is asked there or without."""
    return may_ask(_role(), "GET", urlsplit(address).path)


def draw_file_link(text: str, address: str) -> None:
    """A link to what is answered at an address of Kibitz, for who may have it."""
    if may_open(address):
        ui.link(text, address).classes("quiet-link")


def _role() -> Role:
    return viewer_of(ui.context.client.request).role
