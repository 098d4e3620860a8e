"""Records what Kibitz says aloud: every phrase of `views.words.phrases` in each language, by SVOX Pico.

The engine and its voices come as the package of setup/locked-speech.txt and go into build/; players need none of it.
What was recorded, with what and under what licence is written to origin.json beside the files.
"""

from __future__ import annotations

import hashlib
import io
import json
import subprocess
import sys
from collections.abc import Mapping
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import av
import numpy as np
from numpy.typing import NDArray

from kibitz_server import texts
from kibitz_server.views.words.phrases import phrases

CHECKOUT = Path(__file__).resolve().parent.parent
LOCKED = CHECKOUT / "setup" / "locked-speech.txt"
ENGINE = CHECKOUT / "build" / "speech-engine"
RECORDED = CHECKOUT / "server" / "kibitz_server" / "pages" / "assets" / "speech"
VOICES = {"en": "en-GB", "de": "de-DE"}
LICENCE = "Apache-2.0"

RATE_HZ = 16_000
"""What the engine speaks in."""
BITS_A_SECOND = 32_000
LOUD_DB = -20.0
"""Effective value of every phrase, of full scale."""
PEAK = 0.9
"""No sample is larger, of full scale."""
SILENT_DB = -42.0
"""What is this far below the loudest window at either end is cut away."""
WINDOW = RATE_HZ // 100
KEPT_WINDOWS = 2
"""So many silent windows stay, so that no consonant is cut."""
SPEED = 1.15
"""The voices take their time, and a table waits for its verdict."""
ENGINE_VOLUME = 0.25
"""At its own volume the engine goes beyond full scale."""

Samples = NDArray[np.float64]


def main() -> None:
    fetch_engine()
    origin: dict[str, Any] = {"engine": LOCKED.read_text(encoding="utf-8").splitlines()[-1], "licence": LICENCE}
    for language, name in VOICES.items():
        folder = RECORDED / language
        folder.mkdir(parents=True, exist_ok=True)
        texts.asked.set(language)
        wanted = phrases()
        for old in folder.glob("*.mp3"):
            if old.stem not in wanted:
                old.unlink()
        asked = [(name, text, folder / f"{phrase}.mp3") for phrase, text in wanted.items()]
        # The engine remembers what it said before: in a process of its own each phrase comes out the same again.
        with get_context("fork").Pool(1, maxtasksperchild=1) as pool:
            recorded = dict(zip(wanted, pool.starmap(record, asked, chunksize=1), strict=True))
        origin[language] = {"voice": name, "phrases": recorded}
    (RECORDED / "origin.json").write_text(json.dumps(origin, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    files = list(RECORDED.rglob("*.mp3"))
    print(f"{len(files)} phrases, {sum(path.stat().st_size for path in files) / 1e6:.2f} MB in {RECORDED}")


def fetch_engine() -> None:
    """Make the engine importable."""
    if not ENGINE.exists():
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--require-hashes"]
        subprocess.run([*pip, "--target", ENGINE, "--requirement", LOCKED], check=True)
    sys.path.insert(0, str(ENGINE))


def record(voice: str, text: str, path: Path) -> Mapping[str, object]:
    """One phrase as a file, and what is noted of it."""
    from py_nanotts import NanoTTS  # type: ignore[import-not-found]

    # Without a mark the engine ends in a crack; after a comma it sounds as if more is to follow, which it is.
    spoken = text if text[-1] in ".:" else f"{text},"
    pcm = NanoTTS().speak(spoken, voice=voice, volume=ENGINE_VOLUME, speed=SPEED)
    samples = evened(trimmed(np.frombuffer(pcm, np.int16) / 32768.0))
    encoded = mp3(samples)
    path.write_bytes(encoded)
    return {
        "text": text,
        "seconds": round(len(samples) / RATE_HZ, 3),
        "sha256": hashlib.sha256(encoded).hexdigest(),
    }


def trimmed(samples: Samples) -> Samples:
    """Without the silence before and after."""
    windows = samples[: len(samples) // WINDOW * WINDOW].reshape(-1, WINDOW)
    loudness = decibels(windows)
    loud = np.flatnonzero(loudness > loudness.max() + SILENT_DB)
    begin, end = max(0, loud[0] - KEPT_WINDOWS), loud[-1] + 1 + KEPT_WINDOWS
    return samples[begin * WINDOW : end * WINDOW]


def evened(samples: Samples) -> Samples:
    """As loud as every other phrase, with single peaks bent down rather than the whole phrase made quieter."""
    for _ in range(3):
        samples = samples * 10 ** ((LOUD_DB - float(decibels(samples))) / 20)
        samples = np.clip(samples, -PEAK, PEAK)
    return samples


def decibels(samples: Samples) -> Samples:
    """Effective value along the last axis, in dB of full scale."""
    return np.asarray(10 * np.log10(np.mean(samples**2, axis=-1) + 1e-12))


def mp3(samples: Samples) -> bytes:
    """MP3, which every browser plays; without the names of programs and times, so that it comes out the same again."""
    held = io.BytesIO()
    with av.open(held, "w", format="mp3", options={"id3v2_version": "0", "fflags": "+bitexact"}) as container:
        stream = container.add_stream("libmp3lame", rate=RATE_HZ, layout="mono", bit_rate=BITS_A_SECOND, format="s16p")
        stream.codec_context.flags |= av.codec.context.Flags.bitexact
        frame = av.AudioFrame.from_ndarray((samples * 32767).astype(np.int16)[None, :], format="s16p", layout="mono")
        frame.sample_rate = RATE_HZ
        for packet in (*stream.encode(frame), *stream.encode(None)):
            container.mux(packet)
    return held.getvalue()


if __name__ == "__main__":
    main()
