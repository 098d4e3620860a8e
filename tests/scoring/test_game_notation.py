"""Tables, events and games as text: what cannot be read says where, what was found and what was expected."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kibitz_scoring.cli.commands import app
from kibitz_scoring.errors import InputError
from kibitz_scoring.game.events import Called
from kibitz_scoring.game.record import Undo
from kibitz_scoring.notation.events import format_event, parse_event
from kibitz_scoring.notation.games import GameFile, GameLine, format_game, parse_game, read_game
from kibitz_scoring.notation.tables import format_table, parse_table
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.rules.rule_pack import HouseRule
from kibitz_scoring.table import Interval

REPOSITORY = Path(__file__).parents[2]
PLAYERS = (PlayerId("Ann"), PlayerId("Ben"))
HEAD = 'kibitz game 1\npack cameo\np1 = "Ann"\np2 = "Ben"\n'
RULED = 'kibitz game 1\npack kaboo\nrule turn.pass = true by "Ann" because "x"\n'
TABLE = "round 1 turns p1 | p1 ? ? ? ? | p2 ? ? ? ? | deck 46"
REVEAL = "".join(
    f"{number}. reveal {place} {card}\n"
    for number, (place, card) in enumerate(
        zip(
            ("p1.a1", "p1.a2", "p1.b1", "p1.b2", "p2.a1", "p2.a2", "p2.b1", "p2.b2"),
            ("2C", "3C", "4C", "5C", "2D", "3D", "4D", "6D"),
            strict=True,
        ),
        start=3,
    )
)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "column 1: found the end of the line: expected an event, such as p1 draws."),
        ("p1", "column 3: found the end of the line: expected what p1 does, such as draws."),
        ("p1 jumps", 'column 4: found "jumps": expected one of calls, collects, deals,'),
        ("p3 draws", 'column 1: found "p3": expected a seat from p1 to p2.'),
        ("who draws", 'column 1: found "who": expected a seat such as p1, or one of correct,'),
        ("p1 draws 7H now", 'column 13: found "now": expected the end of the line.'),
        ("reveal p1.a1 11H", 'column 14: found "11H": expected a card such as 10H.'),
        ("reveal p1 7H", 'column 8: found "p1": expected a place such as p1.b2.'),
        ("move p1.a1 nowhere", 'column 12: found "nowhere": expected a place such as p1.b2, or deck, pile or aside.'),
        ("p1 marks p1.a1 1", 'column 16: found "1": expected a token such as +1.'),
        ('rule a.b = by "x"', 'column 12: found "by": expected a value such as 2 or true.'),
        ('rule a.b = 2 because "x"', "column 14: found \"because\": expected 'by'."),
        ('rule a.b by 2 because "x"', 'column 13: found "2": expected who ruled, in quotes.'),
        ('rule a.b by "" because "x"', "expected a text that is not empty."),
        ("misdeal", "found the end of the line: expected the reason, in quotes."),
    ],
)
def test_a_line_that_is_no_event_says_where(text: str, complaint: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_event(text, PLAYERS)
    assert complaint in str(caught.value)


def test_a_deal_may_leave_a_hand_open() -> None:
    text = "p2 deals - / 2C 3C"
    assert format_event(parse_event(text, PLAYERS), PLAYERS) == text


def test_an_event_of_a_stranger_cannot_be_written() -> None:
    with pytest.raises(InputError, match="'Zoe' is not at the table"):
        format_event(Called(PlayerId("Zoe")), PLAYERS)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (TABLE.replace("46", "45"), "column 53: found 53 cards: expected Kaboo's 54."),
        (TABLE.replace("46", "4x"), 'column 51: found "4x": expected how many cards the draw pile has.'),
        ("round 1 turns p1 | p1 ? ? ? ?", "column 30: found 1 hands: expected 2."),
        (TABLE.replace("turns", "noon"), "column 9: found \"noon\": expected 'setup', 'initial_peek',"),
        (TABLE.replace("turns p1", "turns p3"), 'found "p3": expected a seat from p1 to p2.'),
        (TABLE.replace("p1 ? ?", "p1 ? Z"), 'column 25: found "Z": expected a card such as 7H'),
        (TABLE.replace("p1 ? ?", "p1 ? ?(("), 'found "?((": expected a card such as 7H'),
        (TABLE.replace("p1 ? ?", "p1 ? ?(3)"), "expected seats from 1 to 2 in the brackets."),
        (TABLE.replace("p1 ? ? ?", "p1 ? ?"), "expected 4 places, and more only up to the last card beside them."),
        (TABLE.replace("p1 ? ? ? ?", "p1 ? ? ? ? -"), "expected 4 places"),
        (f"{TABLE} | moon", "expected 'round', 'dealer',"),
        (f"{TABLE} | power p1 Q", 'found "Q": expected the card with the power, such as QH.'),
        (f"{TABLE} | due p1 penalty moon", "expected a key of a rule pack, such as snap.wrong_penalty."),
        (f"{TABLE} | peeks 1", "expected how many cards each seat has looked at."),
    ],
)
def test_a_line_that_is_no_table_says_where(text: str, complaint: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_table(text, load_pack("kaboo"), PLAYERS)
    assert complaint in str(caught.value)


def test_every_part_of_a_table_reads_back() -> None:
    text = (
        "round 2 final p2 | dealer p2 | p1 ?(1) - 7H+1(*) QS^ 5C(2) | p2 ? ? ? JK | deck 39 | pile 9C_() 7D-2 | "
        "aside ?_ | hand p2 ? deck | hand p2 8S^(*) pile | power p1 QH begun p2.a1 | "
        "due p2 penalty snap.wrong_penalty | "
        "due p1 take p2.a1 | due p1 give p2.b1 | top starter snaps 2 contested closed | called p1 empty | final p2 | "
        "peeks 2 1 | ended empty_hand | left p1"
    )
    text = text.replace("deck 39", "deck 41")
    state = parse_table(text, load_pack("kaboo"), PLAYERS)
    assert format_table(state) == text


def test_a_game_file_keeps_names_rules_times_and_amendments() -> None:
    text = (
        'kibitz game 1\npack kaboo\nrule game.rounds = 2 by "Ann" because "as always"\n'
        'p1 = "Ann \\"A\\" O\'Hara"\np2 = "Zoë"\n\n1. p2 deals\n2. @1500-1533.25 starter 7H\n3. p1 draws\n4. undo\n'
        '5. redo\n6. amend 3 because "the pile\'s" to p1 takes\n7. insert 3 because "missed" of p1 looks p1.b1\n'
        '8. strike 7 because ""\n'
    )
    game = parse_game(text)
    assert format_game(game) == text
    assert game.players == ('Ann "A" O\'Hara', "Zoë")
    assert game.rules == (HouseRule(key="game.rounds", value=2, author="Ann", reason="as always"),)
    assert game.lines[1].at == Interval(1500, 1533.25)
    assert game.pack.game.rounds == 2
    *_, record = game.records()
    assert len(record.entries) == 8


def test_line_ends_comments_and_a_byte_order_mark_do_not_matter(tmp_path: Path) -> None:
    path = tmp_path / "a.kibitz"
    path.write_bytes(b"\xef\xbb\xbf" + (HEAD + "# hello\n\n1. p2 deals\n").replace("\n", "\r\n").encode())
    assert read_game(path) == parse_game(HEAD + "1. p2 deals\n")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "line 1, column 1: found no game: expected 'kibitz game 1', then 'pack' and its id."),
        ("chess", "line 1, column 1: found \"chess\": expected 'kibitz'."),
        ("kibitz game 1\nkaboo", "line 2, column 1: found \"kaboo\": expected 'pack'."),
        (f"{HEAD}2. p1 draws", "line 5, column 1: found \"2.\": expected '1.'."),
        (f'{HEAD}1. p2 deals\np3 = "Cleo"', 'line 6, column 1: found "p3": expected the number of the entry, 2.'),
        (f'{HEAD}p5 = "Cleo"', "line 5, column 1: found \"p5\": expected 'p3'."),
        (f"{HEAD}p3 = Cleo", 'line 5, column 6: found "Cleo": expected a name in quotes.'),
        (f"{HEAD}p3 = 3", 'line 5, column 6: found "3": expected a name in quotes.'),
        (f"{HEAD}1. @9-8 p2 deals", 'line 5, column 4: found "@9-8": expected a time interval in milliseconds'),
        (f"{HEAD}1. amend x", "expected the number of an entry."),
        ('kibitz game 1\npack kaboo\nrule a.b = 2 by "" because "x"', "expected a text that is not empty."),
        (HEAD.replace("cameo", "poker"), 'line 2, column 6: found "poker": expected scambodia, '),
        (
            f'{RULED}rule snap.moon = 2 by "Ben" because "y"',
            "line 4: 'snap.moon' is not a key of a rule pack; the nearest is",
        ),
        (f'{RULED}rule score.fail = 2 by "Ben" because "y"', "line 4: 'score.fail' is 2: expected none, double"),
        (f'{RULED}rule turn.pass = false by "Ben" because "y"', "line 4: 'turn.pass' stands twice"),
        (f'{RULED}rule values.joker = "-" by "Ben" because "y"', "line 4: 'deck.jokers' is 2, so 'values.joker' needs"),
    ],
)
def test_a_text_that_is_no_game_says_where(text: str, complaint: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_game(text)
    assert complaint in str(caught.value)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (f'{HEAD}1. p2 deals\n2. strike 9 because "no"', "entry 2: entry 9 is no event that counts"),
        (f"{HEAD}1. p2 deals\n2. reveal p1.c9 2C", "entry 2: 'p1.c9' is not a place of the grid"),
        (f'{HEAD}1. rule snap.moon = 2 by "Ann" because "x"', "entry 1: "),
        (HEAD.replace('p2 = "Ben"\n', ""), "players: found 1: Cameo is for 2 to 2 players."),
    ],
)
def test_a_game_that_cannot_be_says_which_entry(text: str, complaint: str) -> None:
    with pytest.raises(InputError) as caught:
        list(parse_game(text).records())
    assert complaint in str(caught.value)


def test_times_of_any_size_are_written() -> None:
    game = GameFile(
        "cameo", PLAYERS, (), (GameLine(Undo(), Interval(0.1, 1 / 3)), GameLine(Undo(), Interval(1e-22, 5)))
    )
    assert "1. @0.1-0.3333333333333333 undo\n2. @0.0000000000000000000001-5 undo" in format_game(game)


def replay(path: Path, *options: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, ["replay", str(path), *options])
    return result.exit_code, result.output


@pytest.fixture
def evening(tmp_path: Path) -> Path:
    path = tmp_path / "evening.kibitz"
    path.write_text(f"{HEAD}1. p2 deals AH AD AS AC / KH KD KS KC\n2. p1 calls\n{REVEAL}", encoding="utf-8")
    return path


def test_replay_prints_the_table_and_the_score_sheet_after_each_entry(evening: Path) -> None:
    code, output = replay(evening, "--json")
    steps = [json.loads(line) for line in output.splitlines()]
    assert code == 0
    assert [step["entry"] for step in steps] == list(range(1, 11))
    assert steps[0] == {
        "entry": 1,
        "text": "p2 deals",
        "table": "round 1 initial_peek p1 | dealer p2 | p1 ? ? ? ? | p2 ? ? ? ? | deck 44",
        "round": 1,
        "phase": "initial_peek",
        "turn": "Ann",
        "violations": [],
        "lets_go": None,
        "standing": [],
        "score_sheet": None,
        "rules": [],
    }
    assert steps[-1]["score_sheet"]["totals"] == {"Ann": 14, "Ben": 15}
    assert steps[-1]["score_sheet"]["finished"] is True


def test_replay_tells_people_what_broke_a_rule_and_what_was_let_go(evening: Path) -> None:
    text = evening.read_text(encoding="utf-8").replace("2. p1 calls\n", "2. p2 calls\n")
    evening.write_text(text + '11. rule play.turn by "Ben" because "we laughed"\n', encoding="utf-8")
    code, output = replay(evening)
    assert code == 0
    assert "    play.turn: It is Ann's turn, not Ben's.\n" in output
    assert "    lets go what entry 2 broke\n" in output
    assert "Totals: Ann 14, Ben 15" in output


def test_replay_shows_no_sealed_face_of_an_amended_entry(evening: Path) -> None:
    more = (
        '11. amend 1 because "x" to p2 deals 9H 9D 9S 9C / 8H 8D 8S 8C\n12. insert 2 because "y" of p1 looks p1.b1 9S\n'
    )
    more += '13. undo\n14. strike 2 because "z"\n'
    evening.write_text(evening.read_text(encoding="utf-8") + more, encoding="utf-8")
    code, output = replay(evening)
    assert code == 0
    assert not re.search(r"9[HDSC]|8[HDSC]", output)


@pytest.mark.parametrize("options", [(), ("--json",)])
@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("nonsense", "evening.kibitz, line 1, column 1"),
        (f"{HEAD}1. p2 jumps", "evening.kibitz, line 5, column 7"),
        (f'{HEAD}1. strike 1 because "x"', "evening.kibitz: entry 1: "),
        (
            f"{HEAD}1. p2 deals\n2. p1 calls\n{REVEAL}".replace("6D", "2C"),
            "evening.kibitz: entry 10: rounds[0].hands: 2C stands twice",
        ),
    ],
)
def test_replay_says_in_one_sentence_what_cannot_be(
    evening: Path, options: tuple[str, ...], text: str, complaint: str
) -> None:
    evening.write_text(text, encoding="utf-8")
    code, output = replay(evening, *options)
    assert code == 2
    assert complaint in output
    assert "Traceback" not in output


def test_a_file_that_is_missing_or_no_text_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"gone\.kibitz: cannot be read \(No such file"):
        read_game(tmp_path / "gone.kibitz")
    (tmp_path / "raw.kibitz").write_bytes(b"kibitz\xff")
    with pytest.raises(InputError, match=r"raw\.kibitz: byte 6 is not UTF-8 text"):
        read_game(tmp_path / "raw.kibitz")


def test_the_document_s_examples_are_read() -> None:
    document = (REPOSITORY / "docs" / "notation.md").read_text(encoding="utf-8")
    examples = [
        example
        for row in re.findall(
            r"^\| (`p[0-9] .*?|`[a-z-]+.*?) \|", document.split("## An event")[1].split("## A game")[0], re.M
        )
        for example in re.findall(r"`([^`]+)`", row)
    ]
    players = (*PLAYERS, PlayerId("Cleo"))
    assert len(examples) > 25
    for example in examples:
        assert format_event(parse_event(example, players), players) == example
    game = re.search(r"    kibitz game 1\n(?:    .*\n|\n)+", document)
    assert game is not None
    assert len(parse_game(game[0].replace("    ", "")).lines) == 8
    table = re.search(r"    (round 1 .*)\n", document)
    assert table is not None
    assert format_table(parse_table(table[1], load_pack("kaboo"), PLAYERS)) == table[1]
