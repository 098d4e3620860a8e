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
        self.cards: tuple[Card, ...] = tuple(parse_card(label) for label in labels[:-2])
        self._columns = np.arange(len(labels))

    def narrowed(self, cards: Collection[Card]) -> Reader:
        """The same reader for tables where of all cards only these can lie."""
        narrow = copy(self)
        kept = [k for k, card in enumerate(self.cards) if card in cards]
        narrow.cards = tuple(self.cards[k] for k in kept)
        narrow._columns = self._columns[[*kept, -2, -1]]
        return narrow

    def read(self, crops: Sequence[Image]) -> NDArray[np.float32]:
        """Calibrated log-probabilities (n, cards + 2) of crops of one size."""
        if not crops:
            return np.zeros((0, len(self.cards) + 2), np.float32)
        scores = []
        for k in range(0, len(crops), BATCH):
            blob = cv2.dnn.blobFromImages(list(crops[k : k + BATCH]), 1 / 255, swapRB=True)
            scores.append(self._model.run(np.asarray(blob, np.float32))[0])
        return log_softmax(np.concatenate(scores)[:, self._columns] / self.temperature)


def log_softmax(scores: NDArray[np.float32]) -> NDArray[np.float32]:
    """Scores (n, k) as log-probabilities."""
    shifted = scores - scores.max(1, keepdims=True)
    return np.asarray(shifted - np.log(np.exp(shifted).sum(1, keepdims=True)), np.float32)
