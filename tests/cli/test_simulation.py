"""From rows to estimates, and the playing in chunks: the same numbers however games are split."""

from __future__ import annotations

import _thread
import itertools
import threading
import time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analyzer.cells import Cell
from analyzer.errors import UsageError
from analyzer.games import get_game
from analyzer.playing import memory as chunks
from analyzer.playing import processes
from analyzer.playing.memory import PlayingClock, play_chunks, simulate, warm_up
from analyzer.playing.pool import Pool
from analyzer.playing.progress import Progress
from analyzer.playing.quiet_stop import quiet_stop
from analyzer.playing.worker import Task, play_task
from analyzer.statistics import (
    BlockTally,
    goodman_intervals,
    mean_interval,
    share_intervals,
    wilson_interval,
)
from analyzer.tally.cell_tally import empty_tally, summarise, tally_rows, totals, whole_blocks

GAME = get_game("encounter")
SEED = 11


def cell_for(players: int, *, rotate: bool = False, **options) -> Cell:
    return GAME.check(
        Cell("encounter", players, "basic", ("random",) * players, rotate=rotate, **options)
    )


def by_seat(rows: dict[str, np.ndarray], name: str, players: int) -> np.ndarray:
    return rows[name].reshape(-1, players).astype(float)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_independent_games_are_summed_up_as_the_rows_say(players):
    cell = cell_for(players)
    rows = GAME.play(cell, SEED, 0, 600)
    summary = summarise(cell, tally_rows(cell, rows))
    wins = by_seat(rows, "win", players)
    assert summary.games == summary.blocks == 600
    assert [e.value for e in summary.win_share] == pytest.approx(wins.mean(axis=0))
    expected = goodman_intervals(np.rint(wins * 12).sum(axis=0) / 12)
    assert summary.win_share == expected
    scores = by_seat(rows, "score", players)
    assert [e.value for e in summary.mean_score] == pytest.approx(scores.mean(axis=0))
    turns = by_seat(rows, "turns", players)[:, 0]
    told = mean_interval(BlockTally.of_blocks(turns))
    assert (summary.turns.value, summary.turns.low) == pytest.approx((told.value, told.low))
    for name, column in totals(get_game("encounter")).items():
        per_game = by_seat(rows, column, players).sum(axis=1)
        assert summary.counts[name].value == pytest.approx(per_game.mean())
    tied = (wins.max(axis=1) < 1).sum()
    assert summary.tied_share == wilson_interval(float(tied), 600)
    assert summary.by_strategy == {}


def test_endings_are_named_and_complete():
    cell = cell_for(2)
    rows = GAME.play(cell, SEED, 0, 300)
    summary = summarise(cell, tally_rows(cell, rows))
    assert list(summary.ended_by) == ["locks", "shrimps", "no_placement", "refill", "turn_limit"]
    names = next(c.categories for c in GAME.columns if c.name == "ended_by")
    for name, share in summary.ended_by.items():
        happened = by_seat(rows, "ended_by", 2)[:, 0] == names.index(name)
        assert share.value == pytest.approx(happened.mean())
    assert sum(e.value for e in summary.ended_by.values()) == pytest.approx(1)


def test_rotated_games_of_one_deal_are_one_observation():
    cell = cell_for(3, rotate=True)
    rows = GAME.play(cell, SEED, 0, 600)
    summary = summarise(cell, tally_rows(cell, rows))
    deals = by_seat(rows, "win", 3).reshape(200, 3, 3).mean(axis=1)
    assert (summary.games, summary.blocks) == (600, 200)
    expected = share_intervals(BlockTally.of_blocks(deals))
    for told, wanted in zip(summary.win_share, expected, strict=True):
        assert (told.value, told.low, told.high) == pytest.approx(
            (wanted.value, wanted.low, wanted.high), abs=1e-6
        )


def made_up_rows(wins: list[list[float]]) -> dict[str, np.ndarray]:
    """Rows of rotated games with these win shares by seat; scores are ten times the win."""
    n = len(wins[0])
    won = np.array(wins)
    seats = np.tile(np.arange(n), (len(wins), 1))
    rotation = np.arange(len(wins))[:, np.newaxis] % n
    zeros = np.zeros(won.size, dtype=int)
    winners = np.repeat((won > 0).sum(axis=1), n)
    return {
        "win": won.ravel(),
        "score": 10 * won.ravel(),
        "strategy": ((seats + rotation) % n).ravel(),
        "winners": winners,
        "ended_by": zeros + 1,
        "turns": zeros + 20,
        **dict.fromkeys(totals(get_game("encounter")).values(), zeros),
    }


def test_by_strategy_follows_the_line_up_over_the_seats():
    cell = Cell("encounter", 3, "basic", ("a", "b", "b"), rotate=True)
    # Strategy a sits on seats 0, 2, 1 in turn: it wins the first game and shares the third.
    wins = [[1, 0, 0], [0, 1, 0], [0.5, 0.5, 0]]
    summary = summarise(cell, tally_rows(cell, made_up_rows(wins * 4)))
    assert list(summary.by_strategy) == ["a", "b"]
    a, b = summary.by_strategy.values()
    assert (a.seats, b.seats) == (1, 2)
    assert a.win_share.value == pytest.approx(1.5 / 3)
    assert b.win_share.value == pytest.approx((3 - 1.5) / 3 / 2)
    assert a.mean_score.value == pytest.approx(5)
    assert summary.tied_share.value == pytest.approx(1 / 3)
    assert summary.win_share[0].value == pytest.approx(0.5)
    assert a.win_share.n == 4


@pytest.mark.parametrize("rotate", [False, True])
@pytest.mark.parametrize("players", [2, 3, 4])
@settings(max_examples=10)
@given(data=st.data())
def test_any_split_adds_up_to_the_same_tally(players, rotate, data):
    cell = cell_for(players, rotate=rotate)
    block = players if rotate else 1
    cuts = data.draw(st.sets(st.integers(1, 240 // block - 1), max_size=5))
    edges = [0, *(block * cut for cut in sorted(cuts)), 240]
    parts = [
        play_task(Task(0, cell, SEED, first, last)).blocks
        for first, last in itertools.pairwise(edges)
    ]
    data.draw(st.randoms(use_true_random=False)).shuffle(parts)
    assert sum(parts, empty_tally(cell)) == play_task(Task(0, cell, SEED, 0, 240)).blocks


def test_jobs_backends_and_chunks_change_nothing():
    cell = cell_for(3, rotate=True)
    whole = simulate(cell, SEED, 3000)
    assert whole.games == 3000
    for options in ({"chunk": 700}, {"pool": Pool("threads", 2), "chunk": 500}):
        assert simulate(cell, SEED, 3000, **options).blocks == whole.blocks
    in_workers = simulate(cell, SEED, 3000, Pool(jobs=2), chunk=700)
    assert in_workers.blocks == whole.blocks
    assert (in_workers.games, in_workers.is_interrupted) == (3000, False)


def test_chunks_come_in_order_and_in_whole_deals():
    pieces = list(play_chunks(cell_for(4, rotate=True), SEED, 40, Pool(jobs=2), chunk=9))
    assert [(p.task.first, p.task.last) for p in pieces] == [(0, 12), (12, 24), (24, 36), (36, 40)]


def test_chunks_cut_by_time_cover_every_game_once():
    pieces = list(play_chunks(cell_for(2), SEED, 9999))
    assert [p.task.first for p in pieces] == [0, *(p.task.last for p in pieces[:-1])]
    assert pieces[-1].task.last == 9999


def test_part_of_a_deal_is_refused():
    with pytest.raises(UsageError, match="not whole deals of 4 rotations"):
        next(play_chunks(cell_for(4, rotate=True), SEED, 41))
    assert whole_blocks(cell_for(4, rotate=True), 41) == 44
    assert whole_blocks(cell_for(4), 41) == 41


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_interrupt_keeps_what_was_finished(jobs):
    cell = cell_for(2)

    def interrupt(progress: Progress) -> None:
        if progress.games >= 200:
            raise KeyboardInterrupt

    played = simulate(cell, SEED, 10_000, Pool(jobs=jobs), chunk=100, report=interrupt)
    assert (played.games, played.is_interrupted) == (200, True)
    assert played.blocks == simulate(cell, SEED, 200).blocks


def test_work_handed_out_at_the_moment_of_an_interrupt_is_given_up_in_silence(monkeypatch):
    """A thread that serves a worker is held up, so that it meets the pool that was stopped."""
    finish, done = processes._Call.finish, itertools.count()

    def interrupt_and_linger(call, is_done, answer):
        finish(call, is_done, answer)  # hands out the next piece of work
        if next(done) == 8:
            _thread.interrupt_main()
            time.sleep(0.5)  # by now the pool has been told to end

    monkeypatch.setattr(processes._Call, "finish", interrupt_and_linger)
    played = simulate(cell_for(2), SEED, 100_000, Pool(jobs=2), chunk=100)
    assert played.is_interrupted
    assert played.games < 100_000


def test_other_trouble_of_threads_is_still_told(monkeypatch):
    told = []
    monkeypatch.setattr(threading, "excepthook", told.append)
    with quiet_stop():
        for name, trouble in (("ExecutorManagerThread", OSError), ("another", KeyError)):
            thread = threading.Thread(target=_raise, args=(trouble,), name=name)
            thread.start()
            thread.join()
    assert [args.exc_type for args in told] == [OSError, KeyError]
    assert threading.excepthook == told.append


def _raise(trouble: type[Exception]) -> None:
    raise trouble


def test_the_clock_counts_time_in_which_somebody_played():
    clock = PlayingClock()
    for started, ended in [(0, 2), (1, 3), (1, 2), (10, 11), (10.5, 12)]:
        clock.add(started, ended)
    assert clock.seconds == 5


def test_a_long_warm_up_says_what_it_does(monkeypatch, capsys):
    told = []

    def slow_game(cell: Cell) -> dict[str, np.ndarray]:
        deadline = time.monotonic() + 10
        while not told and time.monotonic() < deadline:
            told.extend(capsys.readouterr().err.splitlines())
            time.sleep(0.01)
        return GAME.play(cell, 0, 0, 1)

    monkeypatch.setattr(chunks, "_SILENT_COMPILE", 0.0)
    monkeypatch.setattr(chunks, "_play_quick_game", slow_game)
    warm_up(cell_for(2))
    assert told == ["compiling Reef Encounter for random (once, up to a minute)"]
