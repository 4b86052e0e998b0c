"""Plays an experiment into a folder, and goes on where an earlier attempt stopped."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from analyzer.errors import UsageError
from analyzer.experiment import Experiment, cell_text
from analyzer.files import TEMPORARY, remove_unfinished, writing
from analyzer.games import get_game, rules_version
from analyzer.playing.cell_state import CellState
from analyzer.playing.lock import LOCK_NAME, locked
from analyzer.playing.manifest import (
    Manifest,
    Session,
    has_manifest,
    installed_versions,
    machine,
    now,
    read_manifest,
    write_manifest,
)
from analyzer.playing.pace import measure_pace, merged_size, part_size
from analyzer.playing.parts import (
    Part,
    cell_folder,
    damage,
    encode_rows,
    part_origin,
    read_rows,
    remove_overlapped,
    stored_parts,
    write_part,
)
from analyzer.playing.plan import expected_games
from analyzer.playing.pool import LostWorkersError, Pool
from analyzer.playing.progress import Progress
from analyzer.playing.records import damaged_records, write_records
from analyzer.playing.run import Run, open_run
from analyzer.playing.settings_match import check_continuable, check_program
from analyzer.playing.stored_tally import TALLY_NAME, is_damaged, read_tally, write_tally
from analyzer.playing.worker import FILE, PlayedTask, Task, play, play_task, sliced, tally_pieces
from analyzer.tally.cell_tally import games_per_block, whole_blocks

if TYPE_CHECKING:
    from analyzer.playing.parts import Rows

LOG_NAME = "run.log"
_PARALLEL_FROM = 2.0  # seconds of play
_PROCESSES_FROM = 60.0  # seconds that threads would take together
_REPLAYED_DEALS = 4


def run_experiment(
    experiment: Experiment,
    folder: str | Path,
    pool: Pool | None = None,
    extend: bool = False,
    part_games: int | None = None,
    report: Callable[[Progress], None] | None = None,
    warn: Callable[[str], None] | None = None,
) -> Run:
    """Plays what the folder does not have yet and returns the finished run.

    The rows depend on the experiment alone. pool: who plays, by default this process.
    extend: more games, precision or records than the folder's settings asked for are welcome.
    part_games: games in a part (raised to whole deals); by default about a second's worth.
    Whatever stops it, the same call goes on later. UsageError if it cannot be done.
    """
    experiment = experiment.checked()
    path, pool = Path(folder), pool or Pool()
    if not has_manifest(path):
        pool.check_scheduler()  # where none answers, no run is begun
    with locked(path):
        writer = RunWriter.open(path, experiment, extend, part_games, warn or (lambda _: None))
        writer.play(pool, report)
    return open_run(path)


class RunWriter:
    """The one process that writes a run; holds its lock."""

    def __init__(self, folder: Path, manifest: Manifest, warn: Callable[[str], None]) -> None:
        self.folder = folder
        self.manifest = manifest
        self.warn = warn
        self.states = [self._state(index) for index in range(len(manifest.experiment.cells))]
        self._stored = sum(state.stored for state in self.states)
        self._total = sum(state.end for state in self.states)

    @classmethod
    def open(
        cls,
        folder: Path,
        experiment: Experiment,
        extend: bool,
        part_games: int | None,
        warn: Callable[[str], None],
    ) -> RunWriter:
        """Starts a run, or opens one that these settings may continue."""
        if has_manifest(folder):
            manifest = read_manifest(folder)
            check_continuable(folder, manifest, experiment, extend)
            if manifest.experiment != experiment:
                check_program(folder, manifest)
                manifest.experiment = experiment
                manifest.finished = manifest.played = None
        else:
            _check_unused(folder)
            sizes = _part_sizes(experiment, part_games)
            manifest = Manifest(
                experiment,
                sizes,
                _merged_sizes(experiment, sizes) if part_games is None else sizes,
                get_game(experiment.cells[0].game).kernel,
                rules_version(experiment.cells[0].game),
                installed_versions(),
                now(),
            )
            with writing(folder):
                remove_unfinished(folder)
                write_manifest(folder, manifest)
        return cls(folder, manifest, warn)

    def _state(self, index: int) -> CellState:
        """What a cell has, without the parts that are damaged."""
        experiment, folder = self.manifest.experiment, cell_folder(self.folder, index)
        with writing(self.folder):
            folder.mkdir(parents=True, exist_ok=True)
            remove_unfinished(folder)
            parts = stored_parts(folder)
            while [part for part in parts if not self._is_whole(part)]:
                parts = stored_parts(folder)  # a part may have been hidden by a damaged one
            remove_overlapped(folder, parts)
        state = CellState(
            index,
            experiment.cells[index],
            experiment.seed_of(index),
            folder,
            experiment.games_of(index),
            self.manifest.part_games[index],
            experiment.precision,
            parts,
        )
        tally = read_tally(folder, state.cell, parts)
        if is_damaged(folder):
            self.warn(f"{folder / TALLY_NAME} is damaged; it is made again from the games")
        if tally is not None and experiment.precision is None:
            state.blocks = tally
        return state

    def _is_whole(self, part: Part) -> bool:
        trouble = damage(part)
        if trouble:
            check_program(self.folder, self.manifest)
            self.warn(f"{part.path} {trouble}; it is played again")
            part.path.unlink(missing_ok=True)
        return trouble is None

    def play(self, pool: Pool, report: Callable[[Progress], None] | None) -> None:
        """Plays what is missing, keeps the records asked for, and closes the manifest."""
        for state in self.states:
            with self._counting(state):
                self._catch_up(state)
        damaged = damaged_records(self.folder, self.manifest.records)
        for file in damaged:
            self.warn(f"{file} is damaged; it is written again from the games")
        if self.manifest.finished and self._is_complete() and not damaged:
            with writing(self.folder):
                self._store_tallies()
            return
        check_program(self.folder, self.manifest)
        self._check_replay()
        pool = self._useful_pool(pool)
        session = Session(now(), pool.n_workers, pool.backend, machine())
        self.manifest.sessions.append(session)
        self.manifest.finished = self.manifest.played = None
        with writing(self.folder):
            remove_unfinished(self.folder)
            write_manifest(self.folder, self.manifest)
        self._log(f"started: {pool.backend}, jobs: {session.jobs}, games stored: {self._stored}")
        try:
            self._play_missing(pool, session, report)
            self._cut_surplus()
            self._merge_parts()
            with writing(self.folder):
                self._store_tallies()
                self.manifest.records = write_records(self.folder, self._finished(), pool)
        except BaseException as error:
            session.outcome = "interrupted" if isinstance(error, KeyboardInterrupt) else "failed"
            session.ended = now()
            # The trouble itself may be that nothing can be written.
            with suppress(OSError, UsageError):
                self._store_partial_tallies()
                write_manifest(self.folder, self.manifest)
                self._log(f"{session.outcome}: {type(error).__name__} {error}")
            if isinstance(error, LostWorkersError):
                raise UsageError(
                    f"{error}{_which(error)}; {self.folder} keeps what was finished: repeat the"
                    " command to continue"
                ) from error
            raise
        session.outcome, session.ended = "finished", now()
        self.manifest.finished = session.ended
        with writing(self.folder):
            write_manifest(self.folder, self.manifest)
        self._log(f"finished: {self._stored} games stored")

    def _is_complete(self) -> bool:
        """Whether every cell has its games and none beyond."""
        return not any(
            part.last > state.end for state in self.states for part in state.parts
        ) and not any(True for state in self.states for _ in state.tasks())

    def _check_replay(self) -> None:
        """UsageError if the program no longer plays the games that are stored.

        The kernel's fingerprint does not cover everything that games depend on, the numbers of a
        strategy for instance. So a few stored games of every line-up are played again.
        """
        checked = set()
        for state in self.states:
            kind = (state.cell.players, state.cell.strategies)
            if kind in checked or not state.parts:
                continue
            checked.add(kind)
            part = state.parts[0]
            last = min(part.last, part.first + _REPLAYED_DEALS * games_per_block(state.cell))
            game = get_game(state.cell.game)
            again = game.play(state.cell, state.seed, part.first, last)
            stored = sliced(state.cell, self._read(state, part), 0, last - part.first)
            if any((again[name] != stored[name]).any() for name in again):
                raise UsageError(
                    f"{self.folder} has other games than this program plays with the same"
                    f" settings ({cell_text(state.cell)}); choose another name"
                )

    def _read(self, state: CellState, part: Part) -> Rows:
        """The rows of a stored part."""
        origin = part_origin(state.cell, state.seed, self.manifest.fingerprint)
        return read_rows(part, get_game(state.cell.game), origin)

    def _useful_pool(self, pool: Pool) -> Pool:
        """Threads, if that is left open, or this process alone, where starting worker processes
        would take too long.

        Each needs about a second before it plays. Threads need none, but bots would wait for each
        other there. Also compiles the kernel, so that the workers need not all do so at once.
        """
        unfinished = [state for state in self.states if any(True for _ in state.tasks())]
        if not unfinished:
            return Pool()
        seconds = sum(
            self._missing(state) * measure_pace(state.cell, state.seed).seconds
            for state in unfinished
        )
        if pool.backend != "processes" or pool.jobs == 1 or not pool.is_optional:
            return pool
        is_compiled = all(get_game(s.cell.game).is_compiled(s.cell) for s in unfinished)
        if pool.may_be_threads and is_compiled and seconds / pool.jobs < _PROCESSES_FROM:
            return Pool("threads", pool.jobs)
        return Pool() if seconds < _PARALLEL_FROM else pool

    def _missing(self, state: CellState) -> int:
        """Games that a cell will roughly need; all it may have once it has what was expected."""
        expected = expected_games(self.manifest.experiment, state.index)
        return (expected if state.stored < expected else state.end) - state.stored

    def _play_missing(
        self, pool: Pool, session: Session, report: Callable[[Progress], None] | None
    ) -> None:
        """Plays and stores part after part, in order.

        Workers of this machine write the parts themselves; those of a Dask cluster may be on others
        that share no disk, and hand them back.
        """
        started = time.monotonic()
        folder = None if pool.backend == "dask" else self.folder
        kernel = self.manifest.fingerprint
        tasks = (task for state in self.states for task in state.tasks(folder, kernel))
        with closing(play(tasks, pool)) as results:
            for played in results:
                state = self.states[played.task.index]
                if state.stop is not None:
                    # was already under way when the cell turned out to be finished
                    _discard(played)
                    continue
                with self._counting(state):
                    self._store(state, played)
                session.games += min(played.task.last, state.end) - played.task.first
                session.seconds = time.monotonic() - started
                if report is not None:
                    report(self._progress(state, session.games, session.seconds))

    @contextmanager
    def _counting(self, state: CellState) -> Iterator[None]:
        """Keeps the sums over all cells right while one of them changes."""
        stored, end = state.stored, state.end
        yield
        self._stored += state.stored - stored
        self._total += state.end - end

    def _store(self, state: CellState, played: PlayedTask) -> None:
        task, part = played.task, played.part
        state.see(played.pieces)
        last = min(task.last, state.end)
        with writing(self.folder):
            if part is None:
                assert played.data is not None
                part = write_part(state.folder, task.first, task.last, played.data)
            if last < task.last:
                part = self._shortened(state, part)
        state.add_part(part)
        self._log(
            f"cell {state.index} games {task.first} to {last}:"
            f" {played.ended - played.started:.2f} s"
        )
        self._catch_up(state)

    def _shortened(self, state: CellState, part: Part) -> Part:
        """A stored part without the games beyond the end of its cell."""
        task = Task(
            state.index, state.cell, state.seed, part.first, state.end, FILE, run=self.folder
        )
        kept = play_task(task).part
        assert kept is not None
        part.path.unlink(missing_ok=True)
        return kept

    def _catch_up(self, state: CellState) -> None:
        """Adds stored parts to what has been seen, where a precision depends on it."""
        while state.precision is not None and state.stop is None:
            part = state.next_part()
            if part is None:
                return
            rows = self._read(state, part)
            cuts = state.cuts(part.first, part.last)
            state.see(tally_pieces(state.cell, rows, part.first, part.last, cuts))

    def _cut_surplus(self) -> None:
        """Removes stored games beyond the end of a cell."""
        for state in self.states:
            if not state.parts or state.parts[-1].last <= state.end:
                continue
            kept = []
            with writing(self.folder):
                for part in state.parts:
                    if part.last <= state.end:
                        kept.append(part)
                    elif part.first < state.end:
                        kept.append(self._shortened(state, part))
                    else:
                        part.path.unlink(missing_ok=True)
            state.replace_parts(kept)

    def _merge_parts(self) -> None:
        """Puts small parts together; a kill in between leaves parts that overlap, no harm."""
        for state in self.states:
            size = self.manifest.merged_games[state.index]
            groups: dict[int, list[Part]] = {}
            for part in state.parts:
                groups.setdefault(part.first // size, []).append(part)
            if len(groups) == len(state.parts):
                continue
            merged = []
            for parts in groups.values():
                is_whole = parts[-1].last - parts[0].first <= size
                if len(parts) > 1 and is_whole:
                    parts = [self._merged(state, parts)]
                merged += parts
            state.replace_parts(merged)

    def _merged(self, state: CellState, parts: list[Part]) -> Part:
        import numpy as np

        pieces = [self._read(state, part) for part in parts]
        rows = {name: np.concatenate([piece[name] for piece in pieces]) for name in pieces[0]}
        origin = part_origin(state.cell, state.seed, self.manifest.fingerprint)
        data = encode_rows(get_game(state.cell.game), rows, origin)
        with writing(self.folder):
            merged = write_part(state.folder, parts[0].first, parts[-1].last, data)
            for part in parts:
                part.path.unlink(missing_ok=True)
        return merged

    def _store_tallies(self) -> None:
        """Keeps the sums of every cell, all of whose games are there now."""
        for state in self.states:
            if read_tally(state.folder, state.cell, state.parts) is not None:
                continue
            run = self._finished()
            blocks = state.blocks if state.is_tallied else run.recounted_tally(state.index)
            write_tally(state.folder, state.cell, state.parts, blocks)

    def _store_partial_tallies(self) -> None:
        """The same when the run is stopped, as far as all parts of a cell have been added up."""
        for state in self.states:
            if state.blocks.count * games_per_block(state.cell) == state.stored > 0:
                write_tally(state.folder, state.cell, state.parts, state.blocks)

    def _finished(self) -> Run:
        """The run as it is once all its games are there."""
        self.manifest.played = [state.end for state in self.states]
        return Run(self.folder, self.manifest)

    def _progress(self, state: CellState, played: int, seconds: float) -> Progress:
        return Progress(
            state.index,
            len(self.states),
            state.cell,
            self._stored,
            self._total,
            played,
            seconds,
            state.blocks,
            state.precision,
        )

    def _log(self, text: str) -> None:
        with writing(self.folder), open(self.folder / LOG_NAME, "a", encoding="utf-8") as file:
            file.write(f"{now()} {text}\n")


def _discard(played: PlayedTask) -> None:
    """Removes the file of games that are not wanted any more, if there is one."""
    if played.part is not None:
        played.part.path.unlink(missing_ok=True)


def _which(error: LostWorkersError) -> str:
    """The games over which workers died, if that is known."""
    task = error.work[0] if error.work else None
    if not isinstance(task, Task):
        return ""
    return f": games {task.first} to {task.last} of cell {task.index} ({cell_text(task.cell)})"


def _check_unused(folder: Path) -> None:
    """UsageError if a folder without a manifest has anything but what a killed start leaves."""
    for path in folder.iterdir():
        if path.name != LOCK_NAME and not path.name.startswith(TEMPORARY):
            raise UsageError(
                f"{folder} is not a run (it has no manifest) and not empty; choose another name"
            )


def _merged_sizes(experiment: Experiment, sizes: list[int]) -> list[int]:
    """Games in the parts of every cell once it is finished."""
    pairs = zip(experiment.cells, sizes, strict=True)
    return [merged_size(cell, size) for cell, size in pairs]


def _part_sizes(experiment: Experiment, part_games: int | None) -> list[int]:
    """Games in the parts of every cell."""
    if part_games is not None:
        return [whole_blocks(cell, part_games) for cell in experiment.cells]
    total = sum(expected_games(experiment, index) for index in range(len(experiment.cells)))
    return [
        part_size(cell, measure_pace(cell, experiment.seed_of(index)), total)
        for index, cell in enumerate(experiment.cells)
    ]
