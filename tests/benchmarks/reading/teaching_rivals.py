"""Other ways to learn a deck from the same views, for docs/adr: what a taught head is measured against."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import NDArray

from kibitz_vision.reading.taught_head import TaughtHead
from kibitz_vision.teaching.fitting import Views

Named = Callable[[NDArray[np.float32]], NDArray[np.int_]]
"""From embeddings (n, e) to classes (n)."""

_STEPS, _RATE, _DECAY = 300, 0.02, 1e-3


def rivals(shown: Views, head: TaughtHead) -> Mapping[str, Named]:
    """The ways, each learnt from the same views."""
    mean, spread = shown.embeddings.mean(0), shown.embeddings.std(0) + 1e-3
    count = int(head.classes.max()) + 1

    def scaled(embeddings: NDArray[np.float32]) -> NDArray[np.float64]:
        points = (embeddings - mean) / spread / 6
        return np.hstack([points, np.ones((len(points), 1))])

    inputs = scaled(shown.embeddings)
    ridge, logistic = _ridge(inputs, shown.classes, count), _logistic(inputs, shown.classes, count)
    return {
        "prototypes by angle": _by_angle(shown),
        "last layer, least squares": lambda embeddings: (scaled(embeddings) @ ridge).argmax(1),
        "last layer, fine-tuned": lambda embeddings: (scaled(embeddings) @ logistic).argmax(1),
    }


def _by_angle(shown: Views) -> Named:
    """Nearest mean by cosine, without a measured spread."""
    mean = shown.embeddings.mean(0)
    count = int(shown.prototype.max()) + 1
    means = np.zeros((count, shown.embeddings.shape[1]))
    np.add.at(means, shown.prototype, shown.embeddings - mean)
    means /= np.linalg.norm(means, axis=1, keepdims=True)
    classes = np.zeros(count, np.int64)
    classes[shown.prototype] = shown.classes
    return lambda embeddings: classes[((embeddings - mean) @ means.T).argmax(1)]


def _ridge(inputs: NDArray[np.float64], classes: NDArray[np.int32], count: int) -> NDArray[np.float64]:
    wanted = np.eye(count)[classes]
    gram = inputs.T @ inputs + len(inputs) * _DECAY * np.eye(inputs.shape[1])
    return np.asarray(np.linalg.solve(gram, inputs.T @ wanted))


def _logistic(inputs: NDArray[np.float64], classes: NDArray[np.int32], count: int) -> NDArray[np.float64]:
    """Multinomial logistic regression by Adam (D. Kingma and J. Ba, arXiv:1412.6980)."""
    weights = np.zeros((inputs.shape[1], count))
    first, second = np.zeros_like(weights), np.zeros_like(weights)
    wanted = np.eye(count)[classes]
    for step in range(1, _STEPS + 1):
        scores = inputs @ weights
        scores -= scores.max(1, keepdims=True)
        told = np.exp(scores)
        told /= told.sum(1, keepdims=True)
        slope = inputs.T @ (told - wanted) / len(inputs) + _DECAY * weights
        first, second = 0.9 * first + 0.1 * slope, 0.999 * second + 0.001 * slope**2
        weights -= _RATE * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.999**step)) + 1e-8)
    return weights
