"""Checks that fail for one reason share a card and a sentence, from what their reader sees alone."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from graders.harness.assignment.first_difference import kind_of_difference
from graders.harness.diagnosis import Certainty, Diagnosis, KnownFault, absences
from graders.harness.reports.audience import Audience
from graders.harness.reports.shared_cause import shared_cause, shown_once
from graders.harness.reports.verdicts import worst_first
from graders.harness.result import Cause, CauseKind, CheckResult, Transcripts, Verdict
from tests.reports.paper import check

ROWS = ["| A |", "| B |", "| C |", "-----"]


@pytest.mark.parametrize(
    ("due", "have", "kind"),
    [
        (["«Q»"], ["Rows: «Q»"], "prints 'Rows: ' where nothing is expected"),
        (["|  |"], ["Rows:␠|  |"], "prints 'Rows: ' where nothing is expected"),
        (["|  |", "x"], ["Field", "|  |"], "prints the line 'Field', which is not expected"),
        (ROWS, [*ROWS[2::-1], "-----"], "prints lines in the opposite order"),
        ([" --␠"], [" --"], "leaves out a space at the end of a line"),
        (["[A]"], ["[a]"], "differs in upper and lower case in a line"),
        (["| A |"], ["|A|"], "differs in spaces in a line"),
        (["| A |", ""], ["", "| A |"], "prints an extra empty line"),
        (["| A |", "| B |"], ["Name?␠\\"], "asks 'Name? ' where it should print"),
        (["| A |", "| B |"], ["Name?␠«Q»"], "asks 'Name? ' where it should print"),
        (["| A |", "«Q»"], ["", "«Q»"], "prints an empty line where text is expected"),
        (["| A |", "| B |", "-"], ["| B |", "| A |", "-"], "prints lines in the opposite order"),
    ],
)
def test_kind_of_a_difference(due: list[str], have: list[str], kind: str) -> None:
    assert kind_of_difference(due, have, 0) == kind


@pytest.mark.parametrize(
    ("due", "have"),
    [
        (["| A |"], ["| B |"]),
        ([], ["more"]),
        (["more"], []),
        ([""], ["text"]),
        (["«Q»"], ["«x» «Q»"]),
        (["a", "b"], ["a", "c"]),
        (["Your move:␠\\"], ["Name?␠\\"]),
    ],
)
def test_difference_that_is_no_kind(due: list[str], have: list[str]) -> None:
    """Two checks with a wrong jewel may have two faults."""
    assert kind_of_difference(due, have, int(due[:1] == ["a"])) == ""


def prompted(id: str, *, hidden: bool = False) -> CheckResult:
    """Return a check of a program that prints a prompt, in a line of its own number."""
    line = len(id)
    sides = Transcripts("transcript", line, 0, ("«Q»",), ("Rows: «Q»",))
    return check(id, message=f"It differs in line {line}.", exhibits=(sides,), hidden=hidden)


def test_prompt_is_one_card() -> None:
    """Each check has its own input and line; a check that fails otherwise is apart."""
    other = check("a.other", message="It is wrong.")
    blocks, _ = worst_first(
        [prompted("a.b"), prompted("a.long"), other, prompted("a.longer")], Audience.STUDENT
    )
    assert sorted(len(block) for block in blocks) == [1, 3]


def test_program_that_prints_nothing_is_one_card() -> None:
    """Nothing calls its main function, or an ``exit()`` is left in the one that prints."""
    typed = ("«1»", "«2»", "«3»")
    checks = [
        check("a." + "b" * n, exhibits=(Transcripts("", 1, n, (*typed[:n], "| A |"), typed[:n]),))
        for n in range(4)
    ]
    (block,), _ = worst_first(checks, Audience.STUDENT)
    assert len(block) == 4


@pytest.mark.parametrize(
    "sides",
    [
        Transcripts("", 4, 1, ("«1»", "| A |"), ("«1»",)),
        Transcripts("", 1, 2, ("| A |", "«1»", "| B |"), ("| A |", "«1»")),
        Transcripts("", 1, 1, ("«1»", "| A |"), ("«1»", "«2»")),
    ],
    ids=["it may have printed before", "it has printed", "it goes on"],
)
def test_program_that_may_print_has_no_such_cause(sides: Transcripts) -> None:
    assert shared_cause(check("a.b", exhibits=(sides,))) == ""


def test_debugger_that_is_left_is_one_card() -> None:
    """One check sees its prompt, another one the exception with which it ends."""
    sides = Transcripts("transcript", 1, 0, ("| A |",), ("> /tmp/a1.py(3)main()", "(Pdb) \\"))
    quit = Cause(CauseKind.EXCEPTION, file="a1.py", line=3, name="BdbQuit")
    checks = [check(f"a.{n}", message=f"{n} is due.", exhibits=(sides,)) for n in "ab"]
    checks.append(check("a.quits", verdict=Verdict.RAISED, cause=quit))
    (block,), _ = worst_first(checks, Audience.STUDENT)
    assert len(block) == 3
    assert "breakpoint()" in shared_cause(block[0])


def test_function_that_is_not_written_is_one_card() -> None:
    """Its checks say different things, of which one is enough; a likeness joins none."""
    checks = [check(f"a.{n}", message=f"It is wrong in {n}.") for n in "abcdefg"]
    absent = KnownFault(
        ("turn is not written",), ("t",), Certainty.LIKELY, "", ("a.a", "a.b", "a.c"), True
    )
    like = replace(absent, certainty=Certainty.LIKE, checks=("a.d", "a.e", "a.f"))
    fault = replace(absent, is_absence=False, checks=("a.e", "a.f", "a.g"))
    blocks, _ = worst_first(
        checks, Audience.STAFF, known=absences(Diagnosis((absent, like, fault)))
    )
    assert sorted(len(block) for block in blocks) == [1, 1, 1, 1, 3]


def test_board_shown_twice_is_a_kind() -> None:
    """Each check has another board, and other lines after it."""
    due = ["«a1»", "|X|", "|O|", "Player 2 to move", "«q»"]
    have = [*due[:3], *due[1:]]
    assert kind_of_difference(due, have, 3) == "prints lines a second time"
    assert kind_of_difference(due, [*due[:3], "|X|", "|X|", *due[3:]], 3) == ""


def test_fault_that_alone_explains_games_is_one_card() -> None:
    """Each game has its own transcripts; where another fault may have its part, or where values
    differ, every check is shown.
    """
    games = [prompted("a." + "b" * n) for n in range(1, 6)]
    games = [
        replace(game, exhibits=(Transcripts("transcript", 1, 0, ("| A |",), (f"| {n} |",)),))
        for n, game in enumerate(games)
    ]
    values = check("a.value", message="It is wrong.")
    ids = tuple(game.id for game in games)
    sure = KnownFault(("it is late",), ("t",), Certainty.LIKELY, "", (*ids, values.id))
    other = KnownFault(("it is early",), ("u",), Certainty.LIKELY, "", ids[:1])
    known = shown_once(Diagnosis((sure, other)), [*games, values])
    assert sorted(known) == sorted(ids[1:])
    blocks, _ = worst_first([*games, values], Audience.STAFF, known=known)
    assert sorted(len(block) for block in blocks) == [1, 1, 4]


def test_hidden_checks_join_no_card_of_a_student() -> None:
    """A cause shared with others would disclose what they test."""
    checks = [prompted(f"a.{n}") for n in range(3)]
    hidden = prompted("a.hidden", hidden=True)
    blocks, bare = worst_first([*checks, hidden], Audience.STUDENT)
    assert ([len(block) for block in blocks], bare) == ([3], [hidden])


def test_method_outside_its_class_is_one_cause() -> None:
    """Of functions that miss it, and of programs that stop for want of it or of one behind it."""
    reason = "paint (line 9) stands outside the class"
    missing = Cause(CauseKind.NAME_MISSING, name=f"no attribute 'paint' ({reason}: indent it)")
    raised = Cause(
        CauseKind.EXCEPTION, name="AttributeError", detail=f"x ({reason}, and y in it: indent it)"
    )
    found = [
        shared_cause(check("a.b", verdict=verdict, cause=cause))
        for verdict, cause in ((Verdict.MISSING, missing), (Verdict.RAISED, raised))
    ]
    assert found == ["paint (line 9) stands outside its class: indent it."] * 2


def test_misspelt_name_is_one_cause() -> None:
    cause = Cause(
        CauseKind.NAME_MISSING, file="a.py", name="check_win", detail="is 'checkWin' meant?"
    )
    lost = check("a.b", verdict=Verdict.MISSING, cause=cause)
    assert shared_cause(lost) == "check_win is missing: is 'checkWin' meant?"
    cause = Cause(
        CauseKind.NAME_MISSING,
        file="Block.java",
        name="method move(int, Block[])",
        detail="is 'mov' meant?",
    )
    lost = check("a.b", verdict=Verdict.MISSING, cause=cause)
    assert shared_cause(lost) == "move is missing: is 'mov' meant?"


@pytest.mark.parametrize(
    ("detail", "shared"),
    [
        (
            "Block() takes no arguments",
            "Block.__init__ cannot be called: it is missing, or its name is misspelt.",
        ),
        (
            "Block.rotate() takes 1 positional argument but 2 were given",
            "rotate cannot be called: it takes 1 positional argument but 2 were given. "
            "Are self and the handout's parameters there?",
        ),
        (
            "check_win() missing 1 required positional argument: 'size'",
            "check_win cannot be called: it lacks 1 required positional argument: 'size'. "
            "Are the handout's parameters there?",
        ),
        ("unsupported operand type(s) for +: 'int' and 'str'", ""),
    ],
)
def test_wrong_parameters_are_one_cause(detail: str, shared: str) -> None:
    """Each check has another input, so the same slip was as many cards. A call of the program's own is another matter."""
    cause = Cause(CauseKind.EXCEPTION, name="TypeError", detail=detail)
    assert shared_cause(check("a.b", verdict=Verdict.RAISED, cause=cause)) == shared
    inside = msgspec.structs.replace(cause, file="a.py", line=3)
    assert shared_cause(check("a.b", verdict=Verdict.RAISED, cause=inside)) == ""
