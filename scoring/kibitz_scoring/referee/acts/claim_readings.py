"""Readings of cards that left their slots for the pile: swaps, matches and snaps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from kibitz_scoring.game.changes.claims import same_rank
from kibitz_scoring.game.changes.moves import place_of
from kibitz_scoring.game.events import CardTaken, Drew, Matched, Snapped, Swapped, Verdict
from kibitz_scoring.game.legality.check import check
from kibitz_scoring.game.round_state import RoundState, held_by, top_face
from kibitz_scoring.players import PlayerId
from kibitz_scoring.referee.acts.act import Act, Kind, is_slot
from kibitz_scoring.referee.acts.contest import AFTER_ANOTHER, TOO_CLOSE, Judged, attempt_of
from kibitz_scoring.referee.acts.guesses import CHANGED_MIND, NOTHING, UNSEEN, Guess, Scene, draws, slots_of
from kibitz_scoring.referee.acts.trace import Move, hand_of
from kibitz_scoring.snaps.judge import Attempt
from kibitz_scoring.table import FACE_DOWN, Face, Heap, Interval

_ANOTHER_HAND = 0.3
"""Probability from which a hand on the pile may have laid a card of its own."""
_AT_ONCE_MS = 300.0
"""No hand lays a card on the pile and takes up the next one so fast."""
LONGEST_CARRY_MS = 600.0
"""Nobody who snaps holds a card for so long on its way to the pile."""
LEAST_CARRY_MS = 80.0
"""No hand brings a card there any sooner after it was seen in its place last."""
_HARDLY_SEEN_MS = 250.0
"""A card that may have come at any time in so long was not seen to come: the picture shook, the light flickered, or
frames are missing. In one of six measured races with a trouble at a hard table a card came within 206 ms without a
frame, onto another that nobody saw; of 18 snaps that were firmly right none was seen so badly."""
_RULES = {
    Verdict.CORRECT: "snap.enabled",
    Verdict.WRONG: "snap.wrong_penalty",
    Verdict.LATE: AFTER_ANOTHER.rule,
    Verdict.TOO_CLOSE: TOO_CLOSE.rule,
}
"""What decides a snap that was not judged by its time: who takes a card back says by that that it does not count."""
_OTHERS_CARD = 0.5
"""How much rarer people snap another player's card than an own one."""


def swap_guesses(scene: Scene, act: Act, seat: int, player: PlayerId) -> Iterator[Guess]:
    """Guesses at one card into a slot and another out of it."""
    state, (out, into) = scene.state, act.moves
    slot = slots_of(act)[0]
    if place_of(state, slot)[0] != seat:
        return
    face = _face(act, out)
    top = top_face(state)
    right = same_rank(face, top, state.pack.deck.base)
    matches = state.pack.match.enabled and into.origin is Heap.DISCARD and not right
    for draw, seen in draws(state, into, seat, player):
        yield (*draw, Swapped(player, slot, face)), seen * (CHANGED_MIND if matches and act.turns else 1.0)
    if matches and held_by(state, seat) is None:
        yield (Matched(player, slot, face),), 1.0 if act.turns else CHANGED_MIND
    may_be_back = into.origin in (None, Heap.DISCARD) and not _was_up_before(into, out)
    if state.pack.snap.enabled and may_be_back and held_by(state, seat) is None:
        verdict = Verdict.LATE if right else Verdict.WRONG
        yield (Snapped(player, slot, face, verdict),), UNSEEN
    if state.pack.snap.enabled and right and into.origin is Heap.DRAW and check(state, Drew(player)):
        # Who may not draw has rather snapped a card that matches, and none lies in its slot.
        claim = replace(act, kind=Kind.CLAIMED, moves=(out,))
        attempt = attempt_of(state, player, claim)
        assert attempt is not None
        yield (Snapped(player, slot, face, judged(scene, attempt, claim).verdict),), NOTHING


def _was_up_before(into: Move, out: Move) -> bool:
    """Whether a hand had taken a card up before another one came to the pile: then it is not that one, taken back."""
    if into.hand is None or into.lifted is None or out.laid is None:
        return False
    return into.lifted.end_ms < out.laid.start_ms


def _face(act: Act, move: Move) -> Face:
    """Face of a card that left its slot, read on its way or when it was turned over before."""
    turned = [face for event in act.turns if (face := getattr(event, "face", FACE_DOWN)) is not FACE_DOWN]
    return turned[-1] if move.face is FACE_DOWN and turned and move.target is Heap.DISCARD else move.face


def claim_guesses(scene: Scene, act: Act, seat: int, player: PlayerId) -> Iterator[Guess]:
    """A card out of a slot, by itself: a match where the game has those, a snap, or half of a swap."""
    state, move = scene.state, act.moves[0]
    slot = slots_of(act)[0]
    owner, _ = place_of(state, slot)
    face = _face(act, move)
    top = top_face(state)
    right = same_rank(face, top, state.pack.deck.base)
    held = held_by(state, seat) is not None
    if owner == seat and act.back is None:
        likely = UNSEEN if right else 1.0
        for draw, seen in draws(state, Move(None), seat, player):
            yield (*draw, Swapped(player, slot, face)), likely * seen * (1.0 if held else UNSEEN)
    if state.pack.match.enabled and owner == seat:
        whole = right is (act.back is None)
        yield (Matched(player, slot, face),), 1.0 if whole else UNSEEN
    attempt = attempt_of(state, player, act)
    if attempt is None or not (state.pack.snap.enabled or not state.pack.match.enabled):
        return
    verdict = judged(scene, attempt, act).verdict
    strange = (act.back is not None and verdict is Verdict.CORRECT) or (act.back is None and not right and held)
    fit = (UNSEEN if strange else 1.0) * (1.0 if owner == seat else _OTHERS_CARD)
    if act.back is not None and act.back != slot:
        yield (Snapped(player, slot, face, Verdict.WRONG), CardTaken(player, slot, act.back)), fit
        return
    if act.back is not None and verdict is Verdict.CORRECT:
        yield (Snapped(player, slot, face, Verdict.LATE),), fit
        yield (Snapped(player, slot, face, Verdict.TOO_CLOSE),), fit
    yield (Snapped(player, slot, face, verdict),), fit


def judged(scene: Scene, attempt: Attempt, act: Act) -> Judged:
    """The judge's verdict on an act as an attempt, beside the acts that compete with it."""
    rivals = [rival for other in scene.others if (rival := _rival(scene.state, other)) is not None]
    by_time = scene.contest.judged(scene.state, attempt, rivals)
    others = (other for other in scene.others if not _is_own(other, act, attempt.player))
    unseen = any(_is_lost_rival(scene, other, act) for other in others)
    unseen |= _may_be_anothers(attempt, act) or _is_hardly_seen(act)
    return TOO_CLOSE if by_time.verdict is Verdict.CORRECT and unseen else by_time


def rule_of(scene: Scene, act: Act, snapped: Snapped, *, is_said: bool) -> str:
    """The key of the rule that makes a snap of an act what it is, empty where people said what the judge does not."""
    attempt = attempt_of(scene.state, snapped.player, act)
    by_judge = None if attempt is None else judged(scene, attempt, act)
    if by_judge is not None and by_judge.verdict is snapped.verdict:
        return by_judge.rule
    return "" if is_said else _RULES.get(snapped.verdict, "")


def _is_own(other: Act, act: Act, player: PlayerId) -> bool:
    """Whether another card was surely taken up by the player whose attempt an act is.

    Who laid it later need not have: it may have lain beneath meanwhile.
    """
    return act.hand_seen and bool(other.moves) and hand_of(other.moves[0].events[0]) == player


def _may_be_anothers(attempt: Attempt, act: Act) -> bool:
    """Whether another hand was on the pile as well: then two cards may have come, of which one was seen."""
    contacts = [event.seen.by for event in act.events if event.seen.at == act.moves[0].laid]
    strangers = [sum(odds for player, odds in by if player != attempt.player) for by in contacts]
    return max(strangers, default=0.0) > _ANOTHER_HAND


def _is_hardly_seen(act: Act) -> bool:
    """Whether it is not known when a card came to the pile: then another may lie beneath it that nobody saw."""
    laid = act.moves[0].laid
    return laid is not None and laid.end_ms - laid.start_ms >= _HARDLY_SEEN_MS


def _is_lost_rival(scene: Scene, other: Act, act: Act) -> bool:
    """Whether another hand took up a card meanwhile that perhaps came to lie on the pile unseen, and first.

    So may one that nobody saw come to lie, or one that came when it could have been there long since, or that another
    hand seems to have laid into a slot: that is another card then. But none of a hand that had another one, too, and
    laid that later.
    """
    laid, move = act.moves[0].laid, other.moves[0] if other.moves else None
    if move is None or move.lifted is None or laid is None or not is_slot(move.origin):
        return False
    may_be_there = move.target is Heap.DISCARD or _has_changed_hands(move)
    was_late = may_be_there and move.laid is not None and move.laid.end_ms > laid.end_ms
    is_lost = was_late and move.laid is not None and move.laid.end_ms - move.lifted.end_ms > LONGEST_CARRY_MS
    is_lost |= other.kind is Kind.OPEN
    meanwhile = scene.contest.rested_ms < move.lifted.end_ms < laid.end_ms
    meanwhile &= move.lifted.start_ms < laid.end_ms - LEAST_CARRY_MS
    return is_lost and meanwhile and not _came_later(scene, other, laid)


def _came_later(scene: Scene, lost: Act, laid: Interval) -> bool:
    """Whether the hand that took a card up took up another one so soon, and laid that later: it had both until then."""
    taken = lost.moves[0].lifted
    own = (one.moves[0] for one in scene.others if one.kind is Kind.CLAIMED and one.is_of_one_hand(lost))
    return any(
        taken is not None
        and move.lifted is not None
        and move.laid is not None
        and abs(move.lifted.end_ms - taken.end_ms) < _AT_ONCE_MS
        and laid.end_ms < move.laid.end_ms < move.lifted.end_ms + LONGEST_CARRY_MS
        for move in own
    )


def _has_changed_hands(move: Move) -> bool:
    """Whether a card seems to have been taken up by one hand and laid into a slot by another."""
    return is_slot(move.target) and len(set(move.hands)) > 1


def _rival(state: RoundState, act: Act) -> Attempt | None:
    """The attempt that another act may be, by whose hand it most likely was."""
    if act.kind is not Kind.CLAIMED:
        return None
    owner, _ = place_of(state, slots_of(act)[0])
    named = [entry for event in act.events for entry in event.seen.by]
    player = max(named, key=lambda entry: entry[1])[0] if named else state.players[owner]
    return attempt_of(state, player, act)
