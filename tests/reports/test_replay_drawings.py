"""The terminal drawing, the picture, and the page of a replay."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest

from analyzer.games.encounter.judge.drawing import read_rock
from analyzer.games.encounter.replay import replay_document
from analyzer.games.encounter.rules import RULESETS
from reports.games.encounter.drawing import DRAWING
from reports.replay.html import drawn_frames, embedded_json, viewer_page
from reports.replay.keys import _moved
from reports.replay.picture import position_png, position_svg
from reports.replay.scenes import scenes_of
from reports.replay.terminal import draw_scene, fitted_scene
from tests.reports.games import human_document, human_record, uniform_record

SVG = "{http://www.w3.org/2000/svg}"
ANSI = re.compile(r"\x1b\[[0-9;]*m")


def test_scenes_are_the_set_up_the_turns_and_the_result():
    scenes = scenes_of(human_document())
    assert [scene.turn for scene in scenes] == [None, *range(20), None]
    assert [scene.part for scene in scenes[-3:]] == ["turns", "final", "result"]


def drawn_rocks(text: str, n_rocks: int) -> list[str]:
    """The blocks of a plain drawing, one text a rock, marks removed."""
    lines = text.splitlines()
    start = next(k for k, line in enumerate(lines) if line.startswith("B  a  b"))
    blocks = []
    for k in range(n_rocks):
        rows = [line[k * 26 : k * 26 + 23] for line in lines[start + 1 : start + 7]]
        blocks.append("\n".join(re.sub(r"['+]", " ", row[2:]) for row in rows))
    return blocks


@pytest.mark.parametrize("turn", [0, 7, 16])
def test_rocks_in_the_terminal_read_back(turn):
    document = human_document()
    scene = scenes_of(document)[turn + 1]
    for rock, block in zip("BD", drawn_rocks(draw_scene(document, scene), 2), strict=True):
        tiles, shrimps = read_rock(rock, block)
        state = scene.position["rocks"][rock]
        assert {cell[1:]: colour for cell, colour in tiles.items()} == state["cells"]
        assert {cell[1:]: player - 1 for cell, player in shrimps.items()} == state["shrimps"]


def test_colour_changes_nothing_but_the_colour():
    document = human_document()
    scene = scenes_of(document)[9]
    bright = draw_scene(document, scene, colour=True)
    assert ANSI.search(bright)
    assert ANSI.sub("", bright) == draw_scene(document, scene)


def test_plain_text_has_no_control_characters():
    document = human_document()
    text = "".join(draw_scene(document, scene) for scene in scenes_of(document))
    assert not re.search(r"[^\n -~]", text)


def test_hidden_holdings_can_be_left_out():
    document = human_document()
    scene = scenes_of(document)[5]
    shown, hidden = draw_scene(document, scene), draw_scene(document, scene, hidden=False)
    for word in ("behind  ", "parrotfish w", "points"):
        assert word in shown
        assert word not in hidden
    assert "consumed" in hidden


@pytest.mark.parametrize("width", [30, 60, 100])
def test_rocks_fit_the_width(width):
    document = replay_document(uniform_record("manual", 4, limit=4))
    lines = draw_scene(document, scenes_of(document)[2], width=width).splitlines()
    rock_lines = [line for line in lines if re.match(r"[A-D1-6] ( . |.[a-g#*.wyopg])", line)]
    assert rock_lines
    assert max(map(len, rock_lines)) <= width


def test_a_turn_fits_a_small_screen():
    document = human_document()
    for scene in scenes_of(document):
        lines = fitted_scene(document, scene, (80, 29), colour=False, hidden=True).splitlines()
        assert len(lines) <= 29
        assert lines[0] == draw_scene(document, scene, 80).splitlines()[0]
        assert lines[-1].endswith("quit: q")
    for scene in scenes_of(document):  # nor does a table that cannot be shown push it off
        lines = fitted_scene(document, scene, (80, 20), colour=False, hidden=True).splitlines()
        assert len(lines) <= 20
        assert lines[0] == draw_scene(document, scene, 80).splitlines()[0]
        assert "    … (a taller window shows the rest)" in lines
    tall = fitted_scene(document, scenes_of(document)[13], (80, 60), colour=False, hidden=True)
    assert tall.startswith(draw_scene(document, scenes_of(document)[13], 80))


@pytest.mark.parametrize(
    ("key", "k", "moved"),
    [
        (" ", 3, 4),
        ("\x1b[C", 9, 9),
        ("p", 3, 2),
        ("p", 0, 0),
        ("g", 5, 0),
        ("G", 5, 9),
        ("x", 5, 5),
    ],
)
def test_keys_move_within_the_game(key, k, moved):
    assert _moved(key, k, 10) == moved


@pytest.mark.parametrize("ruleset", list(RULESETS))
def test_pictures_of_every_number_of_rocks(ruleset):
    n_players = 2 + list(RULESETS).index(ruleset) % 3
    document = replay_document(uniform_record(ruleset, n_players, limit=6))
    drawn = ElementTree.fromstring(position_svg(document))
    texts = ["".join(element.itertext()) for element in drawn.iter(f"{SVG}text")]
    assert [t for t in texts if t.startswith("Rock")] == [f"Rock {r}" for r in document["rocks"]]
    assert "turn limit" in drawn.attrib["aria-label"]


def test_a_picture_shows_every_tile_and_shrimp():
    document = human_document()
    state = scenes_of(document)[13].position["rocks"]
    drawn = ElementTree.fromstring(position_svg(document, 13))
    fills = [
        element.get("fill") for element in drawn.iter(f"{SVG}rect") if element.get("rx") == "7"
    ]
    for letter, look in DRAWING.looks.items():
        n_tiles = sum(list(rock["cells"].values()).count(letter) for rock in state.values())
        assert fills.count(f"url(#look-{look.name})") == n_tiles
    badges = [element for element in drawn.iter(f"{SVG}text") if element.get("font-size") == "12.5"]
    numbers = [e.text for e in badges if e.get("font-weight") and e.text and e.text.isdigit()]
    seats = [seat for rock in state.values() for seat in rock["shrimps"].values()]
    assert sorted(numbers) == sorted(str(seat + 1) for seat in seats)


def test_a_picture_shows_names_as_they_are():
    record = human_record()
    record["players"] = ["$x_1$ and $", "愛"]
    png = position_png(replay_document(record), 3)
    assert png.startswith(b"\x89PNG")


def test_a_game_without_a_drawing_is_told_in_words():
    document = human_document() | {"game": "unknown"}
    scene = scenes_of(document)[1]
    assert "grows white with 3 tiles" in draw_scene(document, scene)
    assert position_png(document, 1).startswith(b"\x89PNG")
    data = json.loads(Page(viewer_page(document, "a game")).data)
    assert data["panels"] == []
    assert data["frames"][1]["words"].startswith("grows white")


class Page(HTMLParser):
    """What a test asks about a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.addresses: list[str] = []
        self.ids: list[str] = []
        self.data = ""
        self._in_data = False
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        found = dict(attrs)
        self.addresses += [v for k, v in attrs if k in ("src", "href") and v]
        if "id" in found:
            self.ids.append(found["id"])
        self._in_data = tag == "script" and found.get("id") == "replay"

    def handle_data(self, data):
        if self._in_data:
            self.data += data
            self._in_data = False


def test_the_page_carries_everything_and_asks_for_nothing():
    page = Page(viewer_page(human_document(), "a game"))
    assert [a for a in page.addresses if not a.startswith(("#", "data:"))] == []
    assert len(page.ids) == len(set(page.ids))
    assert json.loads(page.data)["n_turns"] == 20


def test_the_page_restores_the_drawing_of_every_frame():
    document = human_document()
    data = drawn_frames(document, DRAWING)
    drawn: dict[int, list[int]] = {}
    frames = iter(data["frames"])
    for scene in scenes_of(document):
        for k, full in enumerate(scene.frames):
            frame = next(frames)
            drawn.update(frame["drawn"])
            assert frame["words"] == full["words"]
            for i, panel in enumerate(DRAWING.panels(document, full, scene.marks(k))):
                shown = "".join(data["parts"][part] for part in drawn[i])
                assert shown.endswith("".join(shape.svg() for shape in panel.sketch.shapes))


def test_hidden_parts_of_the_page_are_those_behind_the_screens():
    data = drawn_frames(human_document(), DRAWING)
    hidden = "".join(data["parts"][part] for part in data["hidden"])
    shown = "".join(part for k, part in enumerate(data["parts"]) if k not in data["hidden"])
    for word in ("parrotfish", "larva cubes", "behind screen"):
        assert word in hidden
        assert word not in shown
    assert "consumed" in shown


def test_names_cannot_break_the_page():
    record = human_record()
    record["players"] = ["</script><script>alert(1)</script>", "{{data}} & <b>"]
    text = viewer_page(replay_document(record), "{{style}}<i>")
    assert "alert(1)</script>" not in text
    assert "{{style}}&lt;i&gt;" in text
    names = json.loads(Page(text).data)["players"]
    start, second = record["players"]
    assert names == [f"start player ({start})", f"second player ({second})"]


def test_embedded_json_reads_back():
    value = {"a": "</script><!--", "b": ["é", "\u2028"]}
    text = embedded_json(value)
    assert text.isascii()
    assert "<" not in text
    assert json.loads(text) == value
