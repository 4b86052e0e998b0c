"""Small dense networks: one flat float32 array each, read where it stands among others.

A network of L layers at offset `at` of the array:

    at              L
    at + 1 ...      L + 1 layer sizes, inputs first
    then, layer by layer: weights (inputs, outputs), row by row, and biases (outputs)

Hidden layers are rectified (ReLU). The one output is the logarithm of the odds; `as_probability`
turns it into a probability.
"""

from __future__ import annotations

import itertools
import math

import numpy as np

from kernels.jit import inlined, jit

_BLOCK = 4  # inputs whose rows are added together: fewer trips through the outputs


def pack_network(layers: list[tuple[np.ndarray, np.ndarray]]) -> np.ndarray:
    """One flat float32 array from (weights (inputs, outputs), biases (outputs,)) by layer."""
    sizes = [layers[0][0].shape[0], *(len(biases) for _, biases in layers)]
    head = np.array([len(layers), *sizes], dtype=np.float32)
    body = [part.astype(np.float32).ravel() for layer in layers for part in layer]
    return np.concatenate([head, *body])


def unpack_network(flat: np.ndarray) -> list[tuple[np.ndarray, np.ndarray]]:
    """The layers of a flat network, as `pack_network` takes them."""
    n_layers = int(flat[0])
    sizes = flat[1 : n_layers + 2].astype(int)
    at = n_layers + 2
    layers = []
    for n_in, n_out in itertools.pairwise(sizes):
        weights = flat[at : at + n_in * n_out].reshape(n_in, n_out)
        at += n_in * n_out
        layers.append((weights, flat[at : at + n_out]))
        at += n_out
    return layers


def layer_room(flat: np.ndarray) -> int:
    """Float words that the forward pass of a network works in, its inputs included."""
    return int(flat[1 : int(flat[0]) + 2].sum())


@inlined
def as_probability(logit):
    """The probability of which `logit` is the log odds."""
    return 1.0 / (1.0 + math.exp(-logit))


@jit
def add_layer(networks, at, n_in, n_out, work, source, target):
    """work[target:] := biases + work[source:] @ weights, the weights standing at `at`."""
    # slices, because the compiler makes vector code only of indices that cannot be negative
    out = work[target : target + n_out]
    biases = networks[at + n_in * n_out : at + (n_in + 1) * n_out]
    for j in range(n_out):
        out[j] = biases[j]
    whole = n_in - n_in % _BLOCK
    for i in range(0, whole, _BLOCK):
        x0 = work[source + i]
        x1 = work[source + i + 1]
        x2 = work[source + i + 2]
        x3 = work[source + i + 3]
        if x0 == 0.0 and x1 == 0.0 and x2 == 0.0 and x3 == 0.0:
            continue
        row = at + i * n_out
        w0 = networks[row : row + n_out]
        w1 = networks[row + n_out : row + 2 * n_out]
        w2 = networks[row + 2 * n_out : row + 3 * n_out]
        w3 = networks[row + 3 * n_out : row + 4 * n_out]
        for j in range(n_out):
            out[j] += (x0 * w0[j] + x1 * w1[j]) + (x2 * w2[j] + x3 * w3[j])
    for i in range(whole, n_in):
        x0 = work[source + i]
        w0 = networks[at + i * n_out : at + (i + 1) * n_out]
        for j in range(n_out):
            out[j] += x0 * w0[j]


@jit
def add_changes(networks, at, n_in, n_out, work, source, base, target):
    """work[target:] += (work[source:] - work[base:]) @ weights, the weights standing at `at`."""
    out = work[target : target + n_out]
    for i in range(0, n_in, _BLOCK):
        if i + _BLOCK <= n_in:
            x0 = work[source + i] - work[base + i]
            x1 = work[source + i + 1] - work[base + i + 1]
            x2 = work[source + i + 2] - work[base + i + 2]
            x3 = work[source + i + 3] - work[base + i + 3]
            if x0 == 0.0 and x1 == 0.0 and x2 == 0.0 and x3 == 0.0:
                continue
            row = at + i * n_out
            w0 = networks[row : row + n_out]
            w1 = networks[row + n_out : row + 2 * n_out]
            w2 = networks[row + 2 * n_out : row + 3 * n_out]
            w3 = networks[row + 3 * n_out : row + 4 * n_out]
            for j in range(n_out):
                out[j] += (x0 * w0[j] + x1 * w1[j]) + (x2 * w2[j] + x3 * w3[j])
        else:
            for k in range(i, n_in):
                x0 = work[source + k] - work[base + k]
                w0 = networks[at + k * n_out : at + (k + 1) * n_out]
                for j in range(n_out):
                    out[j] += x0 * w0[j]


@jit
def finish_logit(networks, at, work):
    """The output of a network whose first layer, not yet rectified, stands behind its inputs."""
    n_layers = int(networks[at])
    source = int(networks[at + 1])
    n_in = int(networks[at + 2])
    weights = at + n_layers + 2 + (source + 1) * n_in
    for layer in range(1, n_layers):
        hidden = work[source : source + n_in]
        for j in range(n_in):
            hidden[j] = max(hidden[j], np.float32(0.0))
        n_out = int(networks[at + 2 + layer])
        add_layer(networks, weights, n_in, n_out, work, source, source + n_in)
        weights += (n_in + 1) * n_out
        source += n_in
        n_in = n_out
    return float(work[source])


@jit
def network_logit(networks, at, work):
    """The output of the network at an offset; work[0:] holds its inputs and is worked in after.

    networks, work: float32, the second of at least `layer_room` words. Changes work behind the
    inputs only.
    """
    n_in = int(networks[at + 1])
    n_out = int(networks[at + 2])
    add_layer(networks, at + int(networks[at]) + 2, n_in, n_out, work, 0, n_in)
    return finish_logit(networks, at, work)


@jit
def keep_base(networks, at, work, base):
    """Keep the inputs in work[0:] and the first layer that they give at work[base:].

    Positions near by are then cheap to judge: only inputs that differ go through the first layer.
    """
    n_in = int(networks[at + 1])
    n_out = int(networks[at + 2])
    add_layer(networks, at + int(networks[at]) + 2, n_in, n_out, work, 0, n_in)
    for k in range(n_in + n_out):
        work[base + k] = work[k]


@jit
def nearby_logit(networks, at, work, base):
    """As `network_logit`, from what `keep_base` kept at work[base:]; the two differ by rounding."""
    n_in = int(networks[at + 1])
    n_out = int(networks[at + 2])
    for j in range(n_out):
        work[n_in + j] = work[base + n_in + j]
    add_changes(networks, at + int(networks[at]) + 2, n_in, n_out, work, 0, base, n_in)
    return finish_logit(networks, at, work)
