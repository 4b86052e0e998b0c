"""Who may take the place of the network before: against that one and against the pool."""

from __future__ import annotations

import numpy as np
import pytest

from analyzer.learning.gate import BEFORE, PAST, Gate

DEALS = 100
FAIR = 0.5


class Table:
    """A learner whose networks are numbers: wins by network and opponent, 0.5 where none is told.

    Every second deal is worth more and every other one less, for all networks alike.
    """

    references = ("rusher",)

    def __init__(self, shares: dict) -> None:
        self.shares = shares
        self.met: list = []

    def match(self, network, opponent, _seed, first, last):
        name = opponent if isinstance(opponent, str) else int(opponent[0])
        self.met.append((int(network[0]), name, last - first))
        return self.shares.get((int(network[0]), name), 0.5) + 0.3 * (
            np.arange(first, last) % 2 - 0.5
        )


def network(number: int) -> np.ndarray:
    return np.array([number], dtype=np.float32)


def lost_to(shares: dict, past: int = 3, deals: int = DEALS) -> tuple[str, ...]:
    """Who keeps network 9 from following networks 0, 1, ..., the last of which is `past`."""
    gate = Gate(Table(shares), [network(k) for k in range(past + 1)], 1, deals)
    return gate.lost_to(gate.won(network(9)), FAIR)


@pytest.mark.parametrize(
    ("shares", "expected"),
    [
        ({}, ()),
        ({(9, 3): 0.47}, (BEFORE,)),
        ({(9, 3): 0.49}, ()),
        ({(9, "rusher"): 0.45}, ("rusher",)),
        ({(9, "rusher"): 0.45, (3, "rusher"): 0.45}, ()),
        ({(9, 3): 0.6, (9, 1): 0.2}, (PAST,)),
        ({(9, 3): 0.2, (9, "rusher"): 0.2, (9, 0): 0.2}, (BEFORE, "rusher", PAST)),
    ],
)
def test_a_network_must_not_do_worse_against_anybody(shares, expected):
    assert lost_to(shares) == expected


class Noisy(Table):
    """The same, the deals of network 9 being good and bad by themselves."""

    def match(self, network, opponent, seed, first, last):
        shares = super().match(network, opponent, seed, first, last)
        wins = np.arange(first, last) // 2 % 2 - 0.5 if network[0] == 9 else 0.0
        return shares + wins


def test_what_may_be_chance_is_no_reason():
    gate = Gate(Noisy({(9, "rusher"): 0.42}), [network(0)], 1, DEALS)
    assert gate.lost_to(gate.won(network(9)), FAIR) == ()
    more = Gate(Noisy({(9, "rusher"): 0.42}), [network(0)], 1, 4 * DEALS)
    assert more.lost_to(more.won(network(9)), FAIR) == ("rusher",)
    assert lost_to({(9, 3): 0.9, (9, "rusher"): 0.2}, deals=1) == ()


def test_the_last_past_networks_share_the_deals_of_a_match():
    table = Table({})
    Gate(table, [network(k) for k in range(6)], 1, DEALS).won(network(9))
    met = {name: deals for _, name, deals in table.met}
    assert met == {"rusher": DEALS, 2: 33, 3: 33, 4: 34, 5: DEALS}


def test_the_first_network_is_measured_and_accepted():
    gate = Gate(Table({(9, "rusher"): 0.0}), [], 1, DEALS)
    won = gate.won(network(9))
    assert won.keys() == {"rusher"}
    assert gate.lost_to(won, FAIR) == ()
