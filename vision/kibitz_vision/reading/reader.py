"""The reader: says which card a rectified crop shows."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from copy import copy

import cv2
import numpy as np
from numpy.typing import NDArray

from kibitz_scoring.cards import Card, parse_card
from kibitz_scoring.errors import InputError
from kibitz_vision.detections import Image
from kibitz_vision.reading.onnx_model import OnnxModel
from kibitz_vision.reading.taught_head import TaughtHead

BACK, NONE = "back", "none"
BATCH = 16
"""Crops a run: more do not get faster on a CPU, and memory stays small."""


class Reader:
    """Reads crops; safe to share between threads.

    `cards` are the classes that are cards; in every row of probabilities they come first,
    then that it is a back, then that nothing can be read.
    """

    def __init__(self, model: OnnxModel) -> None:
        self._model = model
        try:
            labels = model.notes["labels"].split()
            self.temperature = float(model.notes.get("temperature", "1"))
        except (KeyError, ValueError) as error:
            raise InputError(f"the reader's model lacks its labels or temperature: {error}") from error
        if labels[-2:] != [BACK, NONE]:
            raise InputError("the reader's model must end in the classes 'back' and 'none'.")
        self._learnt: tuple[Card, ...] = tuple(parse_card(label) for label in labels[:-2])
        self.cards = self._learnt
        self._columns = np.arange(len(labels))
        self._head: TaughtHead | None = None

    def narrowed(self, cards: Collection[Card]) -> Reader:
        """The same reader for tables where of all cards only these can lie."""
        narrow = copy(self)
        kept = [k for k, card in enumerate(self.cards) if card in cards]
        narrow.cards = tuple(self.cards[k] for k in kept)
        narrow._columns = self._columns[[*kept, -2, -1]]
        return narrow

    def taught(self, head: TaughtHead) -> Reader:
        """The same reader for a deck that it was taught."""
        taught = copy(self)
        taught._head = head
        taught.cards = head.cards
        taught._columns = np.arange(len(head.cards) + 2)
        return taught

    @property
    def is_taught(self) -> bool:
        """Whether it reads a deck that it was taught."""
        return self._head is not None

    @property
    def fingerprint(self) -> str:
        """Sum of the model's file: what was taught to one reader says nothing to another."""
        return self._model.fingerprint

    @property
    def learnt(self) -> tuple[Card, ...]:
        """The cards that it has learnt without being taught."""
        return self._learnt

    def read(self, crops: Sequence[Image]) -> NDArray[np.float32]:
        """Calibrated log-probabilities (n, cards + 2) of crops of one size."""
        if not crops:
            return np.zeros((0, len(self.cards) + 2), np.float32)
        rows, embeddings = self.look(crops)
        if self._head is not None:
            rows = self._head.rows(rows, self._learnt, embeddings)
        return log_softmax(rows[:, self._columns])

    def look(self, crops: Sequence[Image]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """What was learnt says of crops: log-probabilities (n, learnt + 2); and their embeddings (n, e).

        Of models without embeddings these are (n, 0).
        """
        scores, embeddings = [], []
        for k in range(0, len(crops), BATCH):
            blob = cv2.dnn.blobFromImages(list(crops[k : k + BATCH]), 1 / 255, swapRB=True)
            outputs = self._model.run(np.asarray(blob, np.float32))
            scores.append(outputs[0])
            embeddings.append(outputs[1] if len(outputs) > 1 else np.zeros((len(outputs[0]), 0), np.float32))
        return log_softmax(np.concatenate(scores) / self.temperature), np.concatenate(embeddings)

    def which_backs(self, crops: Sequence[Image]) -> tuple[str | None, ...]:
        """Whose back each crop shows, of the decks that were taught; None where no deck's."""
        if self._head is None or not crops:
            return (None,) * len(crops)
        return self._head.which_back(self.look(crops)[1])


def log_softmax(scores: NDArray[np.float32]) -> NDArray[np.float32]:
    """Scores (n, k) as log-probabilities."""
    shifted = scores - scores.max(1, keepdims=True)
    return np.asarray(shifted - np.log(np.exp(shifted).sum(1, keepdims=True)), np.float32)
