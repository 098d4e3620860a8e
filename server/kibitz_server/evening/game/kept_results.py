"""What was reckoned of parts of an evening that never change, found again while they are the very same objects."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import TypeVar, cast

from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_scoring.score.hands import Hands
from kibitz_scoring.score.tally import RoundEnd, RoundTally, tally_round

T = TypeVar("T")
_MOST = 5000


class KeptResults:
    """The newest results, each by what it is and the objects that it was reckoned from."""

    def __init__(self, most: int = _MOST) -> None:
        self._most = most
        self._kept: OrderedDict[tuple[object, ...], tuple[tuple[object, ...], object]] = OrderedDict()

    def of(self, name: object, parts: tuple[object, ...], reckon: Callable[[], T]) -> T:
        """The result of this name for these very parts."""
        key = (name, *map(id, parts))
        if key not in self._kept:
            # The parts are kept, too: an object that is gone may leave its place to another one.
            self._kept[key] = parts, reckon()
            if len(self._kept) > self._most:
                self._kept.popitem(last=False)
        return cast(T, self._kept[key][1])


_rounds = KeptResults()


def kept_tally(pack: RulePack, hands: Hands, caller: PlayerId | None, end: RoundEnd | None = None) -> RoundTally:
    """The tally of a round whose rules and hands are never changed in place; raises as `tally_round`."""
    return _rounds.of((caller, end), (pack, hands), lambda: tally_round(pack, hands, caller, end))
