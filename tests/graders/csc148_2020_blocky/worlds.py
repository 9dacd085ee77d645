"""Sessions on small submissions of Blocky 2020."""

from __future__ import annotations

from functools import partial

from graders.harness.assignment.manifest import load_assignment
from tests.graders.blocky.worlds import session_on

ASSIGNMENT = load_assignment("csc148_2020_blocky")
SAMPLE = {"size": 32, "max_depth": 2, "cells": [[0, 1, 1, 3], 2, 1, 3]}
"""The board of the course's sample tests (spec 11), with unit cells of 8 pixels."""

session = partial(session_on, ASSIGNMENT)
