"""Sentences for people about the watching of a round."""

from __future__ import annotations

from kibitz_scoring.sentences import Sentence, joined
from kibitz_vision.camera.lateness import LATE

_NOTABLE_LAG_MS = 1000.0
LIE_THERE = Sentence(
    "Cards lie at all places already. Have they been dealt? Then stop, and begin again with the mark that they lie "
    "there. Else clear the table, and deal."
)
UNWATCHED = Sentence("Nobody watches the table at the moment. Go on, or stop.")
STUMBLED = Sentence("Watching stumbled over a picture and began anew from the cards that lie there.")
STUMBLED_AT_THE_END = Sentence("Watching stumbled over the end of the film: what was still open there is not told.")
PUSHED = Sentence("The camera was pushed: nothing is judged until it stands still.")


def lag_sentence(behind_ms: float, *, is_late: bool = False) -> str:
    """What people should know of a watcher that is late, or makes up for the deal; nothing where that is over soon."""
    if is_late:
        return Sentence(LATE)
    if behind_ms <= _NOTABLE_LAG_MS:
        return ""
    return Sentence(
        "Catching up with the deal: what is shown is {seconds:.0f} s old. Play on.", seconds=behind_ms / 1000
    )


def places_sentence(missing: str, *, is_late: bool) -> str:
    """What people should know while the places are looked for: what was missing of a deal, if anything was seen yet."""
    looking = Sentence(
        "Looking for the places: {missing}",
        missing=missing or Sentence("deal, and keep hands off for a moment."),
    )
    return joined(" ", (looking, Sentence(LATE))) if is_late else looking
