"""What is lost when a picture is stored or sent: JPEG, and H.264 as webcams and phones stream it."""

from __future__ import annotations

from fractions import Fraction

import av
import cv2
import numpy as np
from numpy.random import Generator

from kibitz_vision.detections import Image


def compress(rng: Generator, picture: Image) -> Image:
    """The picture as a camera stores or streams it: mostly JPEG, sometimes a frame of a video, or untouched."""
    draw = rng.random()
    if draw < 0.55:
        return compress_jpeg(picture, int(rng.integers(28, 96)))
    if draw < 0.61:
        return compress_video(rng, picture, int(rng.integers(22, 40)))
    return picture


def compress_jpeg(picture: Image, quality: int) -> Image:
    """The picture after JPEG of a quality from 1 to 100."""
    _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def compress_video(rng: Generator, picture: Image, crf: int) -> Image:
    """The picture as second frame of an H.264 stream whose first shows it a little moved.

    `crf` is the constant rate factor of x264: at 22 hardly anything is lost, at 40 most detail.
    """
    height, width = picture.shape[:2]
    whole = np.asarray(cv2.copyMakeBorder(picture, 0, height % 2, 0, width % 2, cv2.BORDER_REPLICATE), np.uint8)
    encoder = _encoder(whole.shape[1], whole.shape[0], crf)
    decoder = av.VideoCodecContext.create("h264", "r")
    decoder.thread_count = 1
    packets = []
    for k, image in enumerate((_moved(rng, whole), whole)):
        planes = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2YUV_I420), np.uint8)
        frame = av.VideoFrame.from_ndarray(planes, format="yuv420p")
        frame.pts = k
        packets += encoder.encode(frame)
    packets += encoder.encode(None)
    frames = [frame for packet in packets for frame in decoder.decode(packet)] + decoder.decode(None)
    seen = cv2.cvtColor(frames[-1].to_ndarray(), cv2.COLOR_YUV2BGR_I420)
    return np.asarray(seen[:height, :width], np.uint8)


def _encoder(width: int, height: int, crf: int) -> av.VideoCodecContext:
    """x264 in one thread, so that the same picture always gives the same stream."""
    encoder = av.VideoCodecContext.create("libx264", "w")
    encoder.width, encoder.height, encoder.pix_fmt = width, height, "yuv420p"
    encoder.time_base = Fraction(1, 30)
    encoder.thread_count = 1
    encoder.options = {"crf": str(crf), "preset": "ultrafast", "tune": "zerolatency"}
    return encoder


def _moved(rng: Generator, picture: Image) -> Image:
    shift = np.array([[1, 0, rng.normal(0, 1.5)], [0, 1, rng.normal(0, 1.5)]], np.float32)
    size = (picture.shape[1], picture.shape[0])
    return np.asarray(cv2.warpAffine(picture, shift, size, borderMode=cv2.BORDER_REPLICATE), np.uint8)
