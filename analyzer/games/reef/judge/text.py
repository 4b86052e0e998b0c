"""The text form of a position, which parses back. In the middle of a game of two players:

    players 2
    rules supply=4
    phase turns, turn 3, to play 1
    supply r1 y2 g1 p2
    display 18 31 39
    deck 40 29 56 23 11 ?43
    enders supply - deck -
    seat 0: points 2, start 38, taken 22, played 16, scored -
    board 0: . g r ./. g r ./. p y ./. . . .
    seat 1: points 4, start 35 9, taken 24, played -, scored -
    board 1: . . . ./. y r ./. p g ./. . . .

Points lying on a display card follow it (`24+1`), `?` is a card that is not known and `?43` so many
of them, `-` is nothing. `rules` names the parameters that differ from print.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from analyzer.errors import UsageError
from analyzer.games.reef.judge.board import read_board, write_board
from analyzer.games.reef.judge.phases import Phase
from analyzer.games.reef.rules import COLOURS, PRINTED, Rules, make_rules
from analyzer.records.errors import printable, shown

if TYPE_CHECKING:
    from analyzer.games.reef.judge.position import Player, Position

NOTHING = "-"
HIDDEN = "?"

_NUMBER = "(0|[1-9][0-9]{0,4})"
_CARD = "[1-9][0-9]?"
_CARD_OR_HIDDEN = rf"(?:{_CARD}|\?(?:{_CARD})?)"
_CARDS = f"(-|{_CARD_OR_HIDDEN}(?: {_CARD_OR_HIDDEN})*)"
_DISPLAYED = rf"{_CARD}(?:\+[1-9][0-9]{{0,4}})?"
_SEAT = r"([0-3]|-)"
_HEAD = (
    re.compile(r"players ([2-4])"),
    re.compile(r"rules (-|[a-z_]+=[a-z_0-9,]+(?: [a-z_]+=[a-z_0-9,]+)*)"),
    re.compile(rf"phase ({'|'.join(Phase)}), turn {_NUMBER}, to play {_SEAT}"),
    re.compile("supply " + " ".join(colour + _NUMBER for colour in COLOURS)),
    re.compile(f"display (-|{_DISPLAYED}(?: {_DISPLAYED})*)"),
    re.compile(f"deck {_CARDS}"),
    re.compile(f"enders supply {_SEAT} deck {_SEAT}"),
)
_PLAYER = re.compile(
    rf"seat ([0-3]): points {_NUMBER}, start {_CARDS}, taken {_CARDS}, played {_CARDS},"
    rf" scored {_CARDS}"
)
_BOARD = re.compile("board ([0-3]): ([rygp./ ]+)")


def write_position(position: Position) -> str:
    """The position as text."""
    display = (f"{c}+{n}" if n else str(c) for c, n in position.display.items())
    lines = [
        f"players {position.rules.n_players}",
        f"rules {_write_rules(position.rules)}",
        f"phase {position.phase}, turn {position.turn}, to play {_write_seat(position.to_play)}",
        "supply " + " ".join(f"{colour}{position.supply[colour]}" for colour in COLOURS),
        f"display {' '.join(display) or NOTHING}",
        f"deck {_write_cards(position.deck)}",
        f"enders supply {_write_seat(position.supply_ender)}"
        f" deck {_write_seat(position.deck_ender)}",
    ]
    for seat, player in enumerate(position.players):
        lines.append(
            f"seat {seat}: points {player.points}, start {_write_cards(player.start_cards)},"
            f" taken {_write_cards(player.taken)}, played {_write_cards(player.played)},"
            f" scored {_write_cards(player.scored)}"
        )
        lines.append(f"board {seat}: {write_board(player.board)}")
    return "\n".join(lines)


def _write_rules(rules: Rules) -> str:
    words = (
        f"{name}={','.join(map(str, value)) if isinstance(value, list) else value}"
        for name, value in rules.overrides().items()
    )
    return " ".join(words) or NOTHING


def _write_seat(seat: int | None) -> str:
    return NOTHING if seat is None else str(seat)


def _write_cards(numbers: Sequence[int | None]) -> str:
    known = [str(card) for card in numbers if card is not None]
    n_hidden = len(numbers) - len(known)
    hidden = [] if not n_hidden else [HIDDEN if n_hidden == 1 else f"{HIDDEN}{n_hidden}"]
    return " ".join([*known, *hidden]) or NOTHING


def read_position(written: str) -> Position:
    """The position that a text writes; UsageError, one line, if it writes none."""
    # The position offers this as a method, so it cannot be imported above.
    from analyzer.games.reef.judge.position import Position

    lines = [line.strip() for line in written.splitlines() if line.strip()]
    if len(lines) < len(_HEAD):
        raise UsageError(f"a position has more than {len(lines)} lines; it begins `players 2`")
    head = [_match(pattern, line) for pattern, line in zip(_HEAD, lines, strict=False)]
    count, rules, phase, supply, display, deck, enders = head
    n_players = int(count[1])
    return Position(
        rules=make_rules(PRINTED, n_players, _read_rules(rules[1])),
        players=_read_players(lines[len(_HEAD) :], n_players),
        supply=dict(zip(COLOURS, map(int, supply.groups()), strict=True)),
        display=_read_display(display[1]),
        deck=_read_cards(deck[1]),
        phase=Phase(phase[1]),
        turn=int(phase[2]),
        to_play=_read_seat(phase[3], n_players),
        supply_ender=_read_seat(enders[1], n_players),
        deck_ender=_read_seat(enders[2], n_players),
    )


def _match(pattern: re.Pattern[str], line: str) -> re.Match[str]:
    match = pattern.fullmatch(line)
    if match is None:
        word = pattern.pattern.split(" ", 1)[0]
        raise UsageError(f"{shown(line)} is not the line {word!r} of a position")
    return match


def _read_rules(words: str) -> dict[str, object]:
    if words == NOTHING:
        return {}
    named = (word.partition("=") for word in words.split(" "))
    return {name: value for name, _, value in named}


def _read_players(lines: Sequence[str], n_players: int) -> list[Player]:
    if len(lines) != 2 * n_players:
        raise UsageError(f"{n_players} players need {2 * n_players} lines, not {len(lines)}")
    pairs = zip(lines[::2], lines[1::2], strict=True)
    return [_read_player(seat, first, second) for seat, (first, second) in enumerate(pairs)]


def _read_player(seat: int, first: str, second: str) -> Player:
    from analyzer.games.reef.judge.position import Player

    numbers, stacks = _match(_PLAYER, first), _match(_BOARD, second)
    if int(numbers[1]) != seat or int(stacks[1]) != seat:
        raise UsageError(f"the lines of seat {seat} are due where {shown(first)} is")
    try:
        board = read_board(stacks[2])
    except ValueError as error:
        raise UsageError(f"board of seat {seat}: {printable(str(error))}") from None
    return Player(
        board,
        int(numbers[2]),
        _read_cards(numbers[3]),
        *(_all_known(_read_cards(numbers[k])) for k in (4, 5, 6)),
    )


def _read_seat(word: str, n_players: int) -> int | None:
    if word == NOTHING:
        return None
    if int(word) >= n_players:
        raise UsageError(f"there is no seat {word} among {n_players} players")
    return int(word)


def _read_display(words: str) -> dict[int, int]:
    if words == NOTHING:
        return {}
    pairs = [word.partition("+") for word in words.split(" ")]
    display = {int(card): int(points or 0) for card, _, points in pairs}
    if len(display) != len(pairs):
        raise UsageError(f"a card occurs twice on the display {words}")
    return display


def _read_cards(words: str) -> list[int | None]:
    numbers: list[int | None] = []
    for word in words.split(" "):
        if word.startswith(HIDDEN):
            numbers += [None] * int(word[1:] or 1)
        elif word != NOTHING:
            numbers.append(int(word))
    return numbers


def _all_known(numbers: Sequence[int | None]) -> list[int]:
    known = [card for card in numbers if card is not None]
    if len(known) != len(numbers):
        raise UsageError("cards taken, played or scored are known to all")
    return known
