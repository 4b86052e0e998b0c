"""Studies: one module for each question people come with, from the plan to the sentence.

    plan -> runs below the study's folder -> tallies over deals -> tests -> results.json and tables

Every study knows games only through the `Game` interface, takes every statistic from
`analyzer.statistics`, and is stopped and resumed like any run.
"""
