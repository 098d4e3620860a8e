"""The score sheet: one HTML page to print, with every round, the reasons and the places."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

from kibitz_scoring.players import PlayerId
from kibitz_server.texts import say, spoken_language
from kibitz_server.views.evening_view import GameView, RoundView
from kibitz_server.views.standings import Standing, in_round, outcome_words, standings
from kibitz_server.views.statistics import counted
from kibitz_server.views.words.house_rule_words import house_rule_texts

_STYLE = """
@page { size: A4; margin: 14mm; }
* { box-sizing: border-box; }
body { font: 11pt/1.4 system-ui, sans-serif; color: #111; background: #fff; }
body { max-width: 186mm; margin: 8mm auto; padding: 0 4mm; }
h1 { font-size: 20pt; margin: 0; }
h2 { font-size: 13pt; margin: 7mm 0 2mm; }
p { margin: 0 0 2mm; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { border: 0.2mm solid #666; padding: 1.2mm 2mm; text-align: right; overflow-wrap: anywhere; }
tr > th:first-child { text-align: left; white-space: nowrap; overflow-wrap: normal; }
tfoot td { font-weight: 700; font-size: 13pt; }
.total { color: #444; font-size: 9pt; }
ol, ul { margin: 0; padding-left: 6mm; }
ol.places { list-style: none; padding: 0; }
section { break-inside: avoid; }
footer { font-size: 8pt; color: #444; margin: 6mm 0 0; }
@media print { body { margin: 0; max-width: none; padding: 0; } }
"""


def score_sheet(game: GameView) -> str:
    """HTML of the sheet, complete in itself."""
    title = say("{game}: score sheet", game=game.pack.name)
    return (
        f'<!doctype html>\n<html lang="{spoken_language()}">\n<head>\n<meta charset="utf-8">\n'
        f"<title>{escape(title)}</title>\n"
        f'<meta name="viewport" content="width=device-width">\n<style>{_STYLE}</style>\n</head>\n<body>\n<main>\n'
        f"<h1>{escape(title)}</h1>\n<p>{game.at.astimezone():%Y-%m-%d %H:%M}</p>\n"
        f"<p>{escape(outcome_words(game))}</p>\n"
        f"<div class=scroll><table>\n{_head(game)}<tbody>\n{''.join(_rows(game))}</tbody>\n{_foot(game)}"
        "</table></div>\n"
        f"{_places(game)}{''.join(_rounds(game))}{_notes(game)}"
        f"</main>\n<footer>{escape(say('Rules'))} {game.pack.content_hash[:16]} · Kibitz</footer>\n</body>\n</html>\n"
    )


def place_words(one: Standing) -> str:
    """A standing in words: `1. Ann, 12 points`."""
    place = f"{one.rank}." if one.rank else say("left:")
    points = say("1 point") if one.total == 1 else say("{number} points", number=one.total)
    return f"{place} {one.player}, {points}{', ' + say('wins') if one.is_winner else ''}"


def _head(game: GameView) -> str:
    names = "".join(f"<th scope=col>{escape(player)}</th>" for player in game.totals)
    return f"<thead><tr><th scope=col>{escape(say('Round'))}</th>{names}</tr></thead>\n"


def _foot(game: GameView) -> str:
    totals = "".join(f"<td>{total}</td>" for total in game.totals.values())
    return f"<tfoot><tr><th scope=row>{escape(say('Total'))}</th>{totals}</tr></tfoot>\n"


def _rows(game: GameView) -> Iterator[str]:
    for played in counted(game):
        cells = "".join(f"<td>{_cell(game, played, player)}</td>" for player in game.totals)
        yield f"<tr><th scope=row>{played.number}</th>{cells}</tr>\n"


def _cell(game: GameView, played: RoundView, column: PlayerId) -> str:
    player = in_round(game, played, column)
    if player is None or played.tally is None:
        return ""
    return f"{played.tally.scores[player]} <span class=total>({played.totals[player]})</span>"


def _places(game: GameView) -> str:
    items = "".join(f"<li>{escape(place_words(one))}</li>" for one in standings(game))
    return f"<section><h2>{escape(say('Places'))}</h2>\n<ol class=places>{items}</ol></section>\n"


def _rounds(game: GameView) -> Iterator[str]:
    for played in counted(game):
        if played.tally is not None:
            reasons = (f"{player}: {say(reason)}" for player, reason in played.tally.reasons.items())
            yield _section(say("Round {number}", number=played.number), reasons)


def _notes(game: GameView) -> str:
    notes = [*map(say, (*game.score.seats, *game.score.resets)), *house_rule_texts(game.pack)]
    return _section(say("House rules, and who came and left"), notes) if notes else ""


def _section(title: str, lines: Iterable[str]) -> str:
    items = "".join(f"<li>{escape(line)}</li>" for line in lines)
    return f"<section><h2>{escape(title)}</h2>\n<ul>{items}</ul></section>\n"
