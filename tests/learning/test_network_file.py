"""Files of networks: what they keep, and what is said of files that are none."""

from __future__ import annotations

from contextlib import suppress

import numpy as np
import pytest

from analyzer.errors import UsageError
from analyzer.games.encounter.strategies import get_strategy
from analyzer.games.encounter.strategies.networks import NETWORKS
from analyzer.learning.fit import new_layers
from analyzer.learning.network_file import read_made, read_networks, write_networks
from kernels.encounter.value.features import n_features
from kernels.network import pack_network

STRATEGY = 'name = "mine"\nkind = "learned"\nbase = "balanced"\nnetwork = "value.npz"\n'


def network_of(inputs: int) -> np.ndarray:
    return pack_network(new_layers([inputs, 4, 1], np.random.default_rng(1)))


def test_networks_and_their_origin_come_back(tmp_path):
    path = tmp_path / "value.npz"
    networks = {2: network_of(5), 4: network_of(7)}
    write_networks(path, networks, {2: {"command": "reef learn"}})
    found = read_networks(path, "value.npz")
    assert found.keys() == networks.keys()
    assert all((found[k] == networks[k]).all() for k in networks)
    assert read_made(path, "value.npz") == {2: {"command": "reef learn"}, 4: {}}


def test_joined_networks_say_where_each_begins():
    joined = NETWORKS.joined({2: network_of(5), 4: network_of(7)})
    assert [NETWORKS.has(joined, n) for n in (2, 3, 4)] == [True, False, True]
    assert (joined[int(joined[2]) :] == network_of(7)).all()


def headed(*head: float) -> np.ndarray:
    """A network whose first numbers are these."""
    network = network_of(n_features(2))
    network[: len(head)] = head
    return network


def npy(path):
    with path.open("wb") as file:
        np.save(file, network_of(9))


def damaged(path):
    """A file whose compressed bytes are others."""
    write_networks(path, {2: network_of(n_features(2))}, {})
    data = bytearray(path.read_bytes())
    data[200:600] = bytes(400)
    path.write_bytes(data)


def exchanged(path):
    """A file with the checksum of another network."""
    write_networks(path, {2: network_of(n_features(2))}, {})
    with np.load(path) as stored:
        arrays = dict(stored)
    arrays["network_2"][9] += 1
    np.savez(path, **arrays)


def written(path, content):
    path.write_bytes(content)


def arrays(**named):
    def write(path):
        np.savez(path, **named)

    return write


DEFECTS = {
    "no file": (lambda _path: None, "cannot read the network"),
    "no archive": (lambda path: written(path, b"tuna"), "is not a file of networks"),
    "nothing in it": (arrays(other=np.zeros(3)), "holds no network"),
    "pickled": (arrays(network_2=np.array([{}])), "is not a file of networks"),
    "cut short": (arrays(network_2=network_of(n_features(2))[:-1]), "is none"),
    "not a number": (arrays(network_2=network_of(n_features(2)) * np.nan), "is none"),
    "no archive but an array": (npy, "is not a file of networks"),
    "flipped bytes": (damaged, "is not a file of networks"),
    "another network": (exchanged, "is damaged: its checksum differs"),
    "enormous layers": (arrays(network_2=headed(2, n_features(2), 1e30)), "is none"),
    "half a unit": (arrays(network_2=headed(2, n_features(2), 4.5)), "is none"),
    "enormous number of layers": (arrays(network_2=headed(1e30)), "is none"),
    "too great for a kernel": (
        arrays(network_2=network_of(n_features(2)).astype(np.float64) * 1e300),
        "is none",
    ),
    "nine layers": (
        arrays(
            network_2=pack_network(
                new_layers([n_features(2), *[2] * 8, 1], np.random.default_rng())
            )
        ),
        "is none",
    ),
    "other features": (arrays(network_2=network_of(9)), "reads 9 features, not the"),
    "other players": (arrays(network_7=network_of(9)), "for 7 players, which is not possible"),
    "too large": (
        arrays(
            network_2=pack_network(new_layers([n_features(2), 900, 1], np.random.default_rng()))
        ),
        "is too large: its hidden layers add up to 900, where at most 276 are allowed",
    ),
}


@pytest.mark.parametrize("defect", DEFECTS)
def test_a_file_that_cannot_be_used_is_told_in_one_line(defect, tmp_path):
    make, words = DEFECTS[defect]
    make(tmp_path / "value.npz")
    (tmp_path / "mine.toml").write_text(STRATEGY)
    with pytest.raises(UsageError, match=words) as told:
        get_strategy(str(tmp_path / "mine.toml"))
    assert "\n" not in str(told.value)
    assert "value.npz" in str(told.value)


@pytest.mark.parametrize("text", [b"tuna", b"[1]", b"[" * 100_000, b"\xff"])
def test_an_origin_that_is_none_is_told_in_one_line(text, tmp_path):
    path = tmp_path / "value.npz"
    np.savez(path, made_2=np.frombuffer(text, dtype=np.uint8))
    with pytest.raises(UsageError, match=r"^value.npz is damaged: how the network for 2 players"):
        read_made(path, "value.npz")


def test_a_flipped_byte_is_refused_or_changes_nothing(tmp_path):
    path = tmp_path / "value.npz"
    network = network_of(30)
    write_networks(path, {2: network}, {2: {"command": "reef learn"}})
    data = path.read_bytes()
    for place in range(len(data)):
        path.write_bytes(data[:place] + bytes([data[place] ^ 0x11]) + data[place + 1 :])
        with suppress(UsageError):
            found = read_networks(path, "value.npz")
            assert (found[2] == network).all()


def test_a_network_is_part_of_what_a_strategy_is(tmp_path):
    (tmp_path / "mine.toml").write_text(STRATEGY)
    digests = set()
    for seed in (1, 2):
        layers = new_layers([n_features(2), 4, 1], np.random.default_rng(seed))
        write_networks(tmp_path / "value.npz", {2: pack_network(layers)}, {})
        digests.add(get_strategy(str(tmp_path / "mine.toml")).digest())
    assert len(digests) == 2


def test_a_strategy_that_has_not_learned_a_number_of_players_says_so(tmp_path):
    from analyzer.cells import Cell
    from analyzer.games import get_game

    (tmp_path / "mine.toml").write_text(STRATEGY)
    write_networks(tmp_path / "value.npz", {2: network_of(n_features(2))}, {})
    cell = Cell("encounter", 3, "basic", (str(tmp_path / "mine.toml"),) * 3)
    with pytest.raises(UsageError, match="has no network for 3 players"):
        get_game("encounter").check(cell)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('name = "mine"\nnetwork = "value.npz"\n', "kind family has no network"),
        ('name = "mine"\nkind = "learned"\n', "network is missing"),
    ],
)
def test_who_has_a_network_and_who_has_not(text, words, tmp_path):
    (tmp_path / "mine.toml").write_text(text)
    with pytest.raises(UsageError, match=words):
        get_strategy(str(tmp_path / "mine.toml"))
