"""One thread over one source: what it knows of the table, for the event loop to look at."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_scoring.slots import slot_ids
from kibitz_scoring.table import SlotId, TableEvent
from kibitz_server.evening.astray import AstrayCards
from kibitz_server.watching.bare_places import BarePlaces
from kibitz_vision.camera.health import SourceState
from kibitz_vision.camera.lateness import Lateness
from kibitz_vision.camera.sources import FrameSource
from kibitz_vision.detections import Image
from kibitz_vision.recording.recorder import Looked
from kibitz_vision.table.places import TablePlaces
from kibitz_vision.token_count import count_tokens
from kibitz_vision.watcher import TableState, Watcher

_TOKENS_EVERY_MS = 1000.0
"""Looking for tokens takes some 20 ms a card."""


@dataclass(slots=True)
class Session:
    """It ends when it is told to.

    `lie_there`: whether a card has lain at all places of all hands since the first look before a deal, None until then.
    `frame` is the index of the frame that was looked at last, `after` of the one after which it began.
    `lies` is when and what lay where, nothing while that cannot be told, `astray` what of it does not match the game.
    `tokens` are the points that printed tokens gave the card in each slot at the reveal, and when that was seen.
    `unwritten` is what was seen and the disk did not take yet, `refused` the sentence about that.
    """

    source: FrameSource
    pack: RulePack
    players: tuple[PlayerId, ...]
    ended: threading.Event = field(default_factory=threading.Event)
    places: TablePlaces | None = None
    lie_there: bool | None = None
    fault: str = ""
    unwritten: tuple[TableEvent, ...] = ()
    refused: str = ""
    is_moving: bool = False
    is_revealing: bool = False
    tokens: tuple[float, Mapping[SlotId, int]] = (float("-inf"), {})
    missing: str = ""
    lateness: Lateness = field(default_factory=Lateness)
    bare: BarePlaces = field(default_factory=BarePlaces)
    lies: tuple[float, TableState] = (float("-inf"), {})
    astray: AstrayCards = field(default_factory=AstrayCards)
    behind_ms: float = 0.0
    frame: int = -1
    at_ms: float = 0.0
    ahead_ns: int = 0
    after: int = field(init=False)

    def __post_init__(self) -> None:
        self.after = self.frame

    def count_tokens(self, watcher: Watcher, image: Image) -> None:
        """Look for printed tokens on the cards at the reveal, now and then, once the picture shows what is told."""
        is_told = not (self.behind_ms or self.is_moving or self.lateness.is_late)
        if self.is_revealing and is_told and self.at_ms - self.tokens[0] >= _TOKENS_EVERY_MS:
            self.tokens = self.at_ms, count_tokens(watcher, self.pack, image)

    @property
    def is_over(self) -> bool:
        """Whether it is of a film that is at its end, and of no camera that may come back."""
        return not self.source.is_live and self.source.health.state is SourceState.ENDED

    @property
    def looked(self) -> Looked:
        """How far the watching has got by the clock of the source, and where the table is."""
        at_ns = round((self.at_ms - self.behind_ms) * 1e6) - self.ahead_ns
        return Looked(at_ns, self.places, self.is_moving)

    def grids(self) -> Iterator[SlotId]:
        """The places of all hands that are dealt a card."""
        size = self.pack.table.hand_size
        return (slot for seat in range(len(self.players)) for slot in slot_ids(self.pack, seat, size))
