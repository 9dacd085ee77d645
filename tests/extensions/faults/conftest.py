"""A world with known faults, and its dictionary."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from rich.console import Console

from graders.extensions.faults.making import make
from graders.extensions.shared.gradings import Gradings
from tests.classes import STEP_AND_BACK
from tests.once import once
from tests.world import World, forwarding, write_world


def exemplar(name: str, title: str, code: str, fails: str, more: str = "") -> dict[str, str]:
    """Return the files of a faulty exemplar that fails the check *fails*."""
    folder = f"graders/faults/exemplars/faulty/{name}"
    table = f'title = "{title}"\nsource = "handout"\nmust_fail = ["{fails}"]\n{more}'
    return {f"{folder}/exemplar.toml": table, f"{folder}/work.py": code}


FAULTS = {
    "id": "faults",
    "checks": STEP_AND_BACK,
    "driver": forwarding(work=("step", "back")),
    "reference": {
        "work.py": "def step(place):\n    return place + 1\n\n\ndef back(place):\n    return place - 1\n"
    },
    "files": {
        **exemplar(
            "stands",
            "step stays",
            "def step(place):\n    return place\n",
            "step.public",
            'hint = "Does it move?"\n',
        ),
        **exemplar(
            "jumps", "step jumps", "def step(place):\n    return place + 2\n", "step.public"
        ),
        **exemplar(
            "leaps",
            "back leaps",
            "def back(place):\n    return place - 2\n",
            "back.hidden",
            'hint = "How far?"\n',
        ),
    },
    "examples": 10,
    "hints": "always",
}


def gradings(world: World) -> Gradings:
    """Return the means to grade the programs of *world*."""
    return Gradings(
        world.assignment,
        world.settings(minimum="E"),
        1,
        Console(file=io.StringIO()),
        use_store=False,
    )


def _with_dictionary(root: Path) -> None:
    make(gradings(write_world(root, **FAULTS)), mutants=0)  # type: ignore[arg-type]


@pytest.fixture(scope="session")
def faults() -> World:
    """The world, with its dictionary."""
    return World(once("faults", _with_dictionary), "faults")
