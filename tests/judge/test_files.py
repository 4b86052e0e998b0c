"""Reading files of records."""

from __future__ import annotations

import json

import pytest

from analyzer.errors import UsageError
from analyzer.records.files import read_records
from tests.judge.helpers import HUMAN_GAME, human_game, uniform_game
from tests.reef.judge.helpers import deck_game, example_game


def test_records_come_line_by_line(tmp_path):
    games = [human_game(), example_game(), uniform_game("advanced", 2), deck_game()]
    path = tmp_path / "games.jsonl"
    path.write_text("".join(json.dumps(game) + "\n" for game in games) + "\n")
    assert list(read_records(path)) == games


GOOD = HUMAN_GAME.read_text(encoding="utf-8").strip()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "holds no game record"),
        ("\n \n", "holds no game record"),
        ("hello\n", "line 1 is not a JSON object"),
        (GOOD + "\n" + GOOD[:500], "line 2 is not a JSON object"),
        (GOOD + "\n\n[1, 2]\n", "line 3 is not a JSON object but [1, 2]"),
        ("3\n", "line 1 is not a JSON object but 3"),
        ('{"players": []}', "line 1 has format none"),
        ('{"format": "reef-encounter/2"}', "line 1 has format 'reef-encounter/2'"),
        ('{"format": "reef/2"}', "line 1 has format 'reef/2'"),
        ('{"format": ["reef"]}', "line 1 has format ['reef']"),
        ('{"format": "a", "format": "reef-encounter/1"}', "a key occurs twice"),
        ('{"format": "reef-encounter/1", "turns": NaN}', "NaN is not JSON"),
        ('{"format": "reef-encounter/1", "turns": ' + "9" * 5000 + "}", "not a JSON object"),
        ("[" * 100_000, "nested too deeply"),
    ],
)
def test_unreadable_files(tmp_path, text, reason):
    path = tmp_path / "games.jsonl"
    path.write_text(text)
    with pytest.raises(UsageError) as error:
        list(read_records(path))
    assert reason in str(error.value)
    assert "\n" not in str(error.value)


def test_files_that_are_not_there_or_no_text(tmp_path):
    with pytest.raises(UsageError, match="No such file"):
        list(read_records(tmp_path / "none.jsonl"))
    with pytest.raises(UsageError, match="cannot read"):
        list(read_records(tmp_path))
    path = tmp_path / "games.jsonl"
    path.write_bytes(b"\xff\xfe{}\n")
    with pytest.raises(UsageError, match="line 1 is not a JSON object"):
        list(read_records(path))
