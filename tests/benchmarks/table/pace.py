"""How fast the machine is just now: what else runs on its host, or the heat, may halve that within minutes."""

from __future__ import annotations

from time import perf_counter

import numpy as np

_NUMBERS, _TIMES = 2_000_000, 9


def fixed_work_ms() -> float:
    """How many ms a fixed piece of work takes, on one core: the median of nine sorts of the same numbers."""
    numbers = np.random.default_rng(0).random(_NUMBERS)
    took = []
    for _ in range(_TIMES):
        began_s = perf_counter()
        np.sort(numbers)
        took.append((perf_counter() - began_s) * 1000)
    return round(float(np.median(took)), 1)
