"""How sure a counted share is."""

from __future__ import annotations

from math import sqrt


def wilson(right: int, n: int) -> tuple[float, float]:
    """95 % interval of a share (E. B. Wilson, J. Am. Stat. Assoc. 22, 1927)."""
    if n == 0:
        return 0.0, 1.0
    z, p = 1.96, right / n
    centre = p + z * z / (2 * n)
    half = z * sqrt((p * (1 - p) + z * z / (4 * n)) / n)
    # Where none or all are right, rounding would lead a hair out of 0 to 1.
    return max(0.0, (centre - half) / (1 + z * z / n)), min(1.0, (centre + half) / (1 + z * z / n))
