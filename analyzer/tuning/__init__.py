"""Finds weights of a strategy by play against a pool of others.

CMA-ES (Hansen & Ostermeier 2001, doi:10.1162/106365601750190398) moves a normal distribution over
the weights: each generation draws candidates from it, all of them play the same deals, and the
better ones pull the distribution towards them. The middle of the last distribution is the result.
"""
