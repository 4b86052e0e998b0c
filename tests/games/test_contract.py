"""What every game keeps: what it declares is what it plays."""

from __future__ import annotations

import itertools
import json
from dataclasses import replace

import numpy as np
import pytest

from analyzer.cells import Cell
from analyzer.errors import UsageError
from analyzer.game import (
    CHECKPOINT,
    COUNT,
    DISTRIBUTION,
    ROLES,
    SETUP,
    UNFINISHED,
    WINNERS,
    common_columns,
)
from analyzer.games import about, game_names, get_game
from analyzer.tally.cell_tally import layout, summarise, tally_rows
from analyzer.tally.quantities import game_quantities, game_ratios
from tests.games.found import TOYS

GAMES = tuple(dict.fromkeys((*game_names(), *TOYS, "dice")))


@pytest.fixture(params=GAMES)
def game(request):
    return get_game(request.param)


def plain_cell(game, players=None, rotate=False, **options):
    n = players or game.defaults.players
    line_up = (game.defaults.baseline,) * n
    return game.check(Cell(game.name, n, game.defaults.ruleset, line_up, rotate=rotate, **options))


def test_what_is_told_without_the_kernel_is_what_is_told_with_it(game):
    told = about(game.name)
    for member in ("name", "title", "rules_version", "player_counts", "defaults", "endings"):
        assert getattr(told, member) == getattr(game, member)
    assert set(told.parameters) == set(game.parameters)
    assert told.name in GAMES


def test_defaults_exist(game):
    defaults = game.defaults
    assert defaults.players in game.player_counts
    assert {defaults.ruleset, *defaults.compared} <= set(game.rulesets)
    names = {*game.strategies.names()}
    assert {defaults.strategy, defaults.baseline, *defaults.levels} <= names
    for spec in names:
        assert game.strategies.canonical(game.strategies.canonical(spec)) == (
            game.strategies.canonical(spec)
        )


def test_columns_are_declared_soundly(game):
    names = [column.name for column in game.columns]
    assert len(set(names)) == len(names)
    assert set(common_columns(game.endings)) <= set(names)
    groups = {group.name for group in game.groups}
    for column in game.columns:
        assert column.role in ROLES
        assert column.kind in ("game", "seat")
        assert not column.group or column.group in groups
        assert bool(column.group) <= bool(column.member)
        if column.role == SETUP:
            assert column.kind == "game"
            assert column.categories
        if column.role == CHECKPOINT:
            assert column.member.isdigit()
        if column.total:
            assert column.role == COUNT
    assert {group.shows for group in game.groups} <= {WINNERS, DISTRIBUTION}
    (ended,) = [column for column in game.columns if column.name == "ended_by"]
    assert ended.categories == (UNFINISHED, *(ending.name for ending in game.endings))


def test_rows_are_what_the_columns_say(game):
    n = game.defaults.players
    cell = plain_cell(game)
    rows = game.play(cell, 7, 0, 30)
    assert list(rows) == [column.name for column in game.columns]
    for column in game.columns:
        values = rows[column.name].reshape(-1, n)
        assert values.dtype == column.dtype, column.name
        assert len(values) == 30
        if column.kind == "game":
            assert (values == values[:, :1]).all(), column.name
        if column.categories:
            assert values.min() >= 0
            assert values.max() < len(column.categories), column.name
    assert (rows["game"].reshape(-1, n)[:, 0] == np.arange(30)).all()
    assert (rows["seat"].reshape(-1, n) == np.arange(n)).all()
    assert (rows["ended_by"] > 0).all()
    rank, wins = rows["rank"].reshape(-1, n), rows["win"].reshape(-1, n)
    np.testing.assert_allclose(wins, (rank == 1) / (rank == 1).sum(axis=1, keepdims=True))
    assert ((rank == 1).sum(axis=1) == rows["winners"].reshape(-1, n)[:, 0]).all()


def test_the_same_seed_gives_the_same_rows_however_games_are_split(game):
    cell = plain_cell(game, rotate=True)
    n = cell.players
    whole = game.play(cell, 3, 0, 6 * n)
    parts = [game.play(cell, 3, a, b) for a, b in itertools.pairwise((0, 2 * n, 3 * n, 6 * n))]
    other = game.play(cell, 4, 0, 6 * n)
    for name, values in whole.items():
        assert (np.concatenate([part[name] for part in parts]) == values).all(), name
    assert any((other[name] != values).any() for name, values in whole.items())


def test_a_rotated_deal_is_played_once_in_each_rotation(game):
    cell = plain_cell(game, rotate=True)
    n = cell.players
    rows = {name: v.reshape(-1, n) for name, v in game.play(cell, 5, 0, 4 * n).items()}
    assert (rows["deal"][:, 0] == np.repeat(np.arange(4), n)).all()
    assert (rows["rotation"][:, 0] == np.tile(np.arange(n), 4)).all()
    expected = (np.arange(n) + rows["rotation"][:, :1]) % n
    assert (rows["strategy"] == expected).all()
    for column in game.columns:
        if column.role == SETUP:
            of_deal = rows[column.name][:, 0].reshape(4, n)
            assert (of_deal == of_deal[:, :1]).all(), column.name


@pytest.mark.parametrize("name", GAMES)
def test_rules_in_force_cover_every_parameter(name):
    game = get_game(name)
    for ruleset, n in itertools.product(game.rulesets, game.player_counts):
        line_up = (game.defaults.baseline,) * n
        rules = game.rules(game.check(Cell(name, n, ruleset, line_up)))
        assert set(game.parameters) <= set(rules)
        assert set(game.ruleset(ruleset, n)) == set(game.parameters)


def test_a_ruleset_written_as_overrides_is_the_same_game(game):
    cell = plain_cell(game)
    written = game.check(replace(cell, overrides=tuple(game.ruleset(cell.ruleset, 2).items())))
    assert game.is_same(cell, written)
    assert game.is_same(cell, cell)
    assert not game.is_same(cell, replace(cell, rotate=True))


def test_bad_cells_are_refused(game):
    cell = plain_cell(game)
    for bad in (
        replace(cell, players=99, strategies=cell.strategies[:1] * 99),
        replace(cell, strategies=cell.strategies[:1]),
        replace(cell, ruleset="no such ruleset"),
        replace(cell, overrides=(("no_such_parameter", "1"),)),
        replace(cell, setup=(("no_such_choice", "1"),)),
        replace(cell, strategies=("no such strategy",) * cell.players),
    ):
        with pytest.raises(UsageError):
            game.check(bad)


def test_choices_are_columns_and_hold_when_fixed(game):
    n = game.defaults.players
    columns = {column.name: column for column in game.columns}
    for choice in game.choices(n):
        assert columns[choice.name].role == SETUP
        for value in (choice.values[0], choice.values[-1]):
            fixed = plain_cell(game, setup=((choice.name, value),))
            rows = game.play(fixed, 1, 0, 5)
            codes = {columns[choice.name].categories[code] for code in rows[choice.name]}
            assert codes == {value}


def test_a_handicap_is_a_parameter_by_seat(game):
    handicap = game.handicap
    if handicap is None:
        pytest.skip("this game has no handicap")
    assert handicap.parameter in game.parameters
    assert handicap.least < handicap.most
    for n in game.player_counts:
        cell = plain_cell(game, n)
        printed = game.rules(cell)[handicap.parameter]
        assert len(printed) == n
        assert all(handicap.least <= number <= handicap.most for number in printed)
        more = tuple(min(number + 1, handicap.most) for number in printed)
        changed = game.check(replace(cell, overrides=((handicap.parameter, more),)))
        assert tuple(game.rules(changed)[handicap.parameter]) == more


def test_quantities_have_their_columns_and_names_of_their_own(game):
    made = game_quantities(game)
    names = [quantity.name for quantity in made]
    assert len(set(names)) == len(names)
    assert {quantity.name for quantity in game.quantities} <= set(names)
    assert len(game_ratios(game, made)) == len(game.ratios)


def test_a_tally_has_everything_that_a_summary_tells(game):
    cell = plain_cell(game, rotate=True)
    rows = game.play(cell, 2, 0, 20 * cell.players)
    tally = tally_rows(cell, rows)
    assert tally.k == max(part.stop for part in layout(cell).values())
    summary = summarise(cell, tally)
    assert list(summary.ended_by) == [ending.name for ending in game.endings]
    assert sum(share.value for share in summary.win_share) == pytest.approx(1)
    for column in game.columns:
        if column.total:
            mean = summary.counts[column.total].value
            assert mean == pytest.approx(rows[column.name].sum() / (20 * cell.players))


def test_a_record_is_legal_and_can_be_replayed(game):
    if not game.record_format:
        pytest.skip("this game keeps no records")
    record = json.loads(json.dumps(game.record(plain_cell(game), 1, 0)))
    assert record["format"] == game.record_format
    assert game.judge(record).accepted
    assert len(game.replay(record)["frames"]) > 1
