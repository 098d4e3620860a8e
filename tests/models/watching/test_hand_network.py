"""The hand network: pictures of any size in, masks of the same size out."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from kibitz_models.watching.hand_network import HandNetwork


class _Reddish:
    """A network that takes for hand what is red."""

    def __init__(self) -> None:
        self.shapes: list[tuple[int, ...]] = []

    def run(self, blob: NDArray[np.float32]) -> list[NDArray[np.float32]]:
        self.shapes.append(blob.shape)
        return [(blob[:, :1, ::2, ::2] - 0.5) * 10]


@pytest.mark.parametrize("size", [(180, 320), (270, 480), (164, 84), (97, 172), (120, 160)])
def test_a_mask_is_as_large_as_the_picture_and_lies_where_the_network_says(size: tuple[int, int]) -> None:
    model = _Reddish()
    picture = np.zeros((*size, 3), np.uint8)
    rows, columns = slice(size[0] // 4, size[0] // 2), slice(size[1] // 4, size[1] // 2)
    picture[rows, columns, 2] = 255

    mask = HandNetwork(model).mask(picture)  # type: ignore[arg-type]

    wanted = np.zeros(size, bool)
    wanted[rows, columns] = True
    both, either = ((mask > 0) & wanted).sum(), ((mask > 0) | wanted).sum()
    assert both / either > 0.85
    assert max(model.shapes[0]) == 320
    assert all(side % 32 == 0 for side in model.shapes[0][2:])


def test_where_no_hand_is_seen_the_mask_is_empty() -> None:
    assert not HandNetwork(_Reddish()).mask(np.full((180, 320, 3), 60, np.uint8)).any()  # type: ignore[arg-type]
