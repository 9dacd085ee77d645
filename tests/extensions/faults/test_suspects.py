"""Lines are ranked by the calls that reach them: data in, data out."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bench.lines import measure_lines
from graders.extensions.faults.suspects import MOST, Spectrum, Suspect, cleared, rank
from tests.extensions.faults.conftest import gradings
from tests.world import World


def spectrum(*lines: int, wrong: bool = False, check: str = "") -> Spectrum:
    return Spectrum(wrong, frozenset(("a.py", line) for line in lines), check)


def ranked(
    *spectra: Spectrum, is_cleared: Callable[[str, str], bool] = lambda file, function: False
) -> tuple[Suspect, ...]:
    """Return the suspects of a file with functions "low" and "high"; line 30 is the course's, and line 41 begins a block."""
    functions = {30: None}
    return rank(
        spectra,
        lambda place: functions.get(place[1], "low" if place[1] < 10 else "high"),
        lambda place: 41 if place[1] > 41 else place[1],
        is_cleared,
    )


def test_line_of_wrong_calls_alone_is_first() -> None:
    """Line 3 is reached by each wrong call and by no right one; line 1 by all."""
    found = ranked(
        spectrum(1, 3, wrong=True), spectrum(1, 2, 3, wrong=True), spectrum(1), spectrum(1, 2)
    )
    assert found[0] == Suspect("a.py", "low", ((3, 3),), 1.0)
    assert found[1:] == (Suspect("a.py", "low", (), 0.707),)  # the function alone, and once


def test_lines_that_the_same_calls_reach_are_one_suspect() -> None:
    """Of suspects with the same score the one with fewer lines is first."""
    assert (
        ranked(spectrum(1, 2, 3, 5, 12, wrong=True), spectrum()) == ()
    )  # the right call reached nothing
    found = ranked(spectrum(1, 2, 3, 5, 12, wrong=True), spectrum(20))
    assert found == (
        Suspect("a.py", "high", ((12, 12),), 1.0),
        Suspect("a.py", "low", ((1, 3), (5, 5)), 1.0),
    )
    assert [suspect.numbers for suspect in found] == ["12", "1-3, 5"]


def test_two_faults_in_different_checks_are_both_suspected() -> None:
    """The wrong calls of one check do not count against the line that those of another one reach. Of two such lines the
    one that more checks reach is first.
    """
    found = ranked(
        spectrum(1, 3, wrong=True, check="area.some"),
        spectrum(1, 12, wrong=True, check="area.other"),
        spectrum(1, 12, wrong=True, check="area.third"),
        *(spectrum(1) for _ in range(9)),
    )
    assert found == (
        Suspect("a.py", "high", ((12, 12),), 1.0),
        Suspect("a.py", "low", ((3, 3),), 1.0),
    )


def test_code_outside_functions_stands_behind_functions() -> None:
    """Wrong calls reach it on their way."""
    spectra = [spectrum(1, 12, wrong=True), spectrum(12), spectrum(30)]
    found = rank(spectra, lambda place: "task" if place[1] == 12 else "", lambda place: place[1])
    assert [one.function for one in found] == ["task", ""]


def test_line_of_the_course_is_no_suspect_and_a_block_is_named_with_its_head() -> None:
    (found,) = ranked(spectrum(30, 44, 45, wrong=True), spectrum(30))
    assert found.lines == ((41, 41), (44, 45))


def test_wrong_calls_alone_or_right_calls_alone_say_nothing() -> None:
    assert ranked(spectrum(1, wrong=True), spectrum(2, wrong=True)) == ()
    assert ranked(spectrum(1), spectrum(2)) == ()
    assert ranked() == ()


@pytest.mark.slow
def test_suspects_are_few() -> None:
    """A file may have a million lines, each with a score of its own."""
    wrong = [spectrum(*range(1, number), wrong=True) for number in range(2, 300)]
    assert len(ranked(*wrong, spectrum(1))) == MOST


@pytest.mark.nightly
@pytest.mark.slow
def test_measure_finds_the_lines_of_a_world(faults: World) -> None:
    """Its three faults are functions of one line."""
    measured = measure_lines(gradings(faults))
    figures = measured.figures
    assert (figures.programs, figures.shown) == (3, 3)
    assert (figures.lined, figures.first_line, figures.first_alone, figures.any_function) == (
        3,
        3,
        0,
        3,
    )
    assert measured.missed == {}


def test_function_whose_own_checks_all_pass_stands_behind_others() -> None:
    """Wrong calls of another function reach it, and hardly any right one does."""
    spectra = [spectrum(1, 12, wrong=True), spectrum(12), spectrum(30)]
    verdicts = {"area.low-deep": True, "area.low": True, "area.high-far": False}
    for low, first in ((True, "high"), (False, "low")):
        found = ranked(*spectra, is_cleared=cleared(verdicts | {"area.low": low}))
        assert found[0].function == first


def test_function_with_a_task_stands_before_those_beside_it() -> None:
    """Wrong calls reach it, and hardly less often than a helper that only the student has."""
    spectra = [spectrum(1, 12, wrong=True), spectrum(12), spectrum(30)]
    functions = {1: "helper", 12: "task"}
    for own, first in (("helper", "task"), ("", "helper")):
        found = rank(
            spectra,
            lambda place: functions.get(place[1]),
            lambda place: place[1],
            is_own=lambda _, function, own=own: function == own,
        )
        assert found[0].function == first


@pytest.mark.parametrize(
    ("function", "right"),
    [
        ("Block.swap", True),
        ("player._get_block", True),
        ("Block.getBlock", True),
        ("Block.swap_all", True),
        ("Block.all_deep", False),
        ("Block.rotate", False),
        ("", False),
    ],
)
def test_function_is_cleared_by_checks_with_its_name(function: str, right: bool) -> None:
    passed = {"block.swap-deep": True, "block.swaps": False, "player.get-block-leaf": True}
    assert cleared(passed | {"block.rotate-deep": False})("block.py", function) is right
