"""What stands on the time line of a clip: contacts, slaps, what happened, was seen, was said, disputed and ruled.

Times are ms after the window for snaps opened; no words tell a face that is not open to everybody.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from kibitz_server.texts import say
from kibitz_server.views.round.just_seen import seen_words
from kibitz_server.views.words.act_words import ActWords
from kibitz_vision.clips.clip import Clip, ClipKind, Contact
from kibitz_vision.clips.snap_window import snap_window
from kibitz_vision.sound.onsets import Onset


def marks_of(clip: Clip) -> list[dict[str, object]]:
    """Each with its kind, its time and its words, in order of time; what came after the clip stands at its end."""
    return sorted(_marks(clip), key=lambda mark: float(str(mark["at_ms"])))


def window_of(clip: Clip) -> list[float | None] | None:
    """From when to when a snap counts, None as its end while nothing ends it; None where no clock says so."""
    window = snap_window(clip)
    if window is None:
        return None
    start, end = window.start_ms - clip.opening_ms, window.end_ms - clip.opening_ms
    return [round(start, 3), round(end, 3) if math.isfinite(end) else None]


def contact_mark(clip: Clip, contact: Contact) -> dict[str, object]:
    """A contact with the time in which it was."""
    at = clip.beside(contact)
    start, end = at.start_ms - clip.opening_ms, at.end_ms - clip.opening_ms
    return {
        "from_ms": round(start, 3),
        "to_ms": round(end, 3),
        "seat": clip.table.players.index(contact.player),
        "words": say(
            "{player}'s card touches: {start:.0f} to {end:.0f} ms", player=contact.player, start=start, end=end
        ),
    }


def sound_mark(clip: Clip, onset: Onset) -> dict[str, object]:
    """A slap that was heard."""
    start, end = onset.at_ms.start_ms - clip.opening_ms, onset.at_ms.end_ms - clip.opening_ms
    words = say("A slap was heard: {start:.0f} to {end:.0f} ms", start=start, end=end)
    return {"from_ms": round(start, 3), "to_ms": round(end, 3), "words": words}


def _marks(clip: Clip) -> Iterator[dict[str, Any]]:
    words = ActWords(clip.table.pack, clip.table.players)
    for timed in clip.events:
        yield _mark(clip, "event", timed.at.end_ms, words.told([timed.event]))
    for seen in clip.seen:
        if told := seen_words(seen, words):
            yield _mark(clip, "seen", seen.seen.at.end_ms, say("Seen: {what}", what=told))
    for act in clip.acts:
        yield _mark(clip, "said", act.at.end_ms, say("Said: {what}", what=words.told([act.event])))
    yield from _decided(clip)


def _decided(clip: Clip) -> Iterator[dict[str, Any]]:
    """All clocks stand still from when a dispute is raised to when it is ruled on: the clip's clocks tell both."""
    last_ms = clip.frames[-1].at_ms if clip.frames else clip.moment_ms
    raised = [pause.start_ms for pause in clip.contest.pauses if 0.0 <= pause.start_ms <= last_ms]
    for at_ms in raised:
        what = say(clip.title) if clip.kind is ClipKind.DISPUTE else say("A dispute is raised, the clocks stand still")
        yield _mark(clip, "dispute", at_ms, what)
    if clip.kind is ClipKind.DISPUTE and not raised:
        yield _mark(clip, "dispute", last_ms, say("After this clip: {what}", what=say(clip.title)))
    ruled = [pause.end_ms for pause in clip.contest.pauses if 0.0 <= pause.end_ms <= last_ms]
    what = say("Ruled: {sentence}", sentence=say(clip.ruling.sentence)) if clip.ruling else ""
    for at_ms in ruled:
        yield _mark(clip, "ruling", at_ms, what or say("A dispute is ruled on, the clocks go on"))
    if what and not ruled:
        yield _mark(clip, "ruling", last_ms, say("After this clip: {what}", what=what))


def _mark(clip: Clip, kind: str, at_ms: float, words: str) -> dict[str, Any]:
    return {"kind": kind, "at_ms": round(at_ms - clip.opening_ms, 3), "words": words}
