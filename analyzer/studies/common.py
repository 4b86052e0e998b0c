"""What all studies share: the folder, the plan, playing the phases, and writing the results.

The folder of a study holds `study.json` (what was asked for and how many games that means), one
run below it for every phase, `results.json` and the tables as CSV files. Everything is computed
from the stored games, so a study that was stopped ends with the same results.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analyzer.cells import Cell
from analyzer.errors import UsageError
from analyzer.experiment import Experiment
from analyzer.files import (
    checksum,
    read_exactly,
    read_json,
    read_sealed,
    write_sealed,
    write_whole,
    writing,
)
from analyzer.games import get_game, rules_version
from analyzer.playing.lock import locked
from analyzer.playing.manifest import (
    UNSTORED_RULES_VERSION,
    has_manifest,
    installed_versions,
    read_manifest,
)
from analyzer.playing.pool import Pool
from analyzer.playing.run import Run
from analyzer.playing.settings_match import check_rules
from analyzer.tables import Shown
from analyzer.tally.cell_tally import games_per_block, whole_blocks
from analyzer.wording import counted

if TYPE_CHECKING:
    import pandas as pd

    from analyzer.playing.progress import Progress
    from analyzer.studies.claims import Claim

FORMAT = "reef-study/1"
STUDY_NAME = "study.json"
RESULTS_NAME = "results.json"
REPAIR_STUDY = "restore it, or choose another --name"
ALL_CLAIMS = "all of it together is wrong with a chance of at most 5 %"
ALL_TOGETHER = "95 % intervals that hold for all claims together"
"""The intervals of a table whose numbers are claims of the report."""
ELO_SCALE = "100 more are about 64 % of the wins against each other"
"""What a difference of ratings means."""
SCREENING = "Picked by a screening (of such picks about 5 % are false; to be confirmed)"
USED_SHARE = 0.85
"""Share of a time budget that is planned for playing; the rest is for reading and testing."""


def _ignore(_: Any) -> None:
    """Tells nobody."""


@dataclass(frozen=True, slots=True)
class Context:
    """Where and how a study is played; nothing of it changes the results but the seed.

    pool: who plays, by default this process. part_games: games in a part of a run, by default about
    a second's worth. reproduce: the command line that gives the same results. show_plan is called
    once before anything is played.
    """

    folder: Path
    seed: int = 1
    pool: Pool = field(default_factory=Pool)
    part_games: int | None = None
    reproduce: str = ""
    say: Callable[[str], None] = _ignore
    show_plan: Callable[[Sequence[Phase]], None] = _ignore
    report: Callable[[Progress], None] | None = None


@dataclass(frozen=True, slots=True)
class Amount:
    """How much is played: a half width of shares, a number of games, or seconds; the first given
    counts. margin: the deviation of a share that matters, by default what the study says.
    n_reports: studies that share the error budget of one report."""

    precision: float | None = None
    games: int | None = None
    budget: float | None = None
    margin: float | None = None
    n_reports: int = 1

    def as_json(self) -> dict[str, Any]:
        """The amount as a JSON object."""
        told = {"precision": self.precision, "games": self.games, "budget": self.budget}
        further = {"margin": self.margin} if self.margin is not None else {}
        return {**told, **further, **({"n_reports": self.n_reports} if self.n_reports > 1 else {})}


@dataclass(frozen=True, slots=True)
class Phase:
    """One run of a study: cells on the same deals. is_most: may turn out to need fewer games.

    note: what the plan says about its number of games, if anything. pieces: cells of its own that
    each of the cells stands for in a plan. is_piece: one of many runs, told together.
    """

    name: str
    cells: tuple[Cell, ...]
    games: int
    is_most: bool = False
    note: str = ""
    pieces: int = 1
    is_piece: bool = False

    @property
    def total(self) -> int:
        """Games of all cells together."""
        return sum(whole_blocks(cell, self.games) for cell in self.cells)


@dataclass(slots=True)
class Results:
    """What a study found. Nothing in it depends on how long it took or how often it was stopped.

    finding: the headline, at most two short sentences. summary: the answer in a few sentences, with
    its numbers. verdicts: a sentence for each claim. not_established: what was asked but
    cannot be claimed, and how precisely it is known. figures: how the tables are shown. outlook:
    what more games would buy. intervals: what those in the sentences are, where that decides what
    is established. screened: what a screening picked, which is no claim. policy: what the skill of
    the players changes, next to the sampling errors. claims: what is asked at every skill level, by
    key. further: what a study as precise as the outlook says would play; it is not stored, as its
    time depends on the machine.
    """

    study: str
    title: str
    finding: str
    verdicts: list[str]
    not_established: list[str]
    settings: dict[str, Any]
    method: str
    tables: dict[str, pd.DataFrame]
    games: int
    figures: Mapping[str, Shown] = field(default_factory=dict)
    outlook: list[str] = field(default_factory=list)
    numbers: dict[str, Any] = field(default_factory=dict)
    intervals: str = ""
    screened: list[str] = field(default_factory=list)
    policy: list[str] = field(default_factory=list)
    summary: list[str] = field(default_factory=list)
    claims: Mapping[str, Claim] = field(default_factory=dict)
    further: tuple[Phase, ...] = ()


# --- how much ------------------------------------------------------------------------------------


def check_enough(amount: Amount, cell: Cell, deals: int) -> None:
    """UsageError if so few games are asked for that there would be fewer deals than that."""
    size = games_per_block(cell)
    if amount.games is not None and whole_blocks(cell, amount.games) < deals * size:
        raise UsageError(f"at least {deals * size} games are needed, not {amount.games}")


def raised_note(amount: Amount, games: int) -> str:
    """For the plan: that a line-up gets more games than asked for; nothing if it does not."""
    if amount.games is None or amount.games >= games:
        return ""
    return f"--games {amount.games} is raised to {games:,}, the fewest whole deals that can be used"


# --- the folder ----------------------------------------------------------------------------------


@contextmanager
def study_folder(
    context: Context, study: str, asked: Mapping[str, Any], make_sizes: Callable[[], dict[str, Any]]
) -> Iterator[dict[str, Any]]:
    """Holds the study's folder and yields its sizes.

    asked: settings and amount, as JSON. The sizes may depend on the speed of the machine, so they
    are made once and stored: a study that goes on keeps them. So is the version of the rules: the
    phases of a study must not mix two. UsageError if the folder belongs to something else.
    """
    context.pool.check_scheduler()  # where none answers, no study is begun
    with locked(context.folder):
        path = context.folder / STUDY_NAME
        game = asked["settings"]["game"]
        mine = {"format": FORMAT, "study": study, "seed": context.seed, **asked}
        mine = json.loads(json.dumps(mine))
        if stored := _stored_study(context, path, asked):
            rules = stored.pop("rules_version", UNSTORED_RULES_VERSION)
            sizes = stored.pop("sizes", None)
            if sizes is None or stored != mine:
                raise UsageError(_other_study(context.folder, stored, mine))
            check_rules(context.folder, game, rules)
        else:
            if has_manifest(context.folder):
                raise UsageError(f"{context.folder} is a run; choose another --name")
            sizes = json.loads(json.dumps(make_sizes()))
            with writing(context.folder):
                made = {**mine, "rules_version": rules_version(game), "sizes": sizes}
                write_sealed(path, finite(made))
        yield sizes


def _stored_study(context: Context, path: Path, asked: Mapping[str, Any]) -> dict[str, Any]:
    """What `study.json` holds; empty if there is none.

    One that is damaged is made again, unless its sizes came from the speed of the machine: the runs
    below know themselves what they are of.
    """
    try:
        return read_sealed(path, REPAIR_STUDY)
    except FileNotFoundError:
        return {}
    except UsageError as error:
        if asked.get("amount", {}).get("budget") is not None:
            raise
        context.say(f"{str(error).removesuffix(REPAIR_STUDY)}it is made again")
        return {}


def _other_study(folder: Path, stored: Mapping[str, Any], mine: Mapping[str, Any]) -> str:
    shown = "; ".join(_differing(stored, mine)) or "no sizes"
    return f"{folder} holds another study ({shown}); choose another --name"


def _differing(stored: Mapping[str, Any], mine: Mapping[str, Any]) -> Iterator[str]:
    """What was asked for that is not there, one setting at a time."""
    for key, asked in mine.items():
        there = stored.get(key)
        if isinstance(asked, Mapping) and isinstance(there, Mapping):
            yield from _differing(there, asked)
        elif there != asked:
            yield f"{key} {_brief(there)} there, {_brief(asked)} asked for"


def _brief(value: Any) -> str:
    """A setting for reading; of something with a name the name."""
    if isinstance(value, Mapping):
        return str(value.get("name", dict(value)))
    if isinstance(value, (list, tuple)):
        return ",".join(map(_brief, value)) or "none"
    return str(value)


def list_studies(folder: str | Path) -> list[Path]:
    """The folders of all studies directly below a folder, by name."""
    path = Path(folder)
    if not path.is_dir():
        return []
    return sorted(child for child in path.iterdir() if (child / STUDY_NAME).is_file())


def study_kind(folder: Path) -> str:
    """Which study a folder holds, `balance` for instance; UsageError if that cannot be read."""
    kind = read_sealed(folder / STUDY_NAME, REPAIR_STUDY).get("study")
    if not isinstance(kind, str):
        raise UsageError(f"{folder / STUDY_NAME} is damaged: it names no study")
    return kind


def is_finished(folder: Path) -> bool:
    """Whether a study has its results."""
    return (folder / RESULTS_NAME).is_file()


def finite(value: Any) -> Any:
    """A JSON value in which numbers that JSON does not have are null."""
    if isinstance(value, Mapping):
        return {str(key): finite(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [finite(item) for item in value]
    if hasattr(value, "item"):
        value = value.item()
    return None if isinstance(value, float) and not math.isfinite(value) else value


# --- playing -------------------------------------------------------------------------------------


def phase_seed(seed: int, phase: str) -> int:
    """The seed of a phase: another one for every phase, so that no deal is used twice."""
    digest = hashlib.sha256(f"{seed}:{phase}".encode()).digest()
    return int.from_bytes(digest[:8], "big")


def play_phase(context: Context, phase: Phase, is_open: bool = False) -> Run:
    """The run of a phase, played as far as it is not there yet.

    is_open: the run may have more games than asked for, or may get more of them later.
    """
    from analyzer.playing.runner import run_experiment

    folder = context.folder / phase.name
    experiment = Experiment(phase.cells, phase.games, phase_seed(context.seed, phase.name))
    if is_open and has_manifest(folder):
        there = read_manifest(folder).experiment.games
        experiment = replace(experiment, games=max(there, phase.games))
    if not phase.is_piece:
        cells = counted(len(phase.cells), "cell")
        context.say(f"{phase.name}: {cells}, {experiment.total_games():,} games")
    return run_experiment(
        experiment,
        folder,
        pool=context.pool,
        extend=is_open,
        part_games=context.part_games,
        report=context.report,
        warn=context.say,
    )


# --- the plan ------------------------------------------------------------------------------------


def affordable_games(context: Context, budget: float, cell: Cell) -> int:
    """Games of a cell that fit into so many seconds, if all workers are as fast as this machine."""
    from analyzer.playing.pace import measure_pace

    seconds = USED_SHARE * budget * context.pool.n_workers
    return int(seconds / measure_pace(cell, context.seed).seconds)


@dataclass(frozen=True, slots=True)
class Cost:
    """What a phase takes: seconds on all workers together, and bytes on disk."""

    phase: Phase
    seconds: float
    bytes: float


def costs(context: Context, phases: Sequence[Phase]) -> list[Cost]:
    """What the phases take, by a short trial of every line-up on this machine."""
    from analyzer.playing.pace import measure_pace, room

    n_workers = context.pool.n_workers
    found = []
    for phase in phases:
        seconds = n_bytes = 0.0
        for cell in phase.cells:
            pace, games = measure_pace(cell, context.seed), whole_blocks(cell, phase.games)
            seconds += games * pace.seconds / n_workers
            n_bytes += room(cell, pace, games, phase.pieces, context.part_games)
        found.append(Cost(phase, seconds, n_bytes))
    return found


# --- the results ---------------------------------------------------------------------------------


def results_object(context: Context, results: Results) -> dict[str, Any]:
    """What `results.json` holds."""
    game = results.settings.get("game")
    told = {
        "study": results.study,
        "title": results.title,
        "finding": results.finding,
        "summary": results.summary,
        "verdicts": results.verdicts,
        "not_established": results.not_established,
        "screened": results.screened,
        "policy": results.policy,
        "outlook": results.outlook,
        "numbers": results.numbers,
        "settings": results.settings,
        "seed": context.seed,
        "games": results.games,
        "tables": [f"{name}.csv" for name in results.tables],
        "figures": {
            name: shown.as_json()
            for name, shown in results.figures.items()
            if name in results.tables
        },
        "method": results.method,
        "reproduce": context.reproduce,
        "rules_version": rules_version(game) if game else None,
        "fingerprint": get_game(game).kernel if game else None,
        "versions": installed_versions(),
    }
    made: dict[str, Any] = finite(told)
    return made


def write_results(context: Context, results: Results) -> None:
    """Writes the tables and then `results.json`, each completely or not at all."""
    with writing(context.folder):
        checksums = {}
        for name, table in results.tables.items():
            data = table.to_csv(index=False).encode()
            write_whole(context.folder / f"{name}.csv", data)
            checksums[f"{name}.csv"] = checksum(data)
        told = {**results_object(context, results), "checksums": checksums}
        write_sealed(context.folder / RESULTS_NAME, told)


def read_results(folder: Path) -> dict[str, Any]:
    """The results of a study; UsageError if they or a table are not what was written.

    Results that somebody else put into a folder need no checksum; only a study has `study.json`.
    """
    path = folder / RESULTS_NAME
    if not (folder / STUDY_NAME).is_file():
        return read_json(path)
    repair = "the command that made the study writes it again"
    results = read_sealed(path, repair)
    for name, digest in results["checksums"].items():
        read_exactly(folder / name, digest, repair)
    return results


MOST_SHOWN, MOST_OPEN = 12, 6
"""Sentences under a heading that a terminal shows, and of what is open; all of them are stored."""


def results_text(results: Results) -> str:
    """The answer for reading: headline, summary, then what is and what is not established."""
    basis = f" ({results.intervals})" if results.intervals else ""
    lines = [results.title, "", results.finding]
    policy = [text for text in results.policy if text not in results.summary]
    for heading, sentences in (
        ("In short", results.summary),
        (f"Established{basis}", results.verdicts),
        (SCREENING, results.screened),
        ("What the skill of the players changes", policy),
        ("Not established", results.not_established),
        ("What more games would buy", results.outlook),
    ):
        most = MOST_OPEN if sentences is results.not_established else MOST_SHOWN
        shown = [f"  - {sentence}" for sentence in sentences[:most]]
        if len(sentences) > most:
            shown.append(f"  - and {len(sentences) - most} more, in {RESULTS_NAME}")
        if sentences:
            lines += ["", f"{heading}:", *shown]
    return "\n".join(lines)
