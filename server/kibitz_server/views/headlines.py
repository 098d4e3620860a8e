"""What a screen says in one line: how the game stands, and what was decided last."""

from __future__ import annotations

from kibitz_server.texts import say
from kibitz_server.views.evening_view import View


def headline(view: View) -> str:
    """Where the evening is: whose turn it is, the phase, or how the game ended."""
    if view.game is None:
        return say("The table is being laid.")
    if view.play:
        return view.play.on_turn or view.play.phase
    if view.game.is_counting:
        return say("The hands are being counted.")
    if view.game.is_over or view.game.score.finished:
        winners = ", ".join(map(str, view.game.score.winners))
        return say("{winners} won the game", winners=winners) if winners else say("The game is over.")
    return say("{player} deals next", player=view.game.next_dealer)


def verdict(view: View) -> str:
    """The newest snap that was judged in the round being watched; nothing while there is none."""
    races = view.play.races if view.play else ()
    return races[-1].sentence if races else ""


def latest(view: View) -> tuple[str, ...]:
    """What happened last, oldest first, in words."""
    return tuple(done.text for done in view.play.lately[-3:]) if view.play else ()
