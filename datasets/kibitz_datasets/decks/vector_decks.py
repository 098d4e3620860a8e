"""Free vector decks from Debian and npm packages, rasterised where they are installed."""

from __future__ import annotations

import gzip
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from platformdirs import user_cache_path

from kibitz_datasets.decks.deck import ART_HEIGHT_PX, ART_WIDTH_PX, Deck
from kibitz_scoring.cards import FRENCH_RANKS, JOKER, Card, Rank, Suit
from kibitz_scoring.errors import KibitzError
from kibitz_vision.detections import Image

GNOME_FOLDER = Path("/usr/share/aisleriot/cards")
KDE_FOLDER = Path("/usr/share/carddecks")
SUIT_ROWS = (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES)
WORDS = {Rank.ACE: "1", Rank.JACK: "jack", Rank.QUEEN: "queen", Rank.KING: "king"}
SUIT_WORDS = {Suit.CLUBS: "club", Suit.DIAMONDS: "diamond", Suit.HEARTS: "heart", Suit.SPADES: "spade"}

# Bitmap twins, other spellings of the same art, and patterns without French suits.
GNOME_LEFT_OUT = {"anglo_bitmap", "gnomangelo_bitmap", "swiss-xvii", "Атласные"}
KDE_LEFT_OUT = {
    "svg-konqi-modern",
    "svg-future",
    "svg-xskat-french",
    "svg-xskat-german",
    "svg-dondorf",
    "svg-gm-paris",
    "svg-nicu-ornamental",
}
FAMILIES = {
    "anglo_modern_4_color": "anglo_modern",
    "neoclassical_4_color": "neoclassical",
    "atlasnye_skat": "atlasnye",
    "svg-tigullio-international": "tigullio",
    "svg-standard": "standard",
    "guyenne-classic": "paris",
    "svg-oxygen-air": "oxygen",
    "svg-oxygen-white": "oxygen",
    "svg-oxygen": "oxygen",
}


@dataclass(frozen=True, slots=True)
class VectorDeck:
    """Where one deck's art lies and how it is laid out: `gnome` (one sheet) or `ids` (an object a card)."""

    name: str
    layout: str
    path: Path

    @property
    def family(self) -> str:
        """Artwork family: decks that share art share it, so that training and measuring never mix."""
        return FAMILIES.get(self.name, self.name.removeprefix("svg-"))

    def render(self) -> Deck:
        """Rasterise all cards; `KibitzError` when the converter fails."""
        return _render_gnome(self) if self.layout == "gnome" else _render_ids(self)


def installed_vector_decks() -> list[VectorDeck]:
    """Every usable vector deck on this machine; empty without `rsvg-convert` (Debian: librsvg2-bin)."""
    if shutil.which("rsvg-convert") is None:
        return []
    return sorted(_find(), key=lambda deck: deck.name)


def _find() -> Iterator[VectorDeck]:
    for path in GNOME_FOLDER.glob("*.svgz"):
        if path.stem not in GNOME_LEFT_OUT:
            yield VectorDeck(path.stem, "gnome", path)
    for folder in KDE_FOLDER.glob("*"):
        art = next(iter(folder.glob("*.svgz")), None)
        if art and folder.name not in KDE_LEFT_OUT:
            yield VectorDeck(folder.name, "ids", art)
    modules = user_cache_path("kibitz") / "node_modules"
    if (modules / "svg-cards" / "svg-cards.svg").exists():
        yield VectorDeck("npm-svg-cards", "ids", modules / "svg-cards" / "svg-cards.svg")


def _rasterise(svg: Path, *options: str) -> Image:
    """Picture (BGRA) of an SVG file or of one of its objects."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "art.png"
        command = ["rsvg-convert", "--unlimited", *options, str(svg), "-o", str(out)]
        done = subprocess.run(command, check=False, capture_output=True, text=True)
        picture = cv2.imread(str(out), cv2.IMREAD_UNCHANGED) if out.exists() else None
    if done.returncode != 0 or picture is None or picture.ndim != 3:
        raise KibitzError(f"{svg}: rsvg-convert could not draw {' '.join(options)}: {done.stderr.strip()}")
    if picture.shape[2] == 3:
        picture = cv2.cvtColor(picture, cv2.COLOR_BGR2BGRA)
    return np.asarray(picture, np.uint8)


def _plain_svg(path: Path, folder: Path) -> Path:
    """An uncompressed copy: rsvg-convert reads svgz only by its ending in some versions."""
    data = path.read_bytes()
    plain = folder / f"{path.stem}.svg"
    plain.write_bytes(gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data)
    return plain


def _stored(picture: Image) -> Image:
    """A card picture trimmed to what is drawn, on white, at the stored size."""
    drawn = picture[..., 3] > 128
    rows, columns = np.flatnonzero(drawn.any(1)), np.flatnonzero(drawn.any(0))
    if rows.size < 8 or columns.size < 8:
        raise KibitzError("an empty picture where a card was expected")
    picture = picture[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    alpha = picture[..., 3:].astype(np.float32) / 255
    flat = picture[..., :3] * alpha + 255 * (1 - alpha)
    resized = cv2.resize(flat, (ART_WIDTH_PX, ART_HEIGHT_PX), interpolation=cv2.INTER_AREA)
    return np.clip(resized, 0, 255).astype(np.uint8)


def _aspect(picture: Image) -> float:
    drawn = picture[..., 3] > 128
    return float(np.flatnonzero(drawn.any(0)).size / np.flatnonzero(drawn.any(1)).size)


def _render_gnome(deck: VectorDeck) -> Deck:
    with tempfile.TemporaryDirectory() as folder:
        sheet = _rasterise(_plain_svg(deck.path, Path(folder)), "-w", str(13 * ART_WIDTH_PX))
    height = sheet.shape[0] / 5

    def cell(row: int, column: int) -> Image:
        x = column * ART_WIDTH_PX
        return sheet[round(row * height) : round((row + 1) * height), x : x + ART_WIDTH_PX]

    faces: dict[Card, tuple[Image, ...]] = {
        Card(rank, suit): (_stored(cell(row, column)),)
        for row, suit in enumerate(SUIT_ROWS)
        for column, rank in enumerate(FRENCH_RANKS)
    }
    faces[JOKER] = (_stored(cell(4, 0)), _stored(cell(4, 1)))
    return Deck(deck.name, deck.family, _aspect(cell(0, 4)), faces, (_stored(cell(4, 2)),))


def _render_ids(deck: VectorDeck) -> Deck:
    faces: dict[Card, tuple[Image, ...]] = {}
    with tempfile.TemporaryDirectory() as folder:
        svg = _plain_svg(deck.path, Path(folder))
        text = svg.read_text(encoding="utf-8", errors="ignore")
        rank_first = 'id="1_club"' in text

        def named(rank: Rank, suit: Suit) -> str:
            words = (WORDS.get(rank, str(rank)), SUIT_WORDS[suit])
            return "_".join(words if rank_first else reversed(words))

        def draw(name: str) -> Image:
            return _rasterise(svg, "-i", name, "-h", str(ART_HEIGHT_PX + 40))

        for suit in SUIT_ROWS:
            for rank in FRENCH_RANKS:
                faces[Card(rank, suit)] = (_stored(draw(named(rank, suit))),)
        jokers = [name for name in ("black_joker", "red_joker", "joker_black", "joker_red") if f'id="{name}"' in text]
        if jokers:
            faces[JOKER] = tuple(_stored(draw(name)) for name in jokers)
        five = draw(named(Rank.FIVE, Suit.CLUBS))
        back = _stored(draw("back"))
    return Deck(deck.name, deck.family, _aspect(five), faces, (back,))
