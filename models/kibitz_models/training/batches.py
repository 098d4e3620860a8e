"""Pictures as networks take them in training."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch

from kibitz_vision.detections import Image


def stacked(pictures: Sequence[Image]) -> torch.Tensor:
    """BGR pictures (h, w, 3) of 0 to 255 in one tensor (b, 3, h, w), RGB of 0 to 1."""
    return torch.from_numpy(np.stack(pictures)).permute(0, 3, 1, 2).flip(1).float().div_(255)
