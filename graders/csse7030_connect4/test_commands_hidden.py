"""Hidden checks of check_input and get_action."""

from __future__ import annotations

from graders.csse7030_connect4.showing import HIDDEN, SOUND, all_typed, asked, same_end
from graders.csse7030_connect4.test_commands import action, refused
from graders.harness import check, fail, sides, to_lines, value


@check("input.spaces", **HIDDEN)
def test_spaces(student, reference):
    """check_input refuses spaces before, within and after a command."""
    # spec 3, 5
    refused(
        student,
        reference,
        ["a3 ", " a1", "a 1", "h ", " h", "a\t1", " ", "q ", "\tq", "r5 ", "  r5"],
    )


@check("input.something-left", **HIDDEN)
def test_something_left(student, reference):
    """check_input refuses a command with anything after it."""
    # spec 5
    words = ["h1", "q1", "hh", "hq", "add1", "a1please", "aa1", "a1a", "a1r1", "a9x", "r0r"]
    refused(student, reference, words)


@check("input.no-whole-number", **HIDDEN)
def test_no_whole_number(student, reference):
    """check_input refuses signs, points and underscores in a column."""
    # spec 5
    refused(student, reference, ["a-1", "r-1", "a+1", "a1.0", "a1.", "a1_0", "r+8", "r-2"])


@check("input.letter-for-number", **HIDDEN)
def test_letter_for_number(student, reference):
    """check_input treats a letter instead of a number as a badly formed command."""
    # spec 5, 13
    refused(student, reference, ["aa", "ab", "a?", "a-", "ra", "rr", "r.", "ah"])


@check("action.spaces", **HIDDEN, **SOUND)
def test_action_spaces(student, reference):
    """get_action does not remove spaces before it checks the command."""
    # spec 6: it returns the typed text unchanged
    lines = [" a1", "r2 ", "h ", " ", "q", "h"]
    got, want = action(student, reference, lines, [])
    if asked_and_end(got) != asked_and_end(want):
        if asked(got) >= asked(want):
            same_end(got, want, lines, "get_action")
        fail(
            "get_action accepts a badly formed command.",
            sides(to_lines(want.events), to_lines(got.events)),
        )


def asked_and_end(run):
    """Return the number of lines that were read, and the kind of end."""
    return [asked(run), run.end[0]]


@check("action.unchanged", **HIDDEN, **SOUND)
def test_action_unchanged(student, reference):
    """get_action returns the command exactly as typed, in capital or small letters."""
    # spec 6
    for lines in (["A1", "a2"], ["H", "q"], ["Q", "h"], ["x", "R7", "r7"], ["h", "H"], ["a3", "x"]):
        got, want = action(student, reference, lines, [])
        if got.end[:2] != want.end[:2]:
            same_end(got, want, lines, "get_action")
            exhibits = [all_typed(lines), value("expected", want.end[1]), value("got", got.end[1])]
            fail(f"get_action does not return {want.end[1]!r} unchanged.", exhibits)
