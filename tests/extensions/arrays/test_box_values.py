"""Arrays cross the pipe as data, in both directions. The package numpy is a tiny stand-in for the real one, which the
nightly test in tests/end_to_end/test_assignments_by_the_documents.py uses."""

from __future__ import annotations

import shutil
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from graders.extensions.arrays.packages import LOCK, Locked, folder_of, wanted_line
from graders.harness.grading.grader import Grader
from graders.harness.grading.program import open_backend
from graders.harness.sandbox import find_interpreter
from graders.harness.sandbox.interface import Level
from tests.extensions.arrays.wheels import fill_shelf, public_folder, use_shelf
from tests.world import World, submission_of, write_world

GRID = """
import numpy

def same(rows):
    return rows

def total(rows):
    return numpy.generic(sum(rows.items))

def large():
    return numpy.array([1])

def seeds():
    import numpy.random
    return numpy.random.drawn

class Claims:
    __class__ = property(lambda self: numpy.ndarray)
    shape, size, dtype = (1,), 1, numpy.dtype("int64")

    def ravel(self):
        return self

    def tolist(self):
        return [1]

def claims():
    return numpy.array([1])

def looks():
    return numpy.array([1])
"""
BUILD = {
    "checks": '''
from graders.extensions.arrays import array


@check("grid.same")
def test_same(student):
    """same returns what it got."""
    expect(student.same(array([1, 2])), array([1.0, 2.0]))
    expect(student.script("[same(rows).items, same(rows).dtype.name]", {"rows": array([3], "float32")}), [[3], "float32"])


@check("grid.total")
def test_total(student):
    """total returns a number."""
    expect(student.total(array([1, 2])), 3)


@check("grid.large")
def test_large(student):
    """large returns an array of 1."""
    expect(student.large(), array([1]))


@check("grid.seeds")
def test_seeds(student):
    """Random numbers begin alike in every process."""
    expect(student.seeds()[-1:], [0])


@check("grid.claims")
def test_claims(student):
    """claims returns an array of 1."""
    expect(student.claims(), array([1]))


@check("grid.looks")
def test_looks(student):
    """looks returns an array of 1."""
    expect(student.looks(), array([1]))
''',
    "reference": {"grid.py": GRID},
    "calls": {"grid": "*"},
    "packages": ["numpy"],
}


@pytest.fixture(scope="module")
def grader() -> Iterator[Grader]:
    """A grader of an assignment with arrays."""
    folder: Path = public_folder()
    fill_shelf(folder)
    world: World = write_world(folder / "world", **BUILD)
    with pytest.MonkeyPatch.context() as patch:
        use_shelf(patch, folder)
        unpack(folder / "numpy-2.0-py3-none-any.whl", world)
        backend = open_backend(world.assignment, choice="auto", minimum=Level.E)
        with Grader(world.assignment, backend) as opened:
            yield opened
    shutil.rmtree(folder)


def unpack(wheel: Path, world: World) -> None:
    """Install *wheel* for *world* without pip, which takes seconds."""
    lock = (
        wanted_line(world.assignment.manifest.packages)
        + Locked("numpy", "2.0", ("0" * 64,), "").line
    )
    (world.assignment.grader / LOCK).write_text(lock)
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder_of(lock, find_interpreter(">=3.10")))


def failed(grader: Grader, **functions: str) -> dict[str, str]:
    """Return the checks that fail with other *functions*, and the messages."""
    text = GRID + "".join(
        f"\n\ndef {name}(*rows):\n    {body}\n" for name, body in functions.items()
    )
    result = grader.grade(submission_of("other", {"grid.py": text})).result
    broken = [check for check in result.checks if check.verdict.value != "passed"]
    return {check.id: check.cause.detail if check.cause else "" for check in broken}


@pytest.mark.slow
def test_arrays_and_numbers_of_numpy_leave_as_data(grader: Grader) -> None:
    """The reference shows all: arrays in, arrays out, numbers, and seeded random numbers."""
    assert failed(grader) == {}


@pytest.mark.slow
def test_array_that_is_too_large_is_an_exception(grader: Grader) -> None:
    assert failed(grader, large="return numpy.array([0] * 100_001)") == {
        "grid.large": "an array of 100001 items cannot leave the sandbox: at most 100000 can"
    }


@pytest.mark.slow
def test_list_is_no_array_and_no_other_shape(grader: Grader) -> None:
    assert failed(grader, same="return rows[0].items") == {
        "grid.same": "Expected an array of shape (2,), got a list."
    }
    assert failed(grader, same="return rows[0].reshape((2, 1))") == {
        "grid.same": "Expected an array of shape (2,), got (2, 1)."
    }


@pytest.mark.slow
@pytest.mark.parametrize(
    ("body", "got"),
    [
        ("return Claims()", "got an object"),
        ("return {'class': 'array', 'dtype': 'int64', 'shape': [1], 'items': [1]}", "got a dict"),
        (
            "return type('ndarray', (), {'shape': (1,), 'tolist': lambda self: [1]})()",
            "got an object",
        ),
    ],
)
def test_object_that_claims_to_be_an_array_is_none(body: str, got: str, grader: Grader) -> None:
    """Attack 172: by its class, its attributes, or as the dictionary that an array becomes.

    A driver that asked `isinstance`, or for a `tolist`, would take them.
    """
    assert list(failed(grader, claims=body)) == ["grid.claims"]
    assert got in failed(grader, claims=body)["grid.claims"]


@pytest.mark.slow
def test_patched_numpy_changes_no_other_process(grader: Grader) -> None:
    """Attack 173: a program can replace numpy's classes, in its own process only; the judge and other checks have theirs.

    Within that process it can answer what it likes, as every program can: it must know the answer.
    """
    patch = "numpy.ndarray.tolist = lambda self: [2] * len(self.items)\n    return numpy.array([1])"
    assert list(failed(grader, looks=patch)) == ["grid.looks"]
