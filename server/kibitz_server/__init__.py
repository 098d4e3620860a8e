"""The local dashboard: command line, pages, API and journal."""

from kibitz_vision.offline import stay_offline

# Before any module of this package loads NiceGUI.
stay_offline()
