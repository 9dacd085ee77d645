"""Sessions on small submissions of the older Blocky."""

from __future__ import annotations

from functools import partial

from graders.harness.assignment.manifest import load_assignment
from tests.graders.blocky.worlds import session_on

ASSIGNMENT = load_assignment("csc148_2018_blocky")
SAMPLE = {"size": 64, "max_depth": 2, "cells": [0, [1, 0, 2, 3], 1, 2]}
"""The board of the worked example (spec 11), in colours 0 to 3 for A to D."""

session = partial(session_on, ASSIGNMENT)
