"""The shapes of the round being played from the views that the page is drawn from."""

from __future__ import annotations

from collections.abc import Iterable

from kibitz_server.api.v1.act_names import ActNames
from kibitz_server.api.v1.shapes.play_shapes import (
    AnswerOut,
    ChoiceShape,
    DoneOut,
    FaceOut,
    OfferOut,
    QuestionOut,
    RaceOut,
    SettledOut,
    ToTellOut,
    WaitingOut,
)
from kibitz_server.views.round.inbox import AnswerView, ItemView
from kibitz_server.views.round.offers_view import OfferedView, OfferView
from kibitz_server.views.round.play_view import DoneView
from kibitz_server.views.round.race_view import RaceView
from kibitz_server.views.round.reveal_view import HandSettled


def done_out(done: DoneView, names: ActNames) -> DoneOut:
    """Something that happened."""
    return DoneOut(
        key=done.key,
        act=None if done.act is None else names.name(done.act),
        text=done.text,
        card=None if done.card is None else str(done.card),
        places=list(done.places),
        answers=_answers_out(done.answers, names),
    )


def question_out(item: ItemView, clip: str | None, names: ActNames) -> QuestionOut:
    """Something that waits to be decided, and the clip of it."""
    return QuestionOut(
        key=names.name(item.key),
        title=item.title,
        places=list(item.places),
        acts=list(map(names.name, item.acts)),
        minor=item.minor,
        is_race=item.is_race,
        is_ruled=item.is_ruled,
        answers=_answers_out(item.answers, names),
        clip=clip,
    )


def race_out(race: RaceView, clip: str | None, names: ActNames) -> RaceOut:
    """A race, and the clip of it."""
    return RaceOut(
        number=race.number,
        at_ms=race.at_ms,
        sentence=race.sentence,
        because=race.because,
        is_open=race.is_open,
        acts=list(map(names.name, race.acts)),
        answers=_answers_out(race.answers, names),
        clip=clip,
    )


def offer_out(offer: OfferView, acts: Iterable[OfferedView]) -> OfferOut:
    """Something that may be told, with each act that it stands for."""
    told = [
        ToTellOut(
            event=act.event,
            places=list(act.places),
            faces=[FaceOut(name=name, question=question) for name, question in act.faces],
        )
        for act in acts
    ]
    return OfferOut(key=offer.key, label=offer.label, player=offer.player, acts=told)


def settled_out(hand: HandSettled) -> SettledOut:
    """How far a hand is turned up."""
    waiting = [WaitingOut(slot=one.slot, name=one.name) for one in hand.waiting]
    return SettledOut(player=hand.player, settled=hand.settled, cards=hand.cards, waiting=waiting)


def _answers_out(answers: Iterable[AnswerView], names: ActNames) -> list[AnswerOut]:
    return [
        AnswerOut(
            label=answer.label,
            places=list(answer.places),
            choice=ChoiceShape(kind=answer.choice.kind, act=names.name(answer.choice.act), number=answer.choice.number),
        )
        for answer in answers
    ]
