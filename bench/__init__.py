"""Benchmarks: figures measured in one run on one machine, so that their ratios are comparable.

- ``make bench``: one submission, classes and other tools, in one table (:mod:`bench.__main__`)
- ``python -m bench.realclass``: what each program of a class fails and costs, and where the time goes
- ``python -m bench.pairs COMMIT``: the cost of the classes in another commit and in this one
- ``python -m bench.diagnosis``: how many failed checks get the name of a known fault, and how many names are right
- ``python -m bench.diagnosis_cost ASSIGNMENT``: what the names, and the places to look at, cost
- ``python -m bench.extraction``: how many exemplars are made again of a submission that has their fault
- ``python -m bench.similar``: copies that `grader similar` finds, beside JPlag and Dolos
- ``python -m bench.student``: how long students wait for their own checks
- ``python -m bench.worst``: the most expensive submissions, hostile ones too
"""
