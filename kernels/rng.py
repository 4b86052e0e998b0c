"""Random numbers: xoshiro256++ streams, each seeded by splitmix64 from (seed, game, purpose).

A stream is four uint64 words; a bank of streams is one flat array, stream k at words 4k to 4k+3.
Streams of different purposes never share draws, so that a change in one (say, a player who
thinks longer) leaves the others (the bag) as they were: two settings can be compared on the
same deals. References: Blackman & Vigna (2021), doi:10.1145/3460772; Steele, Lea & Flood (2014),
doi:10.1145/2660193.2660195; Lemire (2019), doi:10.1145/3230636.
"""

from __future__ import annotations

import numpy as np

from kernels.jit import inlined, jit

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_LOW_32 = np.uint64(0xFFFFFFFF)
_TWO_32 = np.uint64(0x100000000)
_U17, _U23, _U27, _U30, _U31, _U32, _U41, _U45, _U19 = (
    np.uint64(n) for n in (17, 23, 27, 30, 31, 32, 41, 45, 19)
)
_U11 = np.uint64(11)
_TWO_POW_MINUS_53 = 1.0 / 9007199254740992.0
WORDS = 4


@inlined
def mixed(z):
    """splitmix64's output function: a bijection that scatters its uint64 argument."""
    z = (z ^ (z >> _U30)) * _MIX_1
    z = (z ^ (z >> _U27)) * _MIX_2
    return z ^ (z >> _U31)


@jit
def derive(seed, number):
    """A new uint64 seed from a seed and a number; other numbers give unrelated seeds."""
    return mixed(mixed(np.uint64(seed) + _GOLDEN) ^ (np.uint64(number) * _GOLDEN + _GOLDEN))


@jit
def seed_stream(rng, stream, seed):
    """Start one stream of the bank from a uint64 seed."""
    z = np.uint64(seed)
    for word in range(WORDS):
        z += _GOLDEN
        rng[stream * WORDS + word] = mixed(z)


@inlined
def next_word(rng, stream):
    """The stream's next uint64 (xoshiro256++)."""
    at = stream * WORDS
    s0 = rng[at]
    s1 = rng[at + 1]
    s2 = rng[at + 2]
    s3 = rng[at + 3]
    total = s0 + s3
    result = ((total << _U23) | (total >> _U41)) + s0
    t = s1 << _U17
    s2 ^= s0
    s3 ^= s1
    s1 ^= s2
    s0 ^= s3
    s2 ^= t
    rng[at] = s0
    rng[at + 1] = s1
    rng[at + 2] = s2
    rng[at + 3] = (s3 << _U45) | (s3 >> _U19)
    return result


@inlined
def upper_half(word):
    """32 random bits of a word, independent of the lower half."""
    return word >> _U32


@inlined
def lower_half(word):
    """32 random bits of a word, independent of the upper half."""
    return word & _LOW_32


@inlined
def below(rng, stream, n):
    """A uniform integer in [0, n), 1 <= n < 2**32, without bias."""
    return below_by(rng, stream, upper_half(next_word(rng, stream)), n)


@inlined
def below_by(rng, stream, half, n):
    """As `below`, from half a word drawn before; hardly ever that does not do, and more is drawn.

    One word does for two choices that way.
    """
    size = np.uint64(n)
    product = half * size
    low = product & _LOW_32
    if low < size:
        threshold = (_TWO_32 - size) % size
        while low < threshold:
            product = (next_word(rng, stream) >> _U32) * size
            low = product & _LOW_32
    return np.int64(product >> _U32)


@inlined
def unit(rng, stream):
    """A uniform float in [0, 1) with 53 random bits."""
    return np.float64(next_word(rng, stream) >> _U11) * _TWO_POW_MINUS_53
