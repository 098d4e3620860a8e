"""The cutter: a thread of its own that takes frames for clips and writes them, and never holds the watching up."""

from __future__ import annotations

import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from kibitz_scoring.errors import InputError
from kibitz_scoring.sentences import Sentence
from kibitz_vision.clips.clip import Clip
from kibitz_vision.clips.cut import Cut, KeptFrames, verdict_of
from kibitz_vision.clips.shelf import ClipShelf
from kibitz_vision.detections import Found
from kibitz_vision.sound.heard import Heard

log = logging.getLogger(__name__)

_LOOK_S = 0.05
_LONGEST_WAIT_S = 5.0
"""A camera that has sent no picture for so long sends none of what a clip still waits for."""
_LAST_CUTS_S = 10.0


class Sightings:
    """What was found in the frames of the last minute, by their index; one thread adds, others look."""

    def __init__(self, most: int = 4096) -> None:
        self._most = most
        self._found: OrderedDict[int, tuple[Found, ...]] = OrderedDict()
        self._lock = threading.Lock()

    def add(self, index: int, found: tuple[Found, ...]) -> None:
        """Something was found in a frame."""
        with self._lock:
            self._found[index] = found
            while len(self._found) > self._most:
                self._found.popitem(last=False)

    def clear(self) -> None:
        """Forget all: frames of another source are counted anew."""
        with self._lock:
            self._found.clear()

    def all(self) -> dict[int, tuple[Found, ...]]:
        """All that is there."""
        with self._lock:
            return dict(self._found)


@dataclass(slots=True)
class _Order:
    cut: Cut
    source: KeptFrames
    since_s: float = field(default_factory=time.monotonic)


Done = Callable[[Cut, str], None]
"""Called in the cutter's thread with what was cut and the seal of its clip."""


class ClipCutter:
    """Cuts clips onto a shelf; `sentence` says why none are kept just now, and is empty while all is well."""

    def __init__(
        self,
        shelf: ClipShelf,
        sightings: Sightings,
        done: Done = lambda _cut, _seal: None,
        heard: Heard | None = None,
    ) -> None:
        self._shelf, self._sightings, self._done = shelf, sightings, done
        self._heard = heard or Heard()
        self._orders: list[_Order] = []
        self._changes: list[Cut] = []
        self._news = threading.Condition()
        self._writing = threading.Lock()
        self._ended = False
        self.sentence = ""
        self._thread = threading.Thread(target=self._run, name="clip cutter", daemon=True)
        self._thread.start()

    def cut(self, cut: Cut, source: KeptFrames) -> None:
        """Cut a clip as soon as its last frame has been taken, in place of one of the same name."""
        with self._news:
            self._orders = [one for one in self._orders if one.cut.name != cut.name]
            self._orders.append(_Order(cut, source))
            self._news.notify()

    def judge(self, cut: Cut) -> None:
        """Write another verdict or ruling, or other pauses, into a clip that was cut, or is about to be."""
        with self._news:
            waiting = next((one for one in self._orders if one.cut.name == cut.name), None)
            if waiting is not None:
                waiting.cut = cut
            else:
                self._changes.append(cut)
            self._news.notify()

    def forget(self, is_meant: Callable[[Cut], bool]) -> None:
        """Write nothing more of what waits; what was being written is whole on the shelf then."""
        with self._writing, self._news:
            self._orders = [one for one in self._orders if not is_meant(one.cut)]
            self._changes = [one for one in self._changes if not is_meant(one)]

    def close(self) -> None:
        """Cut what waits from the frames that are there, and end."""
        with self._news:
            self._ended = True
            self._news.notify()
        self._thread.join(_LAST_CUTS_S)

    def _run(self) -> None:
        while True:
            with self._news:
                if not self._ended and not self._changes:
                    self._news.wait(_LOOK_S if self._orders else None)
                is_last = self._ended
            with self._writing:
                with self._news:
                    due = self._due(at_once=is_last)
                    changes, self._changes = self._changes, []
                for order in due:
                    self._keep(order)
                for cut in changes:
                    self._change(cut)
            if is_last:
                return

    def _due(self, *, at_once: bool) -> list[_Order]:
        """The orders whose frames are all there, or of which no more will come."""
        due, now_s = [], time.monotonic()
        for order in self._orders:
            is_late = now_s - order.since_s > _LONGEST_WAIT_S
            if at_once or is_late or order.cut.is_due(order.source.kept()):
                due.append(order)
        self._orders = [one for one in self._orders if one not in due]
        return due

    def _keep(self, order: _Order) -> None:
        clip = order.cut.clip(order.source, self._sightings.all(), self._heard.all())
        if clip is not None:
            self._try(order.cut, lambda: self._shelf.put(order.cut.name, clip))

    def _change(self, cut: Cut) -> None:
        # Of what no film showed there is no clip.
        if cut.name in self._shelf:
            self._try(cut, lambda: self._shelf.change(cut.name, lambda clip: _judged(clip, cut)))

    def _try(self, cut: Cut, write: Callable[[], str]) -> None:
        try:
            seal = write()
        except InputError as error:
            self.sentence = Sentence("Clips are not kept just now: {error} Scoring goes on without them.", error=error)
        except Exception as error:
            log.exception("A clip could not be kept.")
            self.sentence = Sentence(
                "Clips are not kept just now ({error}): scoring goes on without them.", error=error
            )
        else:
            self.sentence = ""
            self._done(cut, seal)


def _judged(clip: Clip, cut: Cut) -> Clip:
    """The clip with what is made of its moment now, itself where that is no other."""
    verdict = verdict_of(cut.moment, clip.origin_ms, clip.over_pile_ms)
    contest = cut.contest.earlier(clip.origin_ms)
    told = cut.moment.title, verdict, cut.moment.ruling, contest
    if told == (clip.title, clip.verdict, clip.ruling, clip.contest):
        return clip
    return replace(clip, title=cut.moment.title, verdict=verdict, ruling=cut.moment.ruling, contest=contest)
