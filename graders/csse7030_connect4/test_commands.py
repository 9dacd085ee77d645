"""Checks of check_input and get_action, for students to run."""

from __future__ import annotations

from graders.csse7030_connect4.boards import SIZE
from graders.csse7030_connect4.showing import (
    ALL,
    END,
    PUBLIC,
    SIZED,
    SOUND,
    exactly,
    function,
    once_at_least,
    pieces,
    result_and_output,
    same_game,
    talk,
    with_stand_ins,
)
from graders.harness import check, run_of


def commands(student, reference, lines, size=SIZE):
    """Fail unless check_input gives the right answer for all *lines*."""
    function(student, reference, "check_input", list(lines), result_and_output, [size])


WITH_COLUMN = ("a1", "r1", "a4", "r8", "A1", "R8")
WITHOUT_COLUMN = ("h", "q", "H", "Q")


def refused(student, reference, lines, good=WITH_COLUMN, size=SIZE):
    """Fail unless check_input refuses all *lines* in the right way.

    It must accept one of the *good* commands, which resemble the bad ones, because a function that refuses every
    command with a column does not recognise a bad one.
    """
    once_at_least(
        student,
        "check_input",
        list(good),
        lambda one: exactly(one.result) == exactly(True),
        f"check_input accepts none of {', '.join(good)}.",
    )
    commands(student, reference, lines, size)


def accepted(student, reference, lines):
    """Fail unless check_input accepts all *lines*, and refuses some bad command."""
    once_at_least(
        student,
        "check_input",
        ["x", "zz", "a0"],
        lambda one: exactly(one.result) == exactly(False),
        "check_input refuses nothing at all.",
    )
    commands(student, reference, lines)


@check("input.accepts", **PUBLIC)
def test_accepts(student, reference):
    """check_input accepts every command of the handout's table, and prints nothing then."""
    # spec 3, 5
    accepted(
        student,
        reference,
        [*(f"{letter}{column}" for letter in "ar" for column in range(1, 9)), "h", "q"],
    )


@check("input.capitals", **PUBLIC)
def test_capitals(student, reference):
    """check_input accepts capital letters too."""
    # spec 3, 5
    accepted(
        student,
        reference,
        [*(f"{letter}{column}" for letter in "AR" for column in range(1, 9)), "H", "Q"],
    )


@check("input.no-command", **PUBLIC)
def test_no_command(student, reference):
    """check_input refuses an empty line, and a line that does not begin with a command's letter."""
    # spec 4, 5
    words = ["", "1", "12", "g", "x", "b3", "1r", "1a", "help", "quit", "y", "n"]
    refused(student, reference, words, WITH_COLUMN + WITHOUT_COLUMN)


@check("input.letter-alone", **PUBLIC)
def test_letter_alone(student, reference):
    """check_input refuses a letter that lacks its column."""
    # spec 5
    refused(student, reference, ["a", "r", "A", "R"])


@check("input.column-range", **PUBLIC)
def test_column_range(student, reference):
    """check_input refuses columns 0 and 9, with the message about columns."""
    # spec 4, 5
    refused(student, reference, ["a0", "r0", "a9", "r9"])


@check("input.two-digits", **SIZED)
def test_two_digits(student, reference):
    """check_input refuses columns of two and three digits on a board of 8."""
    # spec 0, 5
    refused(student, reference, ["a10", "a11", "a99", "a123", "r12", "r88", "a40"])


@check("input.other-sizes", **SIZED)
def test_sizes(student, reference):
    """check_input accepts exactly the columns of the board, on boards of any size."""
    # spec 0, 5
    for size in (4, 5, 6, 7, 9):
        commands(
            student,
            reference,
            [f"{letter}{column}" for letter in "ar" for column in range(10)],
            size,
        )


@check("input.column-10", **SIZED)
def test_column_ten(student, reference):
    """check_input accepts column 10 on a board of 10, and none beyond."""
    # spec 0, 5
    commands(student, reference, ["a9", "r9", "a10", "r10", "a11", "r12", "a100", "r99"], 10)


def verdicts(reference, lines):
    """Return the results of a sound check_input for *lines*, also stripped and in lower or upper case."""
    asked = sorted(
        {change(line) for line in lines for change in (str, str.strip, str.lower, str.upper)}
    )
    answers = reference.check_input(SIZE, asked)
    return {
        "commands": [
            [command, end[1], pieces(run_of([end, events]))[-1]]
            for command, (end, events, _arguments) in zip(asked, answers, strict=True)
        ]
    }


def action(student, reference, lines, which):
    """Fail unless get_action reacts correctly while *lines* are typed; return both runs."""
    known = verdicts(reference, lines)
    with with_stand_ins("get_action"):
        got = talk(lambda: student.get_action(SIZE, lines, known), lines)
        want = run_of(reference.get_action(SIZE, lines))
        same_game(got, want, lines, which, "get_action")
    return got, want


@check("action.prompt", **PUBLIC, **SOUND)
def test_prompt(student, reference):
    """get_action asks with the course's prompt, once if the command is good."""
    # spec 6
    for line in ("a1", "h", "q"):
        action(student, reference, [line], ALL)
        action(student, reference, [line], END)


@check("action.repeats", **PUBLIC, **SOUND)
def test_repeats(student, reference):
    """get_action asks again after a bad command, with its message and nothing else."""
    # spec 6
    for lines in (["zz", "a0", "", "a9", "r1"], ["a", "q"]):
        action(student, reference, lines, ALL)
        action(student, reference, lines, END)
