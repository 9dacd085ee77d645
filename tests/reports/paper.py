"""Renders results for the tests of the terminal report, and builds small results to render."""

from __future__ import annotations

import io
import unicodedata
from fractions import Fraction

from rich.console import Console

from graders.blocky.painting import Boards
from graders.harness.reports.audience import Audience, HiddenCheckPolicy, redact
from graders.harness.reports.terminal_report import render_view
from graders.harness.result import (
    Cause,
    CauseKind,
    CheckResult,
    Exhibit,
    Flag,
    FlagCode,
    Note,
    NoteCode,
    Picture,
    Result,
    Square,
    Status,
    TaskResult,
    Verdict,
    Visibility,
)

PALETTE = {"b": (1, 128, 181), "r": (199, 44, 58), "o": (138, 151, 71), "y": (255, 211, 92)}
PAINTER = Boards(PALETTE)


def rendered(
    result: Result,
    *,
    width: int = 80,
    encoding: str = "utf-8",
    colours: str | None = None,
    no_color: bool = False,
    audience: Audience = Audience.STAFF,
    disclosure: HiddenCheckPolicy = HiddenCheckPolicy.TITLE,
    all_checks: bool = False,
) -> str:
    """Return the decoded output of a console of that kind; an encoding that lacks a character raises."""
    sent = io.BytesIO()
    file = io.TextIOWrapper(
        sent, encoding=encoding, errors="strict", newline="\n", write_through=True
    )
    console = Console(
        file=file,
        width=width,
        color_system=colours,
        force_terminal=colours is not None,
        no_color=no_color,
        legacy_windows=False,
        _environ={},
    )
    render_view(
        redact(result, audience, disclosure),
        console=console,
        painter=PAINTER,
        all_checks=all_checks,
    )
    file.flush()
    return sent.getvalue().decode(encoding)


INK = ("L", "M", "N", "P", "S", "Zs")
"""Categories of Unicode whose characters are seen, and spaces."""
WITHOUT_INK = set(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u2800\u3164\ufe00\ufe0f\uffa0\U000e0100\U000e0141"
)


def controls(text: str) -> set[str]:
    """Return the characters of *text* that control or hide, other than the end of a line."""
    return {
        c
        for c in text
        if c != "\n" and (c in WITHOUT_INK or not unicodedata.category(c).startswith(INK))
    }


def check(
    id: str = "block.rotate",
    *,
    verdict: Verdict = Verdict.FAILED,
    marks: int | str = 1,
    title: str | None = None,
    message: str = "",
    cause: Cause | None = None,
    exhibits: tuple[Exhibit, ...] = (),
    hidden: bool = False,
) -> CheckResult:
    """Return a check result; its task is the first part of its id. *message*: the text of its cause."""
    full = Fraction(marks)
    return CheckResult(
        id=id,
        task=id.split(".", maxsplit=1)[0],
        title=f"Title of {id}" if title is None else title,
        verdict=verdict,
        marks=full if verdict is Verdict.PASSED else Fraction(0),
        max_marks=full,
        visibility=Visibility.HIDDEN if hidden else Visibility.PUBLIC,
        cause=Cause(CauseKind.WRONG_ANSWER, detail=message) if message else cause,
        exhibits=exhibits,
    )


def result(*checks: CheckResult, status: Status = Status.GRADED, **parts: object) -> Result:
    """Return a result of these checks, with their tasks."""
    tasks = []
    for id in dict.fromkeys(c.task for c in checks):
        mine = [c for c in checks if c.task == id]
        marks, full = (
            sum((c.marks for c in mine), Fraction(0)),
            sum((c.max_marks for c in mine), Fraction(0)),
        )
        tasks.append(TaskResult(id=id, name=f"Task {id}", marks=marks, max_marks=full))
    return Result(
        assignment="csc148_2020_blocky",
        submission="someone",
        status=status,
        marks=sum((t.marks for t in tasks), Fraction(0)),
        max_marks=sum((t.max_marks for t in tasks), Fraction(0)),
        tasks=tuple(tasks),
        checks=checks,
        **parts,
    )


def flags(*texts: str) -> tuple[Flag, ...]:
    """Return flags with these texts."""
    return tuple(Flag(FlagCode.ASSIGNMENT, {"key": "", "text": text}) for text in texts)


def notes(*texts: str) -> tuple[Note, ...]:
    """Return notes with these texts."""
    return tuple(Note(NoteCode.LINTER_UNAVAILABLE, {"reason": text}) for text in texts)


def board(label: str, side: int, *squares: tuple[str, int, int, int]) -> Picture:
    """Return a picture."""
    return Picture(
        label=label,
        side=side,
        squares=tuple(Square(letter=a, x=x, y=y, size=size) for a, x, y, size in squares),
    )
