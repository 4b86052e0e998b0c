"""Games in memory: as a table, as a summary, as a record to look at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from analyzer.cells import Cell
from analyzer.errors import UsageError
from analyzer.games import get_game
from analyzer.notebook.progress import watched
from analyzer.notebook.settings import about_of
from analyzer.notebook.settings import cell as make_cell

if TYPE_CHECKING:
    import pandas as pd

    from analyzer.notebook.display import GameRecord, Simulation
    from analyzer.positions import Position


def play(cell: Cell, games: int = 1000, seed: int = 1) -> pd.DataFrame:
    """Games [0, games) of a cell as a table with one row for every game and seat.

    Columns as the game declares them; coded ones are categories, strategies are named. For more
    games than fit into memory play a run: `reef simulate --name NAME`, and `load` it.
    """
    import pandas as pd

    game = get_game(cell.game)
    checked = game.check(cell)
    if games < 1:
        raise UsageError(f"{games} games are not possible; at least 1")
    rows = game.play(checked, seed, 0, games)
    frame = pd.DataFrame(rows)
    for column in game.columns:
        if column.categories:
            frame[column.name] = pd.Categorical.from_codes(
                rows[column.name], categories=pd.Index(column.categories)
            )
    names = list(dict.fromkeys(checked.strategies))
    places = [names.index(checked.strategies[k]) for k in rows["strategy"]]
    frame["strategy"] = pd.Categorical.from_codes(places, categories=pd.Index(names))
    return frame


def simulate(
    cell: Cell, games: int = 10_000, seed: int = 1, jobs: int = 1, progress: bool = True
) -> Simulation:
    """Games of a cell, added up: win shares, scores and what happened, each with an interval.

    jobs: worker processes, 0 for one a core; the result does not depend on it.
    """
    from analyzer.notebook.display import Simulation
    from analyzer.playing.memory import simulate as played
    from analyzer.playing.memory import warm_up
    from analyzer.playing.pool import Pool
    from analyzer.tally.cell_tally import summarise, whole_blocks

    checked = get_game(cell.game).check(cell)
    warm_up(checked)
    with Pool(jobs=jobs) as pool, watched(progress) as report:
        done = played(checked, seed, whole_blocks(checked, games), pool, report=report)
    return Simulation(checked, seed, summarise(checked, done.blocks))


def record(
    *strategies: str, game: str | None = None, seed: int = 1, index: int = 0, **settings: Any
) -> GameRecord:
    """The full record of one game between strategies, which shows its replay in a notebook."""
    from analyzer.notebook.display import GameRecord

    settled = make_cell(game, strategies=strategies or None, **settings)
    return GameRecord(get_game(settled.game).record(settled, seed, index))


def position(game: str | None = None, *, seed: int = 1, **settings: Any) -> Position:
    """The first position of a game, to be played step by step; chance comes from the seed."""
    settled = make_cell(game, strategies=about_of(game).defaults.baseline, **settings)
    return get_game(settled.game).position(settled, seed)
