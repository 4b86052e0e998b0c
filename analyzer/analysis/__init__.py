"""Recorded games analysed: the odds of a win over the turns, and where most was lost.

A game that can be analysed has a module `analysis` with `make_analyst`; all else is here.
"""
