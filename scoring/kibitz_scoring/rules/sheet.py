"""The rules sheet: one HTML page to print and lay on the table, house rules marked."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator
from html import escape

from kibitz_scoring.rules.packs import original_of
from kibitz_scoring.rules.rule_pack import HouseRule, RulePack
from kibitz_scoring.rules.sheet_lines import sheet_sections
from kibitz_scoring.rules.sheet_words import SheetLine
from kibitz_scoring.sentences import Sentence, to_say

Say = Callable[[str], str]
"""Puts a sentence into the language of a reader."""

_MARK = "◆"
_STYLE = """
@page { size: A4; margin: 12mm; }
* { box-sizing: border-box; }
body { font: 10.5pt/1.35 system-ui, sans-serif; color: #111; background: #fff; max-width: 186mm; margin: 8mm auto; }
h1 { font-size: 20pt; margin: 0 0 1mm; }
.origin { margin: 0 0 4mm; color: #444; }
main { columns: 2; column-gap: 8mm; }
section { break-inside: avoid; margin: 0 0 3.5mm; }
h2 { font-size: 11.5pt; margin: 0 0 1mm; border-bottom: 0.4mm solid #111; }
ul { margin: 0; padding: 0 0 0 4.5mm; }
li { margin: 0 0 0.6mm; }
li.house { font-weight: 700; list-style-type: "\\25C6\\00A0"; }
.why { font-weight: 400; }
footer { font-size: 8pt; color: #444; margin: 3mm 0 0; overflow-wrap: anywhere; }
@media print { body { margin: 0; max-width: none; } }
"""


def rules_sheet(pack: RulePack, say: Say = str, language: str = "en") -> str:
    """HTML of the sheet, complete in itself; `say` puts a sentence into the language of the reader.

    What differs from the game as it is shipped is marked, and so is what the pack's house rules are about, with who
    decided it and why.
    """
    changed = changed_keys(pack)
    sections = sheet_sections(pack)
    worded = {key for lines in sections.values() for line in lines for key in line.keys}
    body = "".join(
        _section(say(title), (_item(line, changed, say) for line in lines)) for title, lines in sections.items()
    )
    body += _section(say("House rules"), _house_items(pack, changed, worded))
    return (
        f'<!doctype html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n'
        f"<title>{escape(say(Sentence('{game}: rules', game=pack.name)))}</title>\n"
        f'<meta name="viewport" content="width=device-width">\n<style>{_STYLE}</style>\n</head>\n<body>\n'
        f"<h1>{escape(pack.name)}</h1>\n<p class=origin>{escape(say(_origin(pack, changed)))}</p>\n"
        f"<main>\n{body}</main>\n<footer>{escape(say('Rules'))} {pack.content_hash[:16]}</footer>\n</body>\n</html>\n"
    )


def changed_keys(pack: RulePack) -> tuple[str, ...]:
    """Keys in which a pack differs from the game that it was made from, and those its house rules name."""
    original = original_of(pack)
    keys = pack.keys()
    differing = () if original is None else (key for key, value in original.keys().items() if keys[key] != value)
    named = {rule.key for rule in pack.house_rules} | set(differing)
    return tuple(key for key in keys if key in named)


def _origin(pack: RulePack, changed: Collection[str]) -> str:
    original = original_of(pack)
    if not changed:
        return to_say("The rules as shipped with Kibitz.") if original else to_say("Rules of your own.")
    one = Sentence("{mark} marks what 1 rule of the house changed.", mark=_MARK)
    more = Sentence("{mark} marks what {number} rules of the house changed.", mark=_MARK, number=len(changed))
    marks = one if len(changed) == 1 else more
    if original is None or original.name == pack.name:
        return marks
    return Sentence("Based on {game}. {marks}", game=original.name, marks=marks)


def _section(title: str, items: Iterator[str]) -> str:
    found = "".join(items)
    return f"<section>\n<h2>{escape(title)}</h2>\n<ul>\n{found}</ul>\n</section>\n" if found else ""


def _item(line: SheetLine, changed: Collection[str], say: Say) -> str:
    house = " class=house" if any(key in changed for key in line.keys) else ""
    return f"<li{house}>{escape(say(line.text))}</li>\n"


def _house_items(pack: RulePack, changed: Collection[str], worded: Collection[str]) -> Iterator[str]:
    """Reasons of the house rules, and what is changed without a sentence of its own above."""
    for note in pack.notes:
        yield f"<li class=house>{escape(str(note.value))} <span class=why>{_why(note)}</span></li>\n"
    rules = {rule.key: rule for rule in pack.house_rules}
    keys = pack.keys()
    for key in changed:
        if key in rules or key not in worded:
            value = json.dumps(keys[key], ensure_ascii=False)
            why = f" <span class=why>{_why(rules[key])}</span>" if key in rules else ""
            yield f"<li class=house>{escape(key)} = {escape(value)}{why}</li>\n"


def _why(rule: HouseRule) -> str:
    return f"{escape(rule.author)}: {escape(rule.reason)}"
