"""The watcher: takes a camera's frames one after the other and says what happens on the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import Executor, Future
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.choices import ReplacedCard, SnapWhose
from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_scoring.score.hands import binding_deck
from kibitz_scoring.table import Face, Place, TableEvent
from kibitz_vision.camera.lateness import LATE_MS, Lateness
from kibitz_vision.decoding.attribution.owners import Owners
from kibitz_vision.decoding.event_decoder import EventDecoder
from kibitz_vision.decoding.known_landings import without_known
from kibitz_vision.decoding.pile_delay import PileDelay
from kibitz_vision.decoding.trust import trusted
from kibitz_vision.detections import Found
from kibitz_vision.frame_backlog import FrameBacklog
from kibitz_vision.frames import Frame
from kibitz_vision.reading.pipeline import Pipeline
from kibitz_vision.table.brightness import brightened
from kibitz_vision.table.discovery.search import LOOK_EVERY_MS, Known, TableSearch
from kibitz_vision.table.patches import patch_map
from kibitz_vision.table.places import TablePlaces
from kibitz_vision.table.registration import CameraWatch, Stand
from kibitz_vision.tracking.changes import Change
from kibitz_vision.tracking.frames.disturbances import Disturbances
from kibitz_vision.tracking.frames.normalized_frame import MotionGate, NormalizedFrame
from kibitz_vision.tracking.hands.arm_attribution import arms_of
from kibitz_vision.tracking.hands.hand_attribution import HandAttribution
from kibitz_vision.tracking.landings import Landings
from kibitz_vision.tracking.sighted import sighted
from kibitz_vision.tracking.slots.card_observation import Inspector
from kibitz_vision.tracking.slots.inference_queue import InferenceQueue, begin
from kibitz_vision.tracking.tracker import Tracker

_CAUGHT_UP_AT_ONCE = 3
"""So many frames take about as long as it takes a camera to send the next."""
_LATE_FRAMES = 60
"""So many of those that wait are made up for by whoever is late: two for a second, and dealt cards lie there longer."""

SETTLED_MS = 2000.0
"""What a hand hid, or what waits for a race to be settled, is told so much later than it happened, or sooner."""


@dataclass(frozen=True, slots=True)
class PlaceState:
    """What lies on top at a place: None for nothing; `occluded` while the place cannot be seen as it is."""

    face: Face | None
    confidence: float
    occluded: bool


REMEMBERED_MS = 30_000.0
"""Until the places are known the frames of the last so many ms are kept, so that the deal itself is not missed."""
TableState = Mapping[Place, PlaceState]
"""What lies where, as far as the camera could see."""


class Watcher:
    """Follows one round at one table; not safe to share between threads.

    Given no `places`, it finds them from the deal, and then tells what happened during the deal, too; where cards lie
    in places that are `known` from before, these are used at once. Given a `thread`, places are looked for and at in
    it, and frames do not wait for that: those that come during the first look at the table are made up for, as the deal
    is, some with each new one. A camera that is pushed freezes the round until it stands, and then it goes on from
    there; so it does when pictures come in another size. Of frames whose light is not known, as they are bleached or
    black, nothing is told either: the round goes on from the next that is clear.
    """

    def __init__(
        self,
        pipeline: Pipeline,
        pack: RulePack,
        players: Sequence[PlayerId],
        known: Known | None = None,
        places: TablePlaces | None = None,
        thread: Executor | None = None,
    ) -> None:
        deck = binding_deck(pack)
        self._pipeline = pipeline.narrowed(deck) if deck else pipeline
        self._pack, self._players = pack, tuple(players)
        self._known = known
        self._gate = MotionGate()
        self._camera = CameraWatch()
        hides_replaced = pack.piles.replaced_card is ReplacedCard.ASIDE_FACE_DOWN
        owners = Owners(takes_anybodys=pack.snap.whose is SnapWhose.ANY)
        self._decoder = EventDecoder(self._pipeline.reader.cards, owners=owners, hides_replaced=hides_replaced)
        self._piled = PileDelay(self._decoder)
        self._disturbances = Disturbances()
        self._tracker: Tracker | None = None
        self._beginning: Future[Tracker] | None = None
        self._places, self._thread = places, thread
        self.is_moving = self._is_blind = False
        self._backlog = FrameBacklog(REMEMBERED_MS)
        self._search: TableSearch | None = None
        self._searching: Future[TablePlaces | None] | None = None
        self._looked_ms, self._least_behind_ms = float("-inf"), float("inf")
        self._last: Frame | None = None
        self._seen: Frame | None = None

    @property
    def places(self) -> TablePlaces | None:
        """The table as it was found, None until then."""
        return self._places

    @property
    def behind_ms(self) -> float:
        """How far what is told lags behind the last frame, in ms of capture time; 0 but after the places were found."""
        return 0.0 if self._places is None else self._backlog.span_ms

    @property
    def known_ms(self) -> float:
        """Up to when nothing more will be told, in ms of capture time, but what was hidden for very long."""
        if self._places is None or self._last is None:
            return float("-inf")
        return self._last.captured_ns / 1e6 - SETTLED_MS

    @property
    def missing(self) -> str:
        """What a deal lacked when the places were looked for last, in a sentence; empty once they are found."""
        return "" if self._places is not None or self._search is None else self._search.missing

    def keep_up(self, lateness: Lateness) -> None:
        """Say whether frames from before are made up for; where one is late, or falls behind still, only a few are."""
        behind_ms = self.behind_ms
        lateness.catches_up = behind_ms > 0
        self._least_behind_ms = min(self._least_behind_ms, behind_ms) if behind_ms else float("inf")
        if lateness.is_late or behind_ms > self._least_behind_ms + LATE_MS:
            self._backlog.thin(_LATE_FRAMES)

    def update(self, frame: Frame) -> list[TableEvent]:
        """What the next frame shows to have happened; times are those of the frames that show it first."""
        if self._places is not None and not self._backlog and not self._is_beginning:
            return self._said(self._follow(frame))
        self._backlog.keep(frame)
        self._look_for_places(frame)
        if self._places is None or self._is_beginning:
            return []
        at_once = _CAUGHT_UP_AT_ONCE if self._has_begun else 1
        return self._said(self._catch_up(len(self._backlog) if self._thread is None else at_once))

    def finish(self) -> list[TableEvent]:
        """What was still to be told when the last frame has been seen, on a table of which all was never seen, too."""
        events: list[TableEvent] = []
        if self._searching is not None:
            self._places = self._searching.result()
        if self._places is None and self._search is not None and self._search.best is not None:
            self._places = self._search.best.places
        if self._places is not None:
            events += self._catch_up(len(self._backlog))
        self._wait_for_first_look()
        if self._tracker is not None and self._seen is not None:
            events += self._told(self._settled(list(self._tracker.finish(self._seen.image)), float("inf")))
        return self._said([*events, *self._decoder.finish()])

    def state(self) -> TableState:
        """What lies where now; empty until the places are found."""
        if self._tracker is None:
            return {}
        return {
            track.place: PlaceState(
                None if track.lying is None else self._decoder.face(track.lying),
                track.certainty,
                track.busy_since is not None or self._is_blind,
            )
            for track in self._tracker.tracks
        }

    def found(self) -> tuple[Found, ...]:
        """Hands and places at which something goes on, on the frame that was followed last."""
        return sighted(self._tracker, self._last.index) if self._tracker and self._last else ()

    def _follow(self, frame: Frame) -> list[TableEvent]:
        self._resize(frame.image.shape[1], frame.image.shape[0])
        self._last = frame
        normalized = self._gate.look(frame)
        if not self._has_begun:
            if normalized.light.is_clear:
                self._seen, self._beginning = frame, self._begin(normalized, frame)
            else:
                self._gate = MotionGate()
            return []
        self._wait_for_first_look()
        assert self._tracker is not None
        camera = self._camera.look(normalized.half, normalized.at_ms)
        self.is_moving = camera.stand is Stand.MOVING
        self._is_blind = self.is_moving or not normalized.light.is_clear
        self._disturbances.look(normalized, is_moving=camera.stand is not Stand.STILL)
        if camera.stand is Stand.MOVED:
            assert self._places is not None
            self._seen = frame
            self._places = self._places.moved(camera.image_from_before)
            return self._told(self._tracker.move(self._places, camera.image_from_before, normalized))
        if self._is_blind:
            return []
        self._seen = frame
        events = self._told(self._settled(self._tracker.update(normalized, frame.image), normalized.at_ms))
        events += self._decoder.resolve(normalized.at_ms, self._tracker.hides)
        for place in self._decoder.vacated():
            self._tracker.vacate(place)
        return without_known(events)

    def _resize(self, width: int, height: int) -> None:
        """Pictures of another size show the same table: it is looked at anew, and nothing in between is known."""
        assert self._places is not None
        before = self._places.size_px
        if before == (width, height):
            return
        larger = np.diag([width / before[0], height / before[1], 1.0])
        self._places = replace(self._places.moved(larger), size_px=(width, height))
        self._gate, self._camera = MotionGate(), CameraWatch()
        self._tracker = self._beginning = None

    def _settled(self, changes: Sequence[Change], now_ms: float) -> list[Change]:
        assert self._tracker is not None
        return self._piled.take(changes, now_ms, partial(self._tracker.attribution.stops, self._tracker.history))

    def _told(self, changes: Sequence[Change]) -> list[TableEvent]:
        in_time = sorted(changes, key=lambda change: change.at.end_ms)
        return [event for change in in_time for event in self._decoder.take(change)]

    def _begin(self, normalized: NormalizedFrame, frame: Frame) -> Future[Tracker]:
        assert self._places is not None
        slots = {player: self._places.slots(player) for player in self._places.players}
        self._decoder.begin(slots, normalized.at_ms)
        return begin(partial(self._first_look, self._places, normalized, frame), self._thread)

    def _first_look(self, places: TablePlaces, normalized: NormalizedFrame, frame: Frame) -> Tracker:
        attribution = HandAttribution(arms_of(places), self._gate)
        queue, landings = InferenceQueue(self._thread), Landings(self._decoder.air)
        inspector, patches = Inspector(self._pipeline, places), patch_map(places)
        tracker = Tracker(inspector, patches, attribution, self._gate, queue=queue, landings=landings)
        tracker.begin(normalized, frame.image)
        return tracker

    @property
    def _has_begun(self) -> bool:
        return self._tracker is not None or self._beginning is not None

    @property
    def _is_beginning(self) -> bool:
        return self._beginning is not None and not self._beginning.done()

    def _wait_for_first_look(self) -> None:
        if self._beginning is None or self._places is None:
            return
        self._tracker, self._beginning = self._beginning.result(), None

    def _look_for_places(self, frame: Frame) -> None:
        if self._searching is not None and self._searching.done():
            self._places, self._searching = self._searching.result(), None
        now_ms = frame.captured_ns / 1e6
        is_busy = self._places is not None or self._searching is not None
        if is_busy or now_ms - self._looked_ms < LOOK_EVERY_MS:
            return
        self._looked_ms = now_ms
        if self._thread is None:
            self._places = self._search_in(frame, now_ms)
        else:
            self._searching = self._thread.submit(self._search_in, frame, now_ms)

    def _search_in(self, frame: Frame, now_ms: float) -> TablePlaces | None:
        if self._search is None:
            size_px = frame.image.shape[1], frame.image.shape[0]
            known = self._known(size_px) if self._known else ()
            self._search = TableSearch(self._pack, self._players, size_px, known)
        return self._search.add(self._pipeline.read(brightened(frame.image)).cards, now_ms, frame.image)

    def _said(self, events: Sequence[TableEvent]) -> list[TableEvent]:
        """The events as they are told, doubted for all that is known of the picture and of what was told before."""
        return [trusted(event) for event in self._disturbances.doubted(events)]

    def _catch_up(self, frames: int) -> list[TableEvent]:
        """What so many of the frames show that were kept, oldest first."""
        taken = (self._backlog.take() for _ in range(min(frames, len(self._backlog))))
        return [event for frame in taken for event in self._follow(frame)]
