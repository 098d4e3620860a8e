"""A taught deck as a file: pictures, names and prototypes, checked part by part before anything is made of them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from kibitz_scoring.cards import Card, parse_card
from kibitz_scoring.errors import InputError
from kibitz_scoring.sentences import Sentence
from kibitz_vision.container import ContainerError, ContainerKind, Part, read_container, write_container
from kibitz_vision.detections import Image
from kibitz_vision.frames import decode_image, encode_jpeg, jpeg_size
from kibitz_vision.reading.taught_head import TaughtHead
from kibitz_vision.teaching.certificate import Certificate
from kibitz_vision.teaching.taught_deck import PICTURE_SIZE, TaughtDeck, check_name

SUFFIX = ".kibitzdeck"
MOST_PICTURES = 999
DECK = ContainerKind(
    Sentence("taught deck"),
    Sentence("written"),
    re.compile(r"(deck|certificate|head)\.json|(mean|projection|prototypes)\.f32|pictures/[0-9]{3}\.jpg"),
    60_000_000,
    MOST_PICTURES + 8,
)
"""A whole deck with two pictures a card takes 3 MB."""
MOST_WIDTH, MOST_PROTOTYPES = 8_192, 8_192
_DECK, _CERTIFICATE, _HEAD = "deck.json", "certificate.json", "head.json"
_ARRAYS = ("mean", "projection", "prototypes")


@dataclass(frozen=True, slots=True, eq=False)
class KeptDeck:
    """A taught deck with what was made of it: its head for the reader of that sum, and its certificate."""

    deck: TaughtDeck
    head: TaughtHead
    reader: str
    certificate: Certificate


class _Shown(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    picture: str = Field(pattern=r"^pictures/[0-9]{3}\.jpg$")
    kind: Literal["face", "back", "ground"]
    name: str = Field(max_length=60)


class _DeckJson(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    format: Literal["kibitz-deck-1"]
    kibitz: str = Field(max_length=40)
    name: str
    cards: tuple[str, ...] = Field(max_length=2_000)
    shown: tuple[_Shown, ...] = Field(max_length=MOST_PICTURES)


class _HeadJson(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)

    reader: str = Field(pattern="^[0-9a-f]{64}$")
    cards: tuple[str, ...] = Field(min_length=1, max_length=500)
    backs: tuple[str, ...] = Field(max_length=20)
    classes: tuple[int, ...] = Field(min_length=1, max_length=MOST_PROTOTYPES)
    width: int = Field(ge=1, le=MOST_WIDTH)
    depth: int = Field(ge=1, le=MOST_PROTOTYPES)
    sharpness: float = Field(gt=0, le=100)
    trust: float = Field(ge=0, le=1)
    farthest: float = Field(gt=0, le=1e12)
    of_corner: tuple[bool, ...] = Field(max_length=MOST_PROTOTYPES)
    reads_corners: bool


def write_deck(kept: KeptDeck, path: Path) -> str:
    """Write a deck in place of the one before, all or nothing, and return its seal; `InputError` where that fails."""
    return write_container(path, tuple(_parts(kept)))


def read_deck(path: Path) -> KeptDeck:
    """The deck of a file; `ContainerError` says in a sentence which part cannot be trusted."""
    container = read_container(path, DECK)
    if container.missing:
        raise ContainerError(
            Sentence("{path} is cut off: {missing} is not there.", path=path, missing=container.missing[0]),
            container.missing[0],
        )
    return _Reading(str(path), {part.name: part.data for part in container.parts}).deck()


def _parts(kept: KeptDeck) -> Iterator[Part]:
    deck, head = kept.deck, kept.head
    shown: list[tuple[str, str, Image]] = []
    shown += [("face", str(card), one) for card, pictures in deck.faces.items() for one in pictures]
    shown += [("back", name, one) for name, pictures in deck.backs.items() for one in pictures]
    shown += [("ground", "", one) for one in deck.ground]
    if len(shown) > MOST_PICTURES:
        raise InputError(
            Sentence(
                "{name} has {number} pictures; expected at most {most_pictures}.",
                name=deck.name,
                number=len(shown),
                most_pictures=MOST_PICTURES,
            )
        )
    told = [{"picture": _picture(k), "kind": kind, "name": name} for k, (kind, name, _) in enumerate(shown)]
    yield _json(
        _DECK,
        {
            "format": "kibitz-deck-1",
            "kibitz": version("kibitz"),
            "name": deck.name,
            "cards": list(map(str, deck.cards)),
            "shown": told,
        },
    )
    yield _json(_CERTIFICATE, kept.certificate.model_dump(mode="json"))
    yield _json(
        _HEAD,
        {
            "reader": kept.reader,
            "cards": list(map(str, head.cards)),
            "backs": list(head.backs),
            "classes": head.classes.tolist(),
            "width": len(head.mean),
            "depth": head.prototypes.shape[1],
            "sharpness": head.sharpness,
            "trust": head.trust,
            "farthest": head.farthest,
            "of_corner": head.of_corner.tolist(),
            "reads_corners": head.reads_corners,
        },
    )
    for name, array in zip(_ARRAYS, (head.mean, head.projection, head.prototypes), strict=True):
        yield Part(f"{name}.f32", np.ascontiguousarray(array, "<f4").tobytes())
    for k, (_, _, picture) in enumerate(shown):
        yield Part(_picture(k), encode_jpeg(picture))


def _picture(number: int) -> str:
    return f"pictures/{number:03d}.jpg"


def _json(name: str, content: object) -> Part:
    return Part(name, f"{json.dumps(content, indent=1, ensure_ascii=False)}\n".encode())


@dataclass(frozen=True, slots=True)
class _Reading:
    """The parts of one file by their names, and what they mean."""

    name: str
    data: Mapping[str, bytes]

    def deck(self) -> KeptDeck:
        """The whole."""
        try:
            told = _DeckJson.model_validate_json(self._part(_DECK))
            deck = self._deck(told)
            certificate = Certificate.model_validate_json(self._part(_CERTIFICATE))
            told_head = _HeadJson.model_validate_json(self._part(_HEAD))
            head = self._head(told_head, deck)
        except (ValidationError, UnicodeDecodeError) as error:
            reason = error.errors()[0]["msg"] if isinstance(error, ValidationError) else str(error)
            raise ContainerError(
                Sentence("{name} is damaged ({reason}); expected a taught deck.", name=self.name, reason=reason), _DECK
            ) from error
        strangers = {name for pair in certificate.pairs for name in (pair.one, pair.other)} - set(map(str, deck.faces))
        if strangers:
            raise ContainerError(
                Sentence("{name}: the certificate tells of cards that were not taught.", name=self.name), _CERTIFICATE
            )
        return KeptDeck(deck, head, told_head.reader, certificate)

    def _deck(self, told: _DeckJson) -> TaughtDeck:
        try:
            check_name(told.name)
            cards = tuple(map(parse_card, told.cards))
            faces: dict[Card, tuple[Image, ...]] = {}
            backs: dict[str, tuple[Image, ...]] = {}
            ground: list[Image] = []
            for one in told.shown:
                picture = self._picture(one.picture)
                match one.kind:
                    case "face":
                        card = parse_card(one.name)
                        faces[card] = (*faces.get(card, ()), picture)
                    case "back":
                        backs[check_name(one.name)] = (*backs.get(one.name, ()), picture)
                    case "ground":
                        ground.append(picture)
        except ContainerError:
            raise
        except InputError as error:
            raise ContainerError(Sentence("{name} is damaged: {error}", name=self.name, error=error), _DECK) from error
        strangers = set(faces) - set(cards)
        if len(faces) < 2 or strangers:
            raise ContainerError(
                Sentence("{name} shows other faces than its cards; expected a taught deck.", name=self.name), _DECK
            )
        return TaughtDeck(told.name, cards, faces, backs, tuple(ground))

    def _picture(self, name: str) -> Image:
        """A picture, by its header of the right size before a pixel is decoded."""
        data = self._part(name)
        if jpeg_size(data, f"{self.name}: {name}") != PICTURE_SIZE:
            width, height = PICTURE_SIZE
            raise ContainerError(
                Sentence(
                    "{name}: {name2} is of another size; expected {width} x {height} pixels.",
                    name=self.name,
                    name2=name,
                    width=width,
                    height=height,
                ),
                name,
            )
        return decode_image(data, f"{self.name}: {name}")

    def _head(self, told: _HeadJson, deck: TaughtDeck) -> TaughtHead:
        count = len(told.classes)
        shapes = {"mean": (told.width,), "projection": (told.width, told.depth), "prototypes": (count, told.depth)}
        arrays = {name: self._array(name, shape) for name, shape in shapes.items()}
        faces, backs = tuple(map(str, deck.faces)), tuple(deck.backs)
        most = len(faces) + len(backs)
        if (
            len(told.of_corner) != count
            or told.cards != faces
            or told.backs != backs
            or not all(0 <= one <= most for one in told.classes)
        ):
            raise ContainerError(
                Sentence("{name}: {head} is of another deck; expected that of this one.", name=self.name, head=_HEAD),
                _HEAD,
            )
        return TaughtHead(
            tuple(deck.faces),
            backs,
            np.array(told.classes, np.int32),
            arrays["mean"],
            arrays["projection"],
            arrays["prototypes"],
            told.sharpness,
            told.trust,
            told.farthest,
            np.array(told.of_corner, bool),
            told.reads_corners,
        )

    def _array(self, name: str, shape: tuple[int, ...]) -> NDArray[np.float32]:
        data = self._part(f"{name}.f32")
        if len(data) != 4 * int(np.prod(shape)):
            raise ContainerError(
                Sentence(
                    "{name}: {name2}.f32 has another size than {head} tells.", name=self.name, name2=name, head=_HEAD
                ),
                f"{name}.f32",
            )
        array = np.frombuffer(data, "<f4").reshape(shape).astype(np.float32)
        if not np.isfinite(array).all() or np.abs(array).max() > 1e9:
            raise ContainerError(
                Sentence(
                    "{name}: {name2}.f32 holds what is no number; expected finite ones.", name=self.name, name2=name
                ),
                name,
            )
        return array

    def _part(self, name: str) -> bytes:
        if name not in self.data:
            raise ContainerError(
                Sentence("{name} lacks {name2}; expected a taught deck.", name=self.name, name2=name), name
            )
        return self.data[name]
