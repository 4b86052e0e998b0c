"""What a game declares. Everything above a game's own folders works from this, and from no name.

Runs, tallies, studies, reports, replay, tuning, ratings, the command line and the Python interface
know games only through `Game`, so that a new game is a folder in `kernels`, one in `analyzer.games`
and one in `reports.games`, and nothing else changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from analyzer.cells import Cell
from analyzer.errors import UsageError
from analyzer.rule_parameters import Parameter
from analyzer.wording import listed

if TYPE_CHECKING:
    import numpy as np

    from analyzer.positions import Position
    from analyzer.records.verdict import Verdict
    from analyzer.strategies.lineup import LineUp

# What a column is for.
KEY = "key"  # tells rows apart: game, deal, seat, strategy
SETUP = "set-up"  # a choice of the set-up that chance or an option made; has categories
DEALT = "dealt"  # what chance gave a seat at the set-up
RESULT = "result"  # how the game went or ended
COUNT = "count"  # how often a seat did something, or how many it had
CHECKPOINT = "checkpoint"  # points after some round, -1 if the game was over by then
TIE_BREAK = "tie-break"
ROLES = (KEY, SETUP, DEALT, RESULT, COUNT, CHECKPOINT, TIE_BREAK)

UNFINISHED = "running"
"""The first category of `ended_by`: the ending that no finished game has."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the result table, which has one row for every game and seat.

    kind: `game` if all seats of a game share the value, `seat` otherwise. role: one of ROLES.
    categories: names of the values of a coded column, in order. label: what sentences and figures
    call it. unit: what its numbers count. group: the `ColumnGroup` it is shown in, and member: what
    it is called there (a colour, a round). total: the key under which a summary tells its sum over
    the seats of a game; empty if it tells nothing. is_headline: told where cells are compared in
    few rows. by_definition: rule parameters that set it directly.
    """

    name: str
    dtype: str
    kind: str
    description: str
    role: str
    categories: tuple[str, ...] = ()
    label: str = ""
    unit: str = ""
    group: str = ""
    member: str = ""
    total: str = ""
    is_headline: bool = False
    by_definition: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        """The column in sentences."""
        return self.label or self.name.replace("_", " ")


WINNERS = "winners"  # means of the winners beside those of the others
DISTRIBUTION = "distribution"  # how often each value occurs


@dataclass(frozen=True, slots=True)
class ColumnGroup:
    """Columns that one table and one figure show together.

    shows: WINNERS or DISTRIBUTION. title: the heading. axis: what the members are, `colour` for
    instance. unit: of the numbers.
    """

    name: str
    title: str
    shows: str
    axis: str
    unit: str


@dataclass(frozen=True, slots=True)
class Ending:
    """A way in which a game can end.

    words: after "games ended by". is_decisive: players bring it about, and the rules expect it.
    is_cut_off: the simulator stopped a game that went on too long.
    """

    name: str
    words: str
    is_decisive: bool = True
    is_cut_off: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that can be fixed at the set-up and is otherwise left to chance.

    values: all of them, for the number of players asked about. form: what an option shows as its
    value. allowed: the same in words, for complaints.
    """

    name: str
    label: str
    values: tuple[str, ...]
    form: str
    allowed: str

    @property
    def option(self) -> str:
        """The command-line option that fixes it."""
        return f"--{self.name.replace('_', '-')}"


@dataclass(frozen=True, slots=True)
class Handicap:
    """The rule parameter by seat that makes up for the seat order, and that `reef balance` varies.

    least, most: what a seat can have. one, many: its unit in sentences.
    """

    parameter: str
    one: str
    many: str
    least: int
    most: int

    @property
    def option(self) -> str:
        """The command-line option that sets it by seat."""
        return f"--{self.parameter.replace('_', '-')}"


@dataclass(frozen=True, slots=True)
class Quantity:
    """Something measured on every game.

    unit: what its numbers count; `share` for fractions of 1. values: from the rows of games, each
    column of shape (games, seats), to one number a game. by_definition: rule parameters that set it
    directly, so that its change under them is no news. label: what sentences call it, by default
    its name. is_headline: told first where much has changed.
    """

    name: str
    unit: str
    columns: tuple[str, ...]
    values: Callable[[Mapping[str, np.ndarray]], np.ndarray]
    by_definition: tuple[str, ...] = ()
    label: str = ""
    is_headline: bool = False

    @property
    def words(self) -> str:
        """What sentences call it."""
        return self.label or self.name


@dataclass(frozen=True, slots=True)
class Ratio:
    """A quantity that is one total divided by another; both are names of quantities."""

    name: str
    unit: str
    above: str
    below: str


@dataclass(frozen=True, slots=True)
class Trait:
    """Something that tells how a strategy plays: a number for every game and seat.

    label: in tables. values: from the rows of games, each column of shape (games, seats), to
    numbers of the same shape. per: another trait by which the total of this one is divided, for
    means of what did not happen equally often.
    """

    name: str
    label: str
    values: Callable[[Mapping[str, np.ndarray]], np.ndarray]
    per: str = ""


@dataclass(frozen=True, slots=True)
class Defaults:
    """What commands take where nothing is said.

    strategy: who plays where nobody is named. baseline: the simplest player, against
    which nobody shows how it plays. levels: skill levels of studies about the game, strongest
    first. rulesets: what is compared and timed where no ruleset is named; one alone by default.
    """

    ruleset: str
    players: int
    strategy: str
    baseline: str
    levels: tuple[str, ...]
    rulesets: tuple[str, ...] = ()

    @property
    def compared(self) -> tuple[str, ...]:
        """Rulesets that are compared and timed where none is named."""
        return self.rulesets or (self.ruleset,)


class About(Protocol):
    """What a game declares that can be told without its kernel: commands must answer at once."""

    name: str
    title: str
    rules_version: int
    """Counts up with every change of how the game is played."""
    player_counts: tuple[int, ...]
    defaults: Defaults
    parameters: Mapping[str, Parameter]
    """Rule parameters by name."""
    rulesets: Mapping[str, str]
    """Named rulesets, and what each is."""
    endings: tuple[Ending, ...]
    """In the order of the codes of `ended_by`, which begin at 1; 0 is UNFINISHED."""
    handicap: Handicap | None
    record_format: str
    """The `format` of its game records; empty if it keeps none."""
    examples: Mapping[str, tuple[str, ...]]
    """By command: command lines in the game's own words, for its help."""

    def choices(self, players: int) -> tuple[Choice, ...]:
        """What can be fixed at the set-up."""
        ...

    def ruleset(self, name: str, players: int) -> Mapping[str, object]:
        """The value of every rule parameter in a named ruleset, as an override would give it."""
        ...

    def position(self, cell: Cell, seed: int) -> Position:  # noqa: ARG002
        """The first position of a game, to be played step by step, where that is possible."""
        raise UsageError(f"{self.title} cannot be played step by step")

    def judge(self, record: Mapping[str, object]) -> Verdict:  # noqa: ARG002
        """Whether a record of the game's format is a legal game, and if not, what is wrong."""
        raise UsageError(f"{self.title} keeps no records")

    def replay(self, record: Mapping[str, object]) -> dict[str, Any]:  # noqa: ARG002
        """A recorded game as frames to draw; RecordViolation if the judge rejects it."""
        raise UsageError(f"{self.title} keeps no records")


class Game(About, Protocol):
    """A game that can be simulated."""

    kernel: str
    """The fingerprint of what plays the game: games of two kernels must not be mixed."""
    columns: tuple[Column, ...]
    groups: tuple[ColumnGroup, ...]
    quantities: tuple[Quantity, ...]
    """What is measured on every game besides what the columns' roles say."""
    ratios: tuple[Ratio, ...]
    traits: tuple[Trait, ...]
    """What tells strategies apart besides points, turns, counts and tie-breaks."""
    strategies: LineUp
    """Who can play: the strategies that ship with the game, files and bots of users."""

    def rules(self, cell: Cell) -> Mapping[str, object]:
        """Every rule parameter as it holds in a cell; those by seat as tuples of numbers."""
        ...

    def check(self, cell: Cell) -> Cell:
        """The cell in canonical form; UsageError if it cannot be played."""
        ...

    def is_same(self, a: Cell, b: Cell) -> bool:
        """Whether two checked cells are the same game, however their rules are written."""
        ...

    def is_compiled(self, cell: Cell) -> bool:
        """Whether the cell is played without Python's lock: threads then need not wait."""
        ...

    def play(self, cell: Cell, seed: int, first: int, last: int) -> dict[str, np.ndarray]:
        """Games [first, last) as columns with one row for every game and seat, in order."""
        ...

    def record(self, cell: Cell, seed: int, game: int) -> dict[str, Any]:
        """The full record of one of those games."""
        ...


def check_players(told: About, players: int) -> None:
    """UsageError unless the game can be played by so many."""
    if players in told.player_counts:
        return
    what = "1 player is" if players == 1 else f"{players} players are"
    allowed = listed(told.player_counts, "or")
    raise UsageError(f"{what} not possible; allowed: {allowed}, with a strategy for each seat")


def column_of(game: Game, name: str) -> Column:
    """The column of that name, which the game must have."""
    return next(column for column in game.columns if column.name == name)


def columns_of(game: Game, *roles: str, group: str | None = None) -> list[Column]:
    """The columns of some roles, in order, or of one group of columns."""
    return [
        column
        for column in game.columns
        if (not roles or column.role in roles) and (group is None or column.group == group)
    ]


def decisive_codes(told: About) -> list[int]:
    """The codes of `ended_by` that stand for endings that players bring about."""
    return [code for code, ending in enumerate(told.endings, 1) if ending.is_decisive]


def setup_columns(game: Game) -> dict[str, tuple[str, ...]]:
    """Columns that name a choice of the set-up, with the names of their values."""
    return {column.name: column.categories for column in columns_of(game, SETUP)}


def common_columns(endings: Iterable[Ending]) -> dict[str, Column]:
    """The columns that every game has, by name; a game puts its own around them."""
    kinds = (UNFINISHED, *(ending.name for ending in endings))
    made = (
        Column("game", "int64", "game", "index of the game within its cell", KEY),
        Column(
            "deal", "int64", "game", "index of the deal: games of one deal share all chance", KEY,
        ),
        Column("seat", "int8", "seat", "seat, 0 for the start player", KEY),
        Column("strategy", "int8", "seat", "index of the strategy in the cell's line-up", KEY),
        Column("rotation", "int8", "game", "rotation of the line-up over the seats", KEY),
        Column(
            "win", "float32", "seat",
            "share of the win: 1, 0, or 1/k for a k-fold shared win", RESULT, unit="share",
        ),
        Column(
            "turns", "int16", "game", "turns played by all seats together", RESULT, unit="turns",
        ),
        Column("ended_by", "int8", "game", "why the game ended", RESULT, kinds),
        Column(
            "ender", "int8", "game",
            "seat whose turn it was at the end, -1 for a game cut off", RESULT,
        ),
        Column("winners", "int8", "game", "seats that share the first place", RESULT),
        Column(
            "lead_changes", "int16", "game",
            "times the lead on points passed from one seat to another", RESULT,
        ),
        Column(
            "decided_turn", "int16", "game",
            "turn in which the winner took the lead on points for good", RESULT,
        ),
        Column(
            "rank", "int16", "seat",
            "final place, 1 for the best; shared places are equal", RESULT, unit="place",
        ),
        Column("score", "int16", "seat", "points", RESULT, unit="points"),
    )  # fmt: skip
    return {column.name: column for column in made}


def checkpoint_rounds(columns: Sequence[Column]) -> dict[str, int]:
    """Columns with the points after a round, in order of the rounds: name and round."""
    found = {c.name: int(c.member) for c in columns if c.role == CHECKPOINT}
    return dict(sorted(found.items(), key=lambda item: item[1]))
