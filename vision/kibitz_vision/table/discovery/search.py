"""The search for a table's places: pictures read one after the other, until they show where everything lies."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from kibitz_scoring.cards import JOKER
from kibitz_scoring.errors import InputError
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_scoring.sentences import joined, to_say
from kibitz_scoring.table import Heap
from kibitz_vision.detections import CardReading, Face, Image
from kibitz_vision.reading.overlap import share_of_smaller
from kibitz_vision.table.discovery.back_search import with_backs_alike
from kibitz_vision.table.discovery.discovery import Discovery, discover
from kibitz_vision.table.discovery.printed_zones import odd_ones, packs
from kibitz_vision.table.discovery.steady import halved, share_covered, steady_cards
from kibitz_vision.table.known_places import lie_there
from kibitz_vision.table.places import TablePlaces

LOOK_EVERY_MS = 500.0
"""A picture is read so often."""
Known = Callable[[tuple[int, int]], Sequence[TablePlaces]]
"""Places from before, likeliest first, for a picture of this (width, height)."""
_LEAST = 2
"""Pictures: a single one may show a card in a hand."""
_LATEST = 6
"""Pictures that show a deal without doubt where no hand rests on it."""
_JUST_NOW = 2
"""Pictures that show what lies there when it is accepted: in one a hand may hide it."""
_MORE = 24
"""Pictures in which hands that rest for seconds have left every card once."""
_SURE = 0.8
_BETTER = 0.01
_PATIENCE_MS, _PATIENCE_OVER_MS = 6000.0, 2500.0
"""For so long no picture must have shown more of a deal that lacks something, or it must have lain there since it was
over, and only hands rest on cards: with the first alone places were found over 5 s after two of five filmed deals.
"""
_MOSTLY = 0.6
"""Share of the cards of a deal that must be seen for those to be looked for of which no outline is, and of those found
that must still lie there.
"""
_BY_LOOKS_EVERY = 2
"""Only in every second picture backs are looked for by how others look: that takes 0.3 to 2.7 s of a core where reading
a picture takes 0.2 s, and a busy machine would read too few to see a card in two.
"""
_NOT_YET = to_say(
    "What lies in front of the players looks otherwise than the draw pile: no card seems to be dealt yet."
)
_ROUGH_MM = 40.0
"""Outlines may be so far from those of cards where nothing better is seen: backs without a border seem to be one."""


@dataclass(slots=True, eq=False)
class TableSearch:
    """Looks for the places of one table.

    Places that were `known` before are taken, likeliest first, if most cards lie there. Else they are found when
    nothing is missing in two pictures, or when for some seconds no picture has shown more and the cards still lie
    there. `is_rough`: of outlines that are not those of cards, so that places may lie beside what lies there.
    `missing`: what the last picture lacks, in a sentence, empty where nothing is.
    """

    pack: RulePack
    players: tuple[PlayerId, ...]
    size_px: tuple[int, int]
    known: Sequence[TablePlaces] = ()
    best: Discovery | None = None
    is_rough: bool = False
    missing: str = ""
    _pictures: deque[tuple[CardReading, ...]] = field(default_factory=lambda: deque(maxlen=_MORE), init=False)
    _alike: deque[tuple[CardReading, ...]] = field(default_factory=lambda: deque(maxlen=_MORE), init=False)
    _better_ms: float = field(default=0.0, init=False)
    _single: bool = field(default=True, init=False)
    _over_ms: float | None = field(default=None, init=False)
    _looks: int = field(default=0, init=False)
    _error: str = field(default="", init=False)

    def add(self, cards: Sequence[CardReading], at_ms: float, image: Image | None = None) -> TablePlaces | None:
        """The places, if they are found with what was read in the next picture.

        With the picture itself, backs whose outlines are not found are looked for by how others look.
        """
        # Where a card should lie of which only a corner shows is not exact enough.
        whole = [card for card in cards if not card.partial]
        self.known = [places for places in self.known if lie_there(places, whole) is not False]
        if there := [places for places in self.known if lie_there(places, whole)]:
            return there[0]
        self._looks += 1
        self._pictures.append(tuple(_as_dealt(whole, self.pack.deck.jokers)))
        exact = self._tries(self._pictures, image)
        self.missing = self._error
        if any(exact) and self._single and len(self._pictures) >= _LEAST:
            self.best, self._single = None, False  # what a single picture had shown is known better now
        sure = _sure(exact)
        if sure is not None and len(self._pictures) >= _LEAST:
            self.is_rough, self.missing = False, ""
            return sure.places
        if self.best is not None and not self._lies_there(self.best):
            self.best, self._over_ms = None, None
        self._keep_best(exact, at_ms)
        is_doubted = self.best is None or self.is_rough or bool(self.best.doubts) or self._single
        if is_doubted and (image is None or self._looks % _BY_LOOKS_EVERY == 0):
            by_looks = self._by_looks(image) if image is not None else []
            self._keep_best(by_looks, at_ms)
            if not any(by_looks):
                rough = self._found(steady_cards(self._pictures), image, is_rough=True)
                self._keep_best([rough], at_ms, is_rough=True)
        if self.best is not None:
            self.missing = joined(" ", self.best.doubts)
            if self.best.is_over and self._over_ms is None:
                self._over_ms = at_ms
            is_over_for_ms = 0.0 if self._over_ms is None else at_ms - self._over_ms
            is_over = not self.is_rough and is_over_for_ms >= _PATIENCE_OVER_MS
            is_settled = at_ms - self._better_ms >= _PATIENCE_MS or is_over
            if is_settled and self._lies_there(self.best, _JUST_NOW):
                return self.best.places
        return None

    def _lies_there(self, found: Discovery, pictures: int = _LATEST) -> bool:
        """Whether most of the cards of a table lie there in the last pictures, and did not only once."""
        lately = [*list(self._pictures)[-pictures:], *list(self._alike)[-max(1, pictures // _BY_LOOKS_EVERY) :]]
        places = found.places
        slots = [places.quad_px(slot) for player in places.players for slot in places.grid(player)]
        return share_covered(slots, lately) >= _MOSTLY

    def _keep_best(self, tries: Sequence[Discovery | None], at_ms: float, *, is_rough: bool = False) -> None:
        for found in tries:
            if found is not None and self._is_better(found, is_rough=is_rough):
                self.best, self._better_ms, self.is_rough = found, at_ms, is_rough

    def _is_better(self, found: Discovery, *, is_rough: bool) -> bool:
        if self.best is None or found.confidence > self.best.confidence + _BETTER:
            return True
        return not (is_rough or found.doubts) and (self.is_rough or bool(self.best.doubts))

    def _tries(self, pictures: Sequence[tuple[CardReading, ...]], image: Image | None) -> list[Discovery | None]:
        seen = (list(pictures)[-count:] for count in (_LATEST, _MORE) if count == _LATEST or len(pictures) > _LATEST)
        return [self._found(steady_cards(cards), image) for cards in seen]

    def _by_looks(self, image: Image) -> list[Discovery | None]:
        """What is found with the backs that look like others in the picture, once most of a deal lies there.

        That takes long, and is not worth while for less.
        """
        if len(self._pictures[-1]) < _MOSTLY * self._dealt:
            return []
        self._alike.append(tuple(with_backs_alike(image, self._pictures[-1], self._dealt + 1)))
        # What looks like a back is one though other pictures, in which hands are, do not show it.
        return [*self._tries(self._alike, image), self._found(self._alike[-1], image)]

    @property
    def _dealt(self) -> int:
        """How many cards a deal gives the players."""
        return len(self.players) * self.pack.table.hand_size

    def _found(self, cards: Sequence[CardReading], image: Image | None, *, is_rough: bool = False) -> Discovery | None:
        """The table that cards show, without what is printed on it where that shows more of a deal."""
        error, best = "", None
        for pack in [cards] if image is None else packs(image, cards, round(_MOSTLY * self._dealt)):
            try:
                found = self._discovered(pack, is_rough=is_rough)
            except InputError as missing:
                error = error or str(missing)
                continue
            if image is not None and self._begins_elsewhere(found, odd_ones(image, cards)):
                error = error or _NOT_YET
            elif best is None or found.confidence > best.confidence:
                best = found
        self._error = error or self._error
        return best if best is not None and self._lies_there(best) else None

    def _discovered(self, cards: Sequence[CardReading], *, is_rough: bool) -> Discovery:
        if is_rough:
            return discover(halved(cards), self.size_px, self.pack, self.players, _ROUGH_MM)
        return discover(cards, self.size_px, self.pack, self.players)

    def _begins_elsewhere(self, found: Discovery, odd: Sequence[CardReading]) -> bool:
        """Whether the pack lies in the middle and what lies in front of the players is none of it: zones of a mat."""
        if found.is_over or not self.pack.piles.starter:
            return False
        piles = [found.places.quad_px(heap) for heap in (Heap.DRAW, Heap.DISCARD)]
        return any(share_of_smaller(card.quad, pile) > _MOSTLY for card in odd for pile in piles)


def _as_dealt(cards: Sequence[CardReading], jokers: int) -> list[CardReading]:
    """The cards, those as backs that a deal does not have: more jokers than the deck, or mostly faces nobody can read.

    Backs of one emblem look like jokers, others with a picture on them like any face, and some like either.
    """
    shown = [card for card in cards if card.card == JOKER]
    false = shown if len(shown) > jokers else []
    unread = [card for card in cards if card.face is Face.UP and card.card is None]
    misread = [*false, *unread] if len(false) + len(unread) > len(cards) / 2 else false
    return [replace(card, face=Face.DOWN, card=None) if card in misread else card for card in cards]


def _sure(tries: Sequence[Discovery | None]) -> Discovery | None:
    return next((found for found in tries if found and not found.doubts and found.confidence >= _SURE), None)
