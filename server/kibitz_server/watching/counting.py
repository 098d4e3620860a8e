"""Counting the hands of the round that is watched, at any time: as far as they were followed, else from the picture."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

import numpy as np

from kibitz_scoring.errors import InputError
from kibitz_scoring.game.round_state import Phase, RoundState, cards_of
from kibitz_scoring.sentences import Sentence
from kibitz_scoring.table import SlotId
from kibitz_server.evening.live import Live
from kibitz_server.journal.play_entries import TimePassed
from kibitz_server.watching.cameras.camera import TableCamera
from kibitz_server.watching.pictures.intake import Intake
from kibitz_server.watching.watch import TableWatch
from kibitz_vision.tokens.finder import points_on


class RevealCounter:
    """Brings the hands to the sheet when people ask for it; used from the event loop's thread only."""

    def __init__(self, live: Live, intake: Intake, camera: TableCamera, watch: TableWatch) -> None:
        self._live, self._intake, self._camera, self._watch = live, intake, camera, watch

    @property
    def breaks_off(self) -> bool:
        """Whether counting now would end a round that is neither over by the rules nor turned up as a whole."""
        play = self._live.play
        return play is not None and play.state.phase not in (Phase.REVEAL, Phase.SCORED) and play.reveal() is None

    def count_if_complete(self) -> None:
        """Open the sheet once every card is turned up of a round that is told by hand, or that no camera sees now.

        What people say takes effect when its time has passed, and without a camera it passes with what they say.
        """
        if (play := self._live.play) is None or (self._watch.sees and not play.by_hand):
            return
        if not play.by_hand:
            self._live.record(TimePassed(self._watch.now_ms()))
        followed = None if play.is_undecided else play.reveal()
        if followed is not None:
            self._live.record(followed)

    async def count(self) -> None:
        """Open the sheet with the hands that were followed, or with what the picture shows at the known places.

        Who called stays known. `InputError` where no round is watched, or no picture shows its hands.
        """
        play = self._live.play
        if play is None:
            raise InputError(Sentence("No round is being watched: take a picture of the hands instead."))
        followed = play.reveal(tokens=await self._tokens(play.state))
        if followed is None and play.by_hand:
            raise InputError(Sentence("Say first what the cards are that are waited for, or take a picture of them."))
        if followed is not None:
            self._live.record(followed)
            return
        await self.read_picture()

    async def read_picture(self) -> None:
        """Put on the sheet what the camera at the table sees now, by the places of the table where these are known."""
        image = await self._camera.picture()
        await self._intake.take(image, f"camera {self._camera.shown_name}", self._watch.places)

    async def _tokens(self, state: RoundState) -> Mapping[SlotId, int]:
        """Points of the printed tokens on the cards, as the picture shows them now; none where there is no picture."""
        places = self._watch.places
        if not state.pack.has_tokens or places is None or not self._watch.sees:
            return {}
        try:
            image = await self._camera.picture()
        except InputError:
            return {}
        held = (cards_of(state, seat) for seat in range(len(state.players)))
        slots = [slot for hand in held for slot, _ in hand if slot in places.quads_mm]
        quads = [np.asarray(places.quad_px(slot), np.float32) for slot in slots]
        return dict(zip(slots, await asyncio.to_thread(points_on, image, quads), strict=True))
