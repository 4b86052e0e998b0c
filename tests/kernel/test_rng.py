"""Random numbers: published answers, no bias, and streams that do not know of each other."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chisquare, norm

from kernels.encounter.streams import DECISIONS, N_STREAMS, new_streams, seed_streams
from kernels.jit import jit
from kernels.rng import (
    WORDS,
    below,
    below_by,
    derive,
    lower_half,
    mixed,
    next_word,
    seed_stream,
    unit,
    upper_half,
)

MASK = 2**64 - 1
ALPHA = 1e-6
words = st.integers(0, MASK)


@jit
def fill_words(rng, stream, out):
    """The stream's next words."""
    for k in range(out.size):
        out[k] = next_word(rng, stream)


@jit
def fill_below(rng, stream, n, out):
    """The stream's next integers below n."""
    for k in range(out.size):
        out[k] = below(rng, stream, n)


@jit
def fill_pairs(rng, stream, n, m, out):
    """Pairs of integers below n and below m, each pair from one word."""
    for k in range(out.shape[0]):
        word = next_word(rng, stream)
        out[k, 0] = below_by(rng, stream, upper_half(word), n)
        out[k, 1] = below_by(rng, stream, lower_half(word), m)


@jit
def fill_unit(rng, stream, out):
    """The stream's next floats."""
    for k in range(out.size):
        out[k] = unit(rng, stream)


def drawn_words(state: list[int], n: int) -> list[int]:
    rng = np.array(state, dtype=np.uint64)
    out = np.zeros(n, dtype=np.uint64)
    fill_words(rng, 0, out)
    return [int(word) for word in out]


def drawn_below(seed: int, n: int, n_draws: int) -> np.ndarray:
    rng = np.zeros(WORDS, dtype=np.uint64)
    seed_stream(rng, 0, np.uint64(seed))
    out = np.zeros(n_draws, dtype=np.int64)
    fill_below(rng, 0, n, out)
    return out


# --- the same generators in plain Python, from their definitions -------------------------------


def rotated(x: int, k: int) -> int:
    return (x << k | x >> (64 - k)) & MASK


def xoshiro(state: list[int]) -> int:
    """xoshiro256++: the next word; the state moves on."""
    s = state
    result = (rotated((s[0] + s[3]) & MASK, 23) + s[0]) & MASK
    t = s[1] << 17 & MASK
    s[2] ^= s[0]
    s[3] ^= s[1]
    s[1] ^= s[2]
    s[0] ^= s[3]
    s[2] ^= t
    s[3] = rotated(s[3], 45)
    return result


def splitmix(z: int) -> int:
    """splitmix64's output function."""
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & MASK
    z = (z ^ z >> 27) * 0x94D049BB133111EB & MASK
    return z ^ z >> 31


def lemire(state: list[int], n: int) -> int:
    """An integer below n from the upper halves of words, by rejection."""
    while True:
        product = (xoshiro(state) >> 32) * n
        if product % 2**32 >= 2**32 % n:
            return product >> 32


# --- known answers -----------------------------------------------------------------------------


def test_xoshiro_gives_the_published_words():
    assert drawn_words([1, 2, 3, 4], 10) == [
        41943041,
        58720359,
        3588806011781223,
        3591011842654386,
        9228616714210784205,
        9973669472204895162,
        14011001112246962877,
        12406186145184390807,
        15849039046786891736,
        10450023813501588000,
    ]


@pytest.mark.parametrize(
    ("seed", "answers"),
    [
        (
            1234567,
            [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431],
        ),
        (0, [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F, 0xF88BB8A8724C81EC]),
    ],
)
def test_streams_are_seeded_with_the_published_words_of_splitmix(seed, answers):
    rng = np.zeros(3 * WORDS, dtype=np.uint64)
    seed_stream(rng, 1, np.uint64(seed))
    assert [int(word) for word in rng[4:8]] == answers
    assert not rng[:4].any()
    assert not rng[8:].any()


@given(state=st.lists(words, min_size=4, max_size=4))
def test_words_are_those_of_the_definition(state):
    assert drawn_words(state, 20) == [xoshiro(state) for _ in range(20)]


@given(z=words)
def test_mixing_is_that_of_the_definition(z):
    assert int(mixed(np.uint64(z))) == splitmix(z)


@given(seed=words, n=st.integers(1, 2**32 - 1))
def test_integers_are_those_of_the_definition(seed, n):
    state = [splitmix((seed + (k + 1) * 0x9E3779B97F4A7C15) & MASK) for k in range(4)]
    assert drawn_below(seed, n, 10).tolist() == [lemire(state, n) for _ in range(10)]


# --- no bias -----------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 6, 7, 10, 33, 64, 66, 132, 165, 195, 1000, 1024])
def test_small_numbers_are_equally_likely(n):
    draws = drawn_below(n, n, 200_000)
    counts = np.bincount(draws, minlength=n)
    assert counts.size == n
    assert n == 1 or chisquare(counts).pvalue > ALPHA


@pytest.mark.parametrize(
    "parts",
    [
        lambda draws: draws % 3,  # a product that is not rejected favours every third number
        lambda draws: draws >> 30,  # a remainder favours the first third
        lambda draws: draws & 7,
    ],
)
def test_no_number_is_favoured_where_careless_methods_show(parts):
    draws = drawn_below(9, 3 * 2**30, 60_000)
    assert 0 <= draws.min() <= draws.max() < 3 * 2**30
    assert chisquare(np.bincount(parts(draws))).pvalue > ALPHA


def test_pairs_of_draws_are_equally_likely():
    draws = drawn_below(11, 12, 300_000)
    pairs = np.bincount(draws[:-1:2] * 12 + draws[1::2], minlength=144)
    assert chisquare(pairs).pvalue > ALPHA


def pairs_of(seed: int, n: int, m: int, n_pairs: int) -> np.ndarray:
    rng = np.zeros(WORDS, dtype=np.uint64)
    seed_stream(rng, 0, np.uint64(seed))
    out = np.zeros((n_pairs, 2), dtype=np.int64)
    fill_pairs(rng, 0, n, m, out)
    return out


@given(seed=words, n=st.integers(1, 2**32 - 1), m=st.integers(1, 2**32 - 1))
def test_two_choices_from_one_word_are_those_of_the_definition(seed, n, m):
    state = [splitmix((seed + (k + 1) * 0x9E3779B97F4A7C15) & MASK) for k in range(4)]
    for pair in pairs_of(seed, n, m, 5):
        word = xoshiro(state)
        for drawn, half, size in zip(pair, (word >> 32, word % 2**32), (n, m), strict=True):
            is_fair = half * size % 2**32 >= 2**32 % size
            assert drawn == (half * size >> 32 if is_fair else lemire(state, size))


@pytest.mark.parametrize(("n", "m"), [(2, 5), (7, 4), (6, 132), (3, 33)])
def test_two_choices_from_one_word_are_equally_likely_together(n, m):
    pairs = pairs_of(n, n, m, 300_000)
    counts = np.bincount(pairs[:, 0] * m + pairs[:, 1], minlength=n * m)
    assert chisquare(counts).pvalue > ALPHA


def test_floats_fill_the_unit_interval():
    rng = np.array([1, 2, 3, 4], dtype=np.uint64)
    out = np.zeros(100_000)
    fill_unit(rng, 0, out)
    assert 0 <= out.min() <= out.max() < 1
    assert chisquare(np.histogram(out, bins=100, range=(0, 1))[0]).pvalue > ALPHA
    assert int(out[0] * 2**53) == 41943041 >> 11


# --- streams -----------------------------------------------------------------------------------


def bank(seed: int, deal: int, rotation: int = 0) -> list[tuple[int, ...]]:
    """The state of every stream of a game."""
    rng = new_streams()
    seed_streams(rng, np.uint64(seed), deal, rotation)
    return [tuple(int(w) for w in rng[WORDS * k : WORDS * (k + 1)]) for k in range(N_STREAMS)]


def test_no_two_streams_of_any_games_are_the_same():
    seen = set()
    for seed in (0, 1, 2, 2**32, 2**63, MASK):
        for deal in range(100):
            for rotation in range(4):
                seen.update(bank(seed, deal, rotation)[DECISIONS:])
            seen.update(bank(seed, deal))
    assert len(seen) == 6 * 100 * (DECISIONS + 4 * (N_STREAMS - DECISIONS))
    assert (0, 0, 0, 0) not in seen


def test_chance_knows_the_deal_only_and_decisions_know_the_rotation():
    first, second = bank(5, 7, 0), bank(5, 7, 1)
    assert first[:DECISIONS] == second[:DECISIONS]
    assert not set(first[DECISIONS:]) & set(second[DECISIONS:])
    assert bank(5, 7) == first


@given(seed=words, number=st.integers(0, 2**40))
def test_derived_seeds_scatter(seed, number):
    """Neighbours in seed or number differ in about half of their bits."""
    here = int(derive(np.uint64(seed), number))
    for other in (derive(np.uint64(seed), number + 1), derive(np.uint64(seed ^ 1), number)):
        assert 10 <= (here ^ int(other)).bit_count() <= 54


def test_seed_and_number_do_not_trade_places():
    derived = {(a, b): int(derive(np.uint64(a), b)) for a in range(60) for b in range(60)}
    assert len(set(derived.values())) == len(derived)


def first_words(n_deals: int) -> np.ndarray:
    """The first word of every stream for many deals: (deals, streams)."""
    rng, word = new_streams(), np.zeros(1, dtype=np.uint64)
    found = np.zeros((n_deals, N_STREAMS), dtype=np.uint64)
    for deal in range(n_deals):
        seed_streams(rng, np.uint64(3), deal, 0)
        for stream in range(N_STREAMS):
            fill_words(rng, stream, word)
            found[deal, stream] = word[0]
    return found


def test_streams_and_deals_are_uncorrelated():
    found = first_words(4000)
    columns = [(found >> np.uint64(40)).astype(float)[:, k] for k in range(N_STREAMS)]
    pairs = [(a[:-1], b[1:]) for a in columns for b in columns]
    pairs += [(a, b) for k, a in enumerate(columns) for b in columns[k + 1 :]]
    z = [np.corrcoef(a, b)[0, 1] * np.sqrt(a.size) for a, b in pairs]
    assert max(abs(value) for value in z) < norm.isf(ALPHA / 2 / len(pairs))
    bits = found[:, :, None] >> np.arange(64, dtype=np.uint64) & np.uint64(1)
    for a, b in pairwise(range(N_STREAMS)):
        equal = (bits[:, a] == bits[:, b]).mean(axis=0)
        assert np.abs(equal - 0.5).max() < 6 * 0.5 / np.sqrt(4000)
