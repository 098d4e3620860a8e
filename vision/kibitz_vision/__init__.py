"""From a picture of a table to cards: frames, detection, reading, geometry."""

from kibitz_vision.offline import stay_offline

# Before any module of this package loads ONNX Runtime.
stay_offline()
