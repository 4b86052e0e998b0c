"""The compiled forward pass, and fitting."""

from __future__ import annotations

import numpy as np
import pytest

from analyzer.learning.check import check
from analyzer.learning.fit import FitSettings, fit, logits, new_layers, probabilities
from kernels.network import (
    keep_base,
    layer_room,
    nearby_logit,
    network_logit,
    pack_network,
    unpack_network,
)


def some_layers(sizes, seed=1):
    rng = np.random.default_rng(seed)
    layers = new_layers(sizes, rng)
    return [(w, rng.standard_normal(b.shape).astype(np.float32)) for w, b in layers]


@pytest.mark.parametrize("sizes", [(5, 1), (7, 3, 1), (235, 64, 32, 1), (12, 8, 4, 4, 1)])
@pytest.mark.parametrize("share_of_zeros", [0.0, 0.7, 1.0])
def test_the_compiled_pass_equals_numpy(sizes, share_of_zeros):
    rng = np.random.default_rng(3)
    layers = some_layers(sizes)
    before = np.full(17, 9.0, dtype=np.float32)  # other networks stand before it
    networks = np.concatenate([before, pack_network(layers)])
    for _ in range(20):
        x = rng.standard_normal(sizes[0]).astype(np.float32)
        x[rng.random(sizes[0]) < share_of_zeros] = 0.0
        work = np.full(layer_room(networks[17:]), 5.0, dtype=np.float32)
        work[: sizes[0]] = x
        found = network_logit(networks, 17, work)
        assert found == pytest.approx(logits(layers, x[None])[0], rel=1e-4, abs=1e-5)
        assert (work[: sizes[0]] == x).all()


@pytest.mark.parametrize("sizes", [(5, 1), (7, 3, 1), (235, 64, 32, 1)])
def test_what_differs_from_a_base_gives_the_same(sizes):
    rng = np.random.default_rng(6)
    layers = some_layers(sizes)
    networks = pack_network(layers)
    base = layer_room(networks)
    work = np.zeros(2 * base, dtype=np.float32)
    x = rng.standard_normal(sizes[0]).astype(np.float32)
    work[: sizes[0]] = x
    keep_base(networks, 0, work, base)
    for _ in range(20):
        changed = np.where(rng.random(sizes[0]) < 0.3, rng.standard_normal(sizes[0]), x)
        work[: sizes[0]] = changed
        expected = logits(layers, changed[None].astype(np.float32))[0]
        assert nearby_logit(networks, 0, work, base) == pytest.approx(expected, rel=1e-3, abs=1e-4)


def test_networks_are_packed_without_loss():
    layers = some_layers((6, 4, 1))
    for (w, b), (w2, b2) in zip(layers, unpack_network(pack_network(layers)), strict=True):
        assert (w == w2).all()
        assert (b == b2).all()


def xor_data(n=6000):
    rng = np.random.default_rng(2)
    x = rng.standard_normal((n, 4)).astype(np.float32)
    chance = np.where(x[:, 0] * x[:, 1] > 0, 0.9, 0.1)
    return x, (rng.random(n) < chance).astype(np.float32)


def test_a_fit_finds_what_no_sum_of_features_tells():
    x, y = xor_data()
    layers = new_layers([4, 16, 1], np.random.default_rng(1))
    how = FitSettings((16,), sweeps=100, rate=0.02)
    fitted = fit(layers, x[:5000], y[:5000], how, np.random.default_rng(1))
    found = check(probabilities(fitted, x[5000:]), y[5000:])
    assert found.auc > 0.85
    assert found.log_loss < 0.42


def test_the_same_seed_gives_the_same_fit():
    x, y = xor_data(2000)
    how = FitSettings((8,), sweeps=2)
    start = new_layers([4, 8, 1], np.random.default_rng(1))
    a, b, other = (fit(start, x, y, how, np.random.default_rng(k)) for k in (5, 5, 6))
    assert all((p == q).all() for s, t in zip(a, b, strict=True) for p, q in zip(s, t, strict=True))
    assert not (a[0][0] == other[0][0]).all()


def test_a_check_counts_what_it_says():
    predicted = np.array([0.05, 0.15, 0.15, 0.95], dtype=np.float32)
    found = check(predicted, np.array([0, 0, 1, 1], dtype=np.float32))
    assert found.bins[0][0] == 1
    assert found.bins[1][0] == 2
    assert found.bins[9][0] == 1
    assert found.bins[1][2] == 0.5
    assert found.calibration == pytest.approx((0.05 + 2 * 0.35 + 0.05) / 4)
    assert found.auc == pytest.approx(0.875)
