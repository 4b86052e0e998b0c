"""Strategies as TOML files: what they may say and how mistakes are told."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from analyzer.errors import UsageError
from analyzer.games.encounter.strategies import LINE_UP, get_strategy
from analyzer.strategies.kinds import Kind
from analyzer.strategies.lineup import LineUp


def strategy(folder: Path, text: str, name: str = "mine.toml"):
    (folder / name).write_text(text)
    return get_strategy(str(folder / name))


def test_what_a_file_leaves_out_has_its_default(tmp_path):
    mine = strategy(tmp_path, 'name = "mine"\ndescription = "tides"\n[weights]\ntide = 2\n')
    assert (mine.name, mine.description, mine.policy.name) == ("mine", "tides", "family")
    assert mine.numbers == {**LINE_UP.defaults, "tide": 2.0}


def test_a_base_gives_the_weights_to_start_from(tmp_path):
    strategy(tmp_path, 'name = "a"\n[weights]\ntide = 2\npair = 3\n', "a.toml")
    mine = strategy(tmp_path, 'name = "b"\nbase = "a.toml"\n[weights]\npair = 4\n', "b.toml")
    assert (mine.numbers["tide"], mine.numbers["pair"]) == (2.0, 4.0)
    shipped = strategy(tmp_path, 'name = "c"\nbase = "balanced"\n', "c.toml")
    assert shipped.numbers == get_strategy("balanced").numbers


def test_where_weights_come_from_may_be_told(tmp_path):
    mine = strategy(
        tmp_path, 'name = "m"\n[tuning]\ncommand = "x"\n[[tuning.check]]\nplayers = 2\n'
    )
    assert mine.numbers == LINE_UP.defaults


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", 'mine.toml: name is missing; a strategy file begins with name = "..."'),
        ("name = 3\n", "mine.toml:1: name = 3 is not a text in quotes"),
        ('name = "m"\nwieghts = 1\n', "mine.toml:2: unknown key wieghts; did you mean weights?"),
        ('name = "m"\nweights = 1\n', "mine.toml:2: weights is not a table"),
        ('name = "m"\n[weights]\ntidee = 1\n', "unknown weights.tidee; did you mean tide?"),
        ('name = "m"\n[weights]\ntide = "1"\n', "weights.tide = '1' is not a number"),
        ('name = "m"\n[weights]\ntide = true\n', "weights.tide = True is not a number"),
        ('name = "m"\n[weights]\ntide = inf\n', "weights.tide = inf is not a number"),
        ('name = "m"\n[parameters]\nx = 1\n', "unknown parameters.x; nothing can be set here"),
        ('name = "m"\nkind = "famly"\n', "unknown kind 'famly'; did you mean family?"),
        ('name = "m"\nkind = "uniform"\n[weights]\ntide = 1\n', "unknown weights.tide"),
        ('name = "m"\nbase = "balancd"\n', "unknown base 'balancd'; did you mean balanced?"),
        ('name = "m"\nbase = "mine.toml"\n', "base leads back to this file"),
        ('name = "m"\nbase = "other.toml"\n', "cannot read the strategy"),
        ("name = \n", "mine.toml is not TOML: "),
    ],
)
def test_mistakes_name_the_file_and_the_key(tmp_path, monkeypatch, text, complaint):
    monkeypatch.chdir(tmp_path)
    Path("mine.toml").write_text(text)
    with pytest.raises(UsageError) as caught:
        get_strategy("mine.toml")
    assert complaint in str(caught.value)
    assert "\n" not in str(caught.value)


def test_all_mistakes_are_named_with_their_lines(tmp_path, reef):
    path = tmp_path / "mine.toml"
    path.write_text('nam = "m"\nbase = "balancd"\n\n[weights]\npair = 1\ntied = 1\ntide = "x"\n')
    answer = reef("simulate", "--strategies", path, "--games", 2)
    assert answer.code == 2
    assert answer.err.splitlines() == [
        f"reef: {path}:1: unknown key nam; did you mean name?",
        f'reef: {path}: name is missing; a strategy file begins with name = "..."',
        f"reef: {path}:2: unknown base 'balancd'; did you mean balanced?",
        f"reef: {path}:6: unknown weights.tied; did you mean tide?",
        f"reef: {path}:7: weights.tide = 'x' is not a number",
    ]


def test_a_file_that_is_no_text_is_refused(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(UsageError, match="is not a text file in UTF-8"):
        get_strategy(str(path))


def test_a_new_strategy_needs_no_code(tmp_path, reef):
    path = tmp_path / "my.toml"
    path.write_text('name = "my"\nbase = "balanced"\n[weights]\ntide = 0\n')
    answer = reef("simulate", "--strategies", f"{path},random", "--games", 20, "--json")
    assert answer.code == 0, answer.err
    path.write_text('name = "my"\n[weights]\ntied = 0\n')
    line = reef("simulate", "--strategies", f"{path},random", "--games", 20).refusal()
    assert line == f"reef: {path}:3: unknown weights.tied; did you mean tide?\n"


def learned_line_up(folder: Path) -> LineUp:
    """Strategies of one kind, whose network is a file of numbers as text."""

    def read(path: Path, shown: str) -> np.ndarray:
        assert shown.endswith(f": {path.name}")
        return np.array(path.read_text().split(), dtype=np.float32)

    kinds = {"odds": Kind("odds", 0, is_learned=True), "plain": Kind("plain", 1)}
    return LineUp(folder, kinds, "odds", networks=SimpleNamespace(read=read))


def test_a_network_is_part_of_what_a_strategy_is(tmp_path):
    (tmp_path / "net.txt").write_text("1 2 3")
    (tmp_path / "a.toml").write_text('name = "a"\nnetwork = "net.txt"\n')
    (tmp_path / "b.toml").write_text('name = "b"\nbase = "a.toml"\n')
    before = learned_line_up(tmp_path).get("a")
    assert before.network.tolist() == [1, 2, 3]
    assert learned_line_up(tmp_path).get("b").digest() == before.digest()
    (tmp_path / "net.txt").write_text("1 2 4")
    assert learned_line_up(tmp_path).get("a").digest() != before.digest()


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ('name = "m"\n', 'm.toml: network is missing; kind odds needs network = "..."'),
        ('name = "m"\nkind = "plain"\nnetwork = "x"\n', "of kind plain has no network"),
    ],
)
def test_only_what_has_learned_has_a_network(tmp_path, text, complaint):
    (tmp_path / "m.toml").write_text(text)
    with pytest.raises(UsageError, match=complaint.replace(".", r"\.")):
        learned_line_up(tmp_path).get("m")
