"""Choosing the game, its length and the players."""

from __future__ import annotations

from collections.abc import Mapping

from nicegui import ui

from kibitz_scoring.errors import InputError
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.choices import DeckBase
from kibitz_scoring.rules.packs import load_pack, pack_ids
from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_scoring.score.hands import deck_cards
from kibitz_scoring.sentences import to_say
from kibitz_server.evening.kept_texts import MOST_NAME
from kibitz_server.journal.entries import GameStarted
from kibitz_server.pages.parts.elements.regions import Region
from kibitz_server.pages.parts.elements.spoken import spoken
from kibitz_server.pages.parts.tools import Tools
from kibitz_server.pages.table.begin import Begin
from kibitz_server.pages.table.rules.house_rules import HouseRulesForm
from kibitz_server.texts import say
from kibitz_server.views.table_memory import TableMemory

_OPEN = to_say("until we stop")
_LENGTHS: Mapping[str, tuple[int | None, int | None]] = {
    _OPEN: (None, None),
    to_say("1 round"): (1, None),
    to_say("3 rounds"): (3, None),
    to_say("5 rounds"): (5, None),
    to_say("until someone has 100"): (None, 100),
}
"""Rounds and threshold by what the page calls them."""

_OWN = to_say("as the rules say")
_MOST_KNOWN = 16
"""Names offered at most: two full tables."""


class SetupPanel:
    """A form that starts a game, or what begins one in a tap; the pack of the settings is offered first."""

    def __init__(self, tools: Tools, memory: TableMemory) -> None:
        self._act = tools.act
        self._tell = tools.tell
        self._known = memory.names
        first = tools.desk.settings.pack
        shipped = [load_pack(pack_id) for pack_id in pack_ids()]
        self._packs = [first, *(pack for pack in shipped if pack.id != first.id)] if first else shipped
        self._pack = self._packs[0]
        self._names: list[str] = [""] * self._pack.min_players
        with spoken(ui.element("section").classes("panel setup"), say("New game")):
            Begin(tools, memory)
            ui.label(say("Which game?")).classes("panel-title")
            self._packs_box = Region(self._draw_packs)
            ui.label(say("Who plays?")).classes("panel-title")
            ui.label(say("In the order you sit, clockwise. The first sits at the lower edge of the picture.")).classes(
                "hint"
            )
            self._names_box = Region(self._draw_names)
            self._known_box: Region[tuple[PlayerId, ...]] = Region(self._draw_known)
            ui.label(say("How long?")).classes("panel-title")
            self._lengths = (
                ui.select({length: say(length) for length in (_OWN, *_LENGTHS)})
                .props("outlined dense")
                .classes("length")
            )
            spoken(self._lengths, say("Length"))
            # Who opens it while another game is being chosen finds it open.
            with ui.expansion(say("House rules"), icon="gavel").classes("house-rules"):
                self._rules_box = Region(self._draw_rules)
            start = ui.button(say("Start the game"), icon="play_arrow", on_click=self._start)
            start.props("no-caps unelevated size=lg").classes("start")
        self._choose(self._packs[0])

    def _draw_packs(self, _: RulePack) -> None:
        with spoken(ui.element("div").classes("packs").props('role="radiogroup"'), say("Game")):
            for pack in self._packs:
                self._draw_pack(pack)

    def _draw_pack(self, pack: RulePack) -> None:
        chosen = pack is self._pack
        tile = ui.element("button").classes("pack is-chosen" if chosen else "pack")
        tile.props(f'type=button role="radio" aria-checked="{str(chosen).lower()}" data-key="pack-{pack.id}"')
        with tile:
            ui.label(pack.name).classes("pack-name")
            ui.label(f"{_players_text(pack)} · {_about(pack)}").classes("hint")
        tile.on("click", lambda: self._choose(pack))

    def _choose(self, pack: RulePack) -> None:
        self._pack = pack
        self._lengths.value = _default_length(pack)
        wanted = max(pack.min_players, min(len(self._names), pack.max_players))
        self._names = (self._names + [""] * wanted)[:wanted]
        self._packs_box.show(pack)
        self._rules_box.show(pack)
        self._show_names()

    def _draw_rules(self, pack: RulePack) -> None:
        self._house_rules = HouseRulesForm(pack)

    def _show_names(self) -> None:
        """The fields are drawn anew only when there are more or fewer, so that nothing typed is lost."""
        count = len(self._names)
        self._names_box.show((count, count > self._pack.min_players, count < self._pack.max_players))
        self._show_known()

    def _draw_names(self, shown: tuple[int, bool, bool]) -> None:
        _, may_remove, may_add = shown
        self._fields: list[ui.input] = []
        with ui.element("div").classes("names"):
            for seat, name in enumerate(self._names):
                self._draw_name(seat, name, may_remove=may_remove)
            if may_add:
                ui.button(say("Add a player"), icon="add", on_click=self._add).props(
                    'no-caps flat data-key="add-player"'
                )

    def _draw_name(self, seat: int, name: str, *, may_remove: bool) -> None:
        with ui.element("div").classes(f"name-field seat-{seat}"):
            ui.label(str(seat + 1)).classes("seat-badge").props("aria-hidden=true")
            label = say("Player {number}", number=seat + 1)
            field = ui.input(label, value=name, autocomplete=[str(one) for one in self._known])
            field.props(f"outlined dense maxlength={MOST_NAME} autocomplete=off")
            self._fields.append(field)
            field.on_value_change(lambda event: self._enter(seat, event.value or ""))
            if may_remove:
                remove = ui.button(icon="close", on_click=lambda: self._remove(seat))
                spoken(remove.props("flat round dense"), say("Remove player {number}", number=seat + 1))

    def _enter(self, seat: int, name: str) -> None:
        self._names[seat] = name
        self._show_known()

    def _show_known(self) -> None:
        """Who played here before and is not at the table yet; nobody where it is full."""
        entered = {name.strip() for name in self._names}
        has_room = "" in entered or len(self._names) < self._pack.max_players
        self._known_box.show(tuple(name for name in self._known if has_room and name not in entered)[:_MOST_KNOWN])

    def _draw_known(self, names: tuple[PlayerId, ...]) -> None:
        if not names:
            return
        with spoken(ui.element("div").classes("button-row").props("role=group"), say("Players of earlier games")):
            for name in names:
                ui.button(str(name), icon="person_add", on_click=lambda name=name: self._seat(name)).props(
                    "no-caps outline"
                )

    def _seat(self, name: PlayerId) -> None:
        """In the first seat without a name, or in one more."""
        free = next((seat for seat, entered in enumerate(self._names) if not entered.strip()), None)
        if free is not None:
            self._fields[free].value = str(name)
        else:
            self._names.append(str(name))
            self._show_names()

    def _add(self) -> None:
        self._names.append("")
        self._show_names()

    def _remove(self, seat: int) -> None:
        del self._names[seat]
        self._show_names()

    def _start(self) -> None:
        players = tuple(PlayerId(name.strip()) for name in self._names)
        try:
            pack = self._house_rules.apply(_with_length(self._pack, str(self._lengths.value)))
        except InputError as error:
            self._tell(str(error))
            return
        self._act(GameStarted(pack, pack.content_hash, players))


def _with_length(pack: RulePack, length: str) -> RulePack:
    if length == _OWN:
        return pack
    rounds, threshold = _LENGTHS[length]
    return pack.model_copy(update={"game": pack.game.model_copy(update={"rounds": rounds, "threshold": threshold})})


def _default_length(pack: RulePack) -> str:
    """A pack of one round says nothing about an evening, so the table plays on until it stops."""
    return _OPEN if pack.game.rounds == 1 else _OWN


def _players_text(pack: RulePack) -> str:
    if pack.min_players == pack.max_players:
        return say("{number} players", number=pack.max_players)
    return say("{fewest} to {most} players", fewest=pack.min_players, most=pack.max_players)


def _about(pack: RulePack) -> str:
    if pack.deck.base is DeckBase.OWN:
        return say("{number} cards of its own", number=len(deck_cards(pack)))
    match pack.deck.jokers:
        case 0:
            return say("52 cards") if pack.deck.base is DeckBase.FRENCH52 else say("52 cards, 0 to 13")
        case jokers:
            return say("52 cards and {jokers} jokers", jokers=jokers)
