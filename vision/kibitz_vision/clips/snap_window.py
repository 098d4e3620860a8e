"""The time in which a snap counts by the rules, as the judge has it, of the card that a clip is about."""

from __future__ import annotations

from kibitz_scoring.errors import InputError
from kibitz_scoring.game.rounds import apply
from kibitz_scoring.table import Interval
from kibitz_vision.clips.clip import Clip


def snap_window(clip: Clip) -> Interval | None:
    """From when the card to be matched lay there, in ms after the first frame; to infinity where only an act ends it.

    None where no snap counts, and where the clip does not know since when that card lay there.
    """
    try:
        state = before = clip.table.state
    except InputError:
        # A clip of elsewhere may tell of a table that is none.
        return None
    contest = clip.contest
    contacts = clip.verdict.contacts if clip.verdict else ()
    first_ms = min((one.at_ms.end_ms for one in contacts), default=clip.moment_ms)
    for timed in clip.events:
        at_ms = timed.at.end_ms
        after = apply(state, timed.event)
        followed = contest.followed(state, timed.event, after, at_ms)
        if at_ms < first_ms:
            before = after
        elif followed.opened_ms != contest.opened_ms:
            # The next card has its own time.
            break
        state, contest = after, followed
    return contest.time_for_snaps(before)
