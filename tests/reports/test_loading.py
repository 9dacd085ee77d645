"""A file that does not load is reported once, under its own name, and not as many wrong answers."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from graders.harness.intake.select import similar
from graders.harness.reports import markdown
from graders.harness.reports.audience import Audience, redact
from graders.harness.reports.html.page import page
from graders.harness.reports.loading import flags_of, unloaded, unloaded_files
from graders.harness.reports.report_style import ReportStyle
from graders.harness.reports.sentences import file_reason, file_title, flag_text
from graders.harness.result import (
    CAUSES,
    Cause,
    CauseKind,
    CheckResult,
    Flag,
    FlagCode,
    Text,
    Verdict,
)
from tests.reports.paper import check, rendered, result

SYNTAX = Cause(
    CauseKind.FILE_BROKEN, file="block.py", line=52, detail="SyntaxError: '(' was never closed"
)


def because(kind: CauseKind, **data: object) -> CheckResult:
    """Return a check that did not pass for this cause."""
    return check("block.swap", verdict=CAUSES[kind].verdict, cause=Cause(kind, **data))


@pytest.mark.parametrize(
    ("cause", "title", "why"),
    [
        (SYNTAX, "block.py does not load (line 52)", "SyntaxError: '(' was never closed"),
        (
            Cause(
                CauseKind.FILE_BROKEN,
                file="goal.py",
                line=3,
                detail="NameError: x",
                loading="player.py",
            ),
            "goal.py does not load (line 3)",
            "NameError: x",
        ),
        (
            Cause(
                CauseKind.FILE_BROKEN,
                file="goal.py",
                line=5,
                detail="EOFError: EOF when reading a line",
            ),
            "goal.py does not load (line 5)",
            'It asks for input while it is being loaded. Ask only below `if __name__ == "__main__":`.',
        ),
        (
            Cause(
                CauseKind.FILE_BROKEN,
                file="Block.java",
                line=12,
                detail="';' expected; and 1 more error",
            ),
            "Block.java does not compile (line 12)",
            "';' expected; and 1 more error",
        ),
        (
            Cause(CauseKind.FILE_UNUSABLE, file="Block.java", detail="in the package game"),
            "Block.java cannot be used",
            "It is in the package game.",
        ),
        (
            Cause(CauseKind.FILE_MISSING, file="goal.py", name="my_goal.py"),
            "goal.py was not handed in",
            "Is 'my_goal.py' meant?",
        ),
        (Cause(CauseKind.FILE_MISSING, file="goal.py"), "goal.py was not handed in", ""),
        (
            Cause(CauseKind.EXITED, loading="goal.py"),
            "goal.py does not load",
            "While it is being loaded, it called exit (status 0) instead of returning.",
        ),
        (
            Cause(CauseKind.CPU_LIMIT, file="goal.py", line=7, limit=10.0, loading="goal.py"),
            "goal.py does not load (line 7)",
            "While it is being loaded, it exceeded the CPU time limit of 10 s (an infinite loop?).",
        ),
    ],
)
def test_an_unusable_file_has_a_heading_and_a_reason(cause: Cause, title: str, why: str) -> None:
    """Each kind of cause has its own words."""
    file = unloaded(check("block.swap", verdict=CAUSES[cause.kind].verdict, cause=cause))
    assert file is not None
    assert (file_title(file), file_reason(cause)) == (title, why)


def test_a_missing_method_is_no_missing_file() -> None:
    """A file that loads, but lacks a name, was judged."""
    assert unloaded(because(CauseKind.NAME_MISSING, file="block.py", name="Block.swap")) is None
    assert (
        unloaded(because(CauseKind.EXCEPTION, file="block.py", line=52, name="ValueError")) is None
    )


def _broken(**more: object) -> list:
    line = (Text(label="in your code", text="block.py, line 52\n    x = (\n        ^"),)
    names = ("block.swap", "block.turn")
    return [
        check(name, marks=2, verdict=Verdict.MISSING, cause=SYNTAX, exhibits=line, **more)
        for name in names
    ]


def test_every_report_shows_an_unusable_file_once() -> None:
    """The file, the reason and the line occur once in each report, with the lost marks."""
    found = result(*_broken(), check("goal.score", marks=1, verdict=Verdict.PASSED))
    terminal = rendered(found)
    html = page(redact(found, Audience.STAFF), "Blocky", {}).decode()
    text = markdown.document(redact(found, Audience.STAFF), ReportStyle("Blocky")).decode()
    assert terminal.count("'(' was never closed") == 1
    assert terminal.count("x = (") == html.count("x = (") == text.count("x = (") == 1
    assert "✗ block.py does not load (line 52)" in terminal
    assert "3 checks: 1 passed, 2 not judged" in terminal
    assert "not found" not in terminal + html + text
    assert "<h3>block.py does not load (line 52)</h3>" in html


def test_staff_see_the_marks_that_depend_on_an_unusable_file() -> None:
    """For staff it is a reason to review the result; students do not see such reasons."""
    found = result(*_broken(), check("goal.score", marks=1, verdict=Verdict.PASSED))
    told = "block.py does not load (line 52): 4 of the 5 marks depend on it"
    assert [flag_text(flag) for flag in flags_of(found)] == [told]
    assert told in rendered(found, audience=Audience.STAFF)
    assert told not in rendered(found, audience=Audience.STUDENT)


class _Files:
    submitted = ("block.py", "blocky.py", "goal.py")
    course = ("game.py",)


@pytest.mark.parametrize(
    ("missing", "present", "told"),
    [
        ("block.py", ["my_block.py", "goal.py"], ["my_block.py"]),
        ("goal.py", ["gaol.py"], ["gaol.py"]),
        ("block.py", ["blocky.py"], []),
        ("block.py", ["my_block.txt", "game.py"], []),
        ("block.py", [], []),
    ],
)
def test_similar_file_is_suggested(missing: str, present: list[str], told: list[str]) -> None:
    """Only an unexpected file of the same kind can be the missing one."""
    assert similar(missing, present, _Files()) == told


def test_program_that_ends_where_its_file_does_is_blocked_by_it() -> None:
    """Programs that end at the same line count, too."""
    broken = Cause(CauseKind.FILE_BROKEN, file="a1.py", line=3, detail="ValueError: it")
    same = Cause(CauseKind.EXCEPTION, file="a1.py", line=3, name="ValueError", detail="it")
    checks = [
        check(id, verdict=CAUSES[cause.kind].verdict, cause=cause)
        for id, cause in (
            ("a.loads", broken),
            ("a.runs", same),
            ("a.runs-on", same),
            ("a.else", replace(same, detail="that")),
            ("a.later", replace(same, line=4)),
        )
    ]
    assert "3 checks could not run without this file" in rendered(result(*checks))
    (group,) = unloaded_files(result(*checks)).values()
    assert [one.id for one in group] == ["a.loads", "a.runs", "a.runs-on"]


def test_one_cause_in_a_file_says_what_depends_on_it() -> None:
    """Before, two sentences gave two numbers, and that of the file was too small."""
    broken = because(CauseKind.FILE_BROKEN, file="a1.py", line=3, detail="ValueError: it")
    cause = Flag(FlagCode.ONE_CAUSE, {"repair": "line", "file": "a1.py", "line": 3})
    found = result(broken)
    assert [flag.code for flag in flags_of(found)] == [FlagCode.MARKS_DEPEND]
    assert flags_of(replace(found, flags=(cause,))) == (cause,)
