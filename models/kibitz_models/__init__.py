"""Training, export, evaluation and the shipped weights."""

from kibitz_vision.offline import stay_offline

# Before any module of this package loads ultralytics.
stay_offline()
