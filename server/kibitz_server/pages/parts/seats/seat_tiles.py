"""A tile for each player, always in the same place: the hand as everybody may see it, Call and Dispute."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from nicegui import ui

from kibitz_scoring.players import PlayerId
from kibitz_scoring.slots import row_of
from kibitz_server.evening.game.challenges import Tokens
from kibitz_server.pages.parts.cards.card_faces import colour
from kibitz_server.pages.parts.cards.drawn_card import draw_card
from kibitz_server.pages.parts.elements.regions import Region
from kibitz_server.pages.parts.elements.spoken import spoken
from kibitz_server.pages.parts.seats.seat_acts import SeatActs
from kibitz_server.texts import say
from kibitz_server.views.round.play_view import PlaceView, SeatView
from kibitz_server.views.words.card_words import glyphs, words
from kibitz_vision.detections import Face


class SeatTiles:
    """A tile for each player at the table, with buttons that stay while the hands change."""

    def __init__(self, acts: SeatActs) -> None:
        self._acts = acts
        self._tiles: list[_SeatTile] = []
        # Drawn anew only as people come and go: a button must not be replaced while somebody taps it.
        self._box = Region(self._draw)

    def show(self, seats: Sequence[SeatView], word: str) -> None:
        """Show the players' hands, and this word for a call."""
        self._box.show((tuple(seat.player for seat in seats), word))
        for tile, seat in zip(self._tiles, seats, strict=True):
            tile.show(seat)

    def _draw(self, shown: tuple[Sequence[PlayerId], str]) -> None:
        players, word = shown
        with ui.element("div").classes("hands"):
            self._tiles = [_SeatTile(number, player, word, self._acts) for number, player in enumerate(players)]


class _SeatTile:
    def __init__(self, number: int, player: PlayerId, word: str, acts: SeatActs) -> None:
        with spoken(ui.element("section").classes(f"hand play-hand seat-{number}"), str(player)) as self._box:
            self._hand = Region(draw_hand)
            self._tokens = Region(draw_tokens)
            with ui.element("div").classes("tile-acts"):
                call = ui.button(word, icon="campaign", on_click=lambda: acts.call(player))
                spoken(call, say("{player}: {word}", player=player, word=word)).props("no-caps outline dense")
                call.props(f"data-key=call-{number}")
                dispute = ui.button(say("Dispute"), icon="pan_tool", on_click=lambda: acts.dispute(player))
                spoken(dispute, say("{player}: Dispute", player=player)).props("no-caps flat dense")
                dispute.props(f"data-key=dispute-{number}")

    def show(self, seat: SeatView) -> None:
        on_turn = "is-on-turn"
        if seat.is_on_turn:
            self._box.classes(add=on_turn)
        else:
            self._box.classes(remove=on_turn)
        self._hand.show(seat)
        self._tokens.show(seat.tokens)


def draw_tokens(tokens: Tokens | None) -> None:
    """The challenge tokens of a player: full ones are left, those of open disputes are marked."""
    if tokens is None:
        return
    told = say("{left} of {each} challenge tokens left", left=tokens.left, each=tokens.each)
    if tokens.staked:
        told = say("{told}, {staked} in dispute", told=told, staked=tokens.staked)
    ui.label(told).classes("hint challenge-tokens")


def draw_hand(seat: SeatView) -> None:
    """Draw whose hand it is, what its player is doing, and its cards as everybody may see them."""
    with ui.element("div").classes("hand-head"):
        ui.label(str(seat.player)).classes("hand-name")
        if seat.points is not None:
            ui.label(str(seat.points)).classes("points")
    ui.label(doing_words(seat)).classes("hint doing")
    draw_cards(seat)


def draw_cards(seat: SeatView) -> None:
    """Draw the cards of a hand, row by row, as everybody may see them."""
    for _, row in groupby(seat.places, key=lambda place: row_of(place.slot)):
        with ui.element("div").classes("hand-cards"):
            for place in row:
                draw_place(place)


def doing_words(seat: SeatView) -> str:
    """What a player is doing, nothing while others play."""
    doing = (
        say("called") if seat.is_caller else "",
        say("on turn") if seat.is_on_turn else "",
        say("a card in hand") if seat.holds else "",
    )
    return ", ".join(filter(None, doing))


def draw_place(place: PlaceView) -> None:
    """Draw what lies at one place of a hand, as everybody may see it."""
    modifier = f"{place.modifier:+d}" if place.modifier else ""
    if place.face is None:
        card = spoken(draw_card("is-empty", ""), say("{place}: no card", place=place.name))
    elif place.card is None or place.face is Face.DOWN:
        card = spoken(draw_card("is-back", modifier), say("{place}: face down", place=place.name))
    else:
        said = say("{place}: {card}", place=place.name, card=words(place.card))
        card = spoken(draw_card(colour(place.card), glyphs(place.card) + modifier), said)
    card.props["data-slot"] = place.slot
