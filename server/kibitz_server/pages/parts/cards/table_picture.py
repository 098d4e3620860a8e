"""The picture with every card outlined and its reading written on it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from itertools import pairwise
from math import dist

from nicegui import events, ui

from kibitz_scoring.players import PlayerId
from kibitz_server.evening.game.sheet import Picture
from kibitz_server.journal.entries import Corners
from kibitz_server.pages.parts.cards.card_faces import look, short_label, spoken_label
from kibitz_server.pages.parts.elements.svg_points import svg_points
from kibitz_server.texts import say
from kibitz_server.views.sheet_view import CardView

_PLATE = 1.2
_LEAST_LETTERS = 8
"""A name's plate is at most so many times as wide as its hand, as another hand may lie beside it, and says so much."""
_LEAST_FONT = 0.02

# Emits the id of the card that was clicked, or chosen with the keyboard.
_CHOOSE = """(event) => {
    const card = event.target.closest("[data-card]");
    if (!card || (event.type === "keydown" && event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    emit(card.dataset.card);
}"""


def draw_table_picture(
    picture: Picture,
    cards: Sequence[CardView],
    players: Sequence[PlayerId],
    choose: Callable[[str], None] | None = None,
) -> None:
    """Draw a picture and its cards; with `choose` a card can be picked on it, and it is called with the card's id."""
    role = 'tabindex="0" role="button"' if choose else 'role="img"'
    box = ui.html(_markup(picture, cards, players, role), sanitize=False).classes("table-picture")
    if choose is None:
        return
    act = choose

    def chosen(event: events.GenericEventArguments) -> None:
        act(str(event.args))

    box.on("click", chosen, js_handler=_CHOOSE)
    box.on("keydown", chosen, js_handler=_CHOOSE)


def _markup(picture: Picture, cards: Sequence[CardView], players: Sequence[PlayerId], role: str) -> str:
    left, top, width, height = _part(picture, cards)
    least = max(width, height) * _LEAST_FONT
    outlines = "".join(
        _outline(card, card.corners, _seat(card, players), least, role) for card in cards if card.corners
    )
    names = "".join(_name(player, seat, cards, (least, top)) for seat, player in enumerate(players))
    alt = say("Cards on the picture {name}", name=picture.name)
    return (
        f'<svg viewBox="{left:.0f} {top:.0f} {width:.0f} {height:.0f}" role="group"'
        f' aria-label="{escape(alt)}">'
        f"{_image(picture)}{outlines}{names}</svg>"
    )


def _image(picture: Picture) -> str:
    if not picture.kept:
        return ""
    return f'<image href="/pictures/{picture.picture_id}.jpg" width="{picture.width_px}" height="{picture.height_px}"/>'


def _part(picture: Picture, cards: Sequence[CardView]) -> tuple[float, float, float, float]:
    """Left, top, width and height of the part of the picture that holds the cards, with a card's width around it."""
    corners = [corner for card in cards if card.corners for corner in card.corners]
    if not corners:
        return 0, 0, picture.width_px, picture.height_px
    margin = max(_short_side(card.corners) for card in cards if card.corners)
    left, right = min(x for x, _ in corners) - margin, max(x for x, _ in corners) + margin
    top, bottom = min(y for _, y in corners) - margin, max(y for _, y in corners) + margin
    left, top = max(0.0, left), max(0.0, top)
    return left, top, min(picture.width_px, right) - left, min(picture.height_px, bottom) - top


def _outline(card: CardView, corners: Corners, seat: str, least: float, role: str) -> str:
    x, y = _middle(corners)
    size = _short_side(corners)
    label = short_label(card) + (" ✎" if card.corrected else "")
    font = max(least, size * (0.42 if len(label) < 4 else 0.32))
    width, height = font * (0.62 * len(label) + 0.5), font * 1.3
    return (
        f'<g class="card-outline {seat} {look(card)}" data-card="{card.card_id}"'
        f' data-key="outline-{card.card_id}"'
        f' {role} aria-label="{escape(spoken_label(card))}">'
        f'<polygon points="{svg_points(corners)}" style="stroke-width:{size * 0.05:.1f}"/>'
        f'<rect x="{x - width / 2:.1f}" y="{y - height / 2:.1f}" width="{width:.1f}" height="{height:.1f}"'
        f' rx="{height * 0.28:.1f}"/>'
        f'<text x="{x:.1f}" y="{y:.1f}" style="font-size:{font:.1f}px">{escape(label)}</text></g>'
    )


def _seat(card: CardView, players: Sequence[PlayerId]) -> str:
    return f"seat-{players.index(card.player)}" if card.player in players else "seat-none"


def _name(player: PlayerId, seat: int, cards: Sequence[CardView], limits: tuple[float, float]) -> str:
    """The player's name over the upper edge of the hand, no smaller and no higher than the limits."""
    hand = [card.corners for card in cards if card.player == player and card.corners]
    if not hand:
        return ""
    least, top = limits
    font = max(least, 0.28 * sum(map(_short_side, hand)) / len(hand))
    x = sum(_middle(corners)[0] for corners in hand) / len(hand)
    y = max(top + font, min(corner[1] for corners in hand for corner in corners))
    edges = [corner[0] for corners in hand for corner in corners]
    fits = max(_LEAST_LETTERS, int((_PLATE * (max(edges) - min(edges)) / font - 1.2) / 0.62))
    name = player if len(player) <= fits else f"{player[: fits - 1].rstrip()}…"
    width = font * (0.62 * len(name) + 1.2)
    return (
        f'<g class="nameplate seat-{seat}"><rect x="{x - width / 2:.1f}" y="{y - font * 0.8:.1f}" width="{width:.1f}"'
        f' height="{font * 1.6:.1f}" rx="{font * 0.8:.1f}"/>'
        f'<text x="{x:.1f}" y="{y:.1f}" style="font-size:{font:.1f}px">{escape(name)}</text></g>'
    )


def _middle(corners: Corners) -> tuple[float, float]:
    return sum(x for x, _ in corners) / 4, sum(y for _, y in corners) / 4


def _short_side(corners: Corners) -> float:
    return max(12.0, min(dist(here, there) for here, there in pairwise((*corners, corners[0]))))
