"""Games of several rounds in a real journal, for tests."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import strategies as st

from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_scoring.score.card_text import parse_hand
from kibitz_scoring.score.tally import RoundEnd
from kibitz_server.access.viewer import Role
from kibitz_server.evening.live import Live
from kibitz_server.evening.round.play import Play
from kibitz_server.journal.entries import GameStarted, RoundConfirmed, SheetOpened
from kibitz_server.journal.play_entries import RevealWatched, RoundWatched, SnapOutcome
from kibitz_server.views.evening_view import GameView, project

from .conftest import ANN, BEN

KABOO = load_pack("kaboo", {"game.rounds": None})
Told = tuple[Sequence[str], str | None]
"""The hands of a round in the order of the players, and who called."""

HANDS = ("AH", "2C 3C", "9H 2D", "KS QS", "", "5H", "10D JD 4S")
rounds = st.lists(
    st.tuples(st.permutations(HANDS).map(lambda hands: tuple(hands[:2])), st.sampled_from(["Ann", "Ben", None])),
    min_size=1,
    max_size=5,
)


def begin(live: Live, pack: RulePack = KABOO, players: Sequence[PlayerId] = (ANN, BEN)) -> None:
    live.record(GameStarted(pack, pack.content_hash, tuple(players)))


def play(live: Live, *told: Told) -> GameView:
    """The game that is played after these rounds more."""
    for hands, caller in told:
        live.record(SheetOpened())
        game = live.evening.game
        assert game is not None
        confirm(live, [(player, hand) for player, hand in zip(game.players, hands, strict=True)], caller)
    return shown(live)


def confirm(live: Live, hands: Sequence[tuple[PlayerId, str]], caller: str | None) -> None:
    end = RoundEnd.DECK if caller is None else RoundEnd.CALL
    scored = tuple((player, parse_hand(hand)) for player, hand in hands)
    live.record(RoundConfirmed(scored, None if caller is None else PlayerId(caller), end))


def play_watched(live: Live, snaps: tuple[tuple[PlayerId, SnapOutcome], ...]) -> GameView:
    """The game after one more round, whose snaps the camera watched."""
    live.record(RoundWatched(ANN, is_dealt=False))
    hands = ((ANN, parse_hand("AH")), (BEN, parse_hand("9C")))
    live.record(RevealWatched(hands, ANN, RoundEnd.CALL, snaps))
    confirm(live, [(ANN, "AH"), (BEN, "9C")], "Ann")
    return shown(live)


def playing(live: Live) -> Play:
    """The round that is played."""
    assert live.play is not None
    return live.play


def shown(live: Live) -> GameView:
    game = project(live.evening, Role.SPECTATOR).game
    assert game is not None
    return game
