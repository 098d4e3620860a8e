"""A slider that stands where it was last moved to."""

from __future__ import annotations

from nicegui import ui


class Slider(ui.slider):
    """NiceGUI's slider, which the server does not set back to a place that it has left meanwhile.

    With the usual echo of each value a slider that is moved quickly jumps back to where it was a moment ago.
    """

    LOOPBACK = False
