"""Who plays: the same options for every command that plays into runs."""

from __future__ import annotations

from argparse import Namespace

from analyzer.cli.parsing import Parser, whole_number
from analyzer.cli.run_progress import KINDS
from analyzer.playing.pool import BACKENDS, Certificates, Pool


def add_worker_options(parser: Parser) -> None:
    """Adds what `pool_of` reads, `--chunk`, and how progress is shown."""
    group = parser.add_argument_group("who plays (changes nothing in the results)")
    group.add_argument(
        "--jobs", type=whole_number(1, 1024), metavar="J", help="workers (default: all cores)"
    )
    group.add_argument(
        "--chunk",
        type=whole_number(1),
        metavar="N",
        help="games a worker plays at a time (default: about a second's worth)",
    )
    group.add_argument(
        "--backend",
        choices=BACKENDS,
        default="processes",
        help="what a worker is; auto: a thread where all is over in a minute, else a process",
    )
    group.add_argument(
        "--scheduler",
        metavar="ADDRESS",
        help="of the Dask cluster that plays, tcp://HOST:PORT or, with certificates, tls://HOST:PORT"
        " (default: one with --jobs workers on this machine)",
    )
    for name, what in (
        ("ca-file", "authorities that may vouch for the scheduler"),
        ("cert", "your certificate"),
        ("key", "its private key"),
    ):
        group.add_argument(
            f"--tls-{name}",
            metavar="FILE",
            help=f"for tls://: {what} (default: as Dask is configured)",
        )
    group.add_argument(
        "--progress",
        choices=KINDS,
        default="auto",
        help="auto: a live line if stderr is a terminal; json: an object a second on stderr",
    )


def pool_of(args: Namespace) -> Pool:
    """The pool that the options describe; UsageError if there is no such pool."""
    certificates = Certificates(args.tls_ca_file, args.tls_cert, args.tls_key)
    return Pool(args.backend, args.jobs or 0, args.scheduler, certificates)
