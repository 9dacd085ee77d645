"""A file that does not load is told once, under its own name, and not as many wrong answers."""

from __future__ import annotations

import pytest

from graders.harness.intake.select import asked
from graders.harness.reports.audience import Audience, view
from graders.harness.reports.html.page import page
from graders.harness.reports.loading import flags_of, unloaded
from graders.harness.reports.look import Look
from graders.harness.reports.platforms import markdown
from graders.harness.result import Text, Verdict
from tests.reports.paper import check, rendered, result

SYNTAX = "block.py does not load: SyntaxError: '(' was never closed (block.py, line 52)"


@pytest.mark.parametrize(
    ("message", "title", "why"),
    [
        (SYNTAX, "block.py does not load (line 52)", "SyntaxError: '(' was never closed"),
        (
            "player.py does not load: NameError: name 'x' is not defined (goal.py, line 3)",
            "goal.py does not load (line 3)",
            "NameError: name 'x' is not defined",
        ),
        (
            "goal.py does not load: EOFError: EOF when reading a line (goal.py, line 5)",
            "goal.py does not load (line 5)",
            'It asks for input while it is being loaded. Ask only below `if __name__ == "__main__":`.',
        ),
        (
            "Block.java does not compile: ';' expected; and 1 more error (Block.java, line 12)",
            "Block.java does not compile (line 12)",
            "';' expected; and 1 more error",
        ),
        (
            "Block.java is in the package game, but has to be in the package blocky",
            "Block.java does not compile",
            "is in the package game, but has to be in the package blocky",
        ),
        ("goal.py was not handed in: is 'my_goal.py' meant?", "goal.py was not handed in", "is 'my_goal.py' meant?"),
    ],
)
def test_the_file_and_the_reason_are_read_from_the_message(message: str, title: str, why: str) -> None:
    """Each kind of file that is of no use has its own words."""
    file = unloaded(check("block.swap", verdict=Verdict.MISSING, message=message))
    assert file is not None
    assert (file.title, file.why) == (title, why)


def test_a_program_that_ends_while_it_is_loaded_does_not_load() -> None:
    """However the import ends, it is the file that is told."""
    message = "while goal.py was being loaded, it ended the whole program (exit status 0) instead of returning"
    file = unloaded(check("goal.score", verdict=Verdict.CRASHED, message=message))
    assert file is not None and file.title == "goal.py does not load"


def test_a_missing_method_is_no_missing_file() -> None:
    """What loads, but lacks a name, was judged."""
    assert unloaded(check("block.swap", verdict=Verdict.MISSING, message="block.py has no Block.swap")) is None
    assert unloaded(check("block.swap", verdict=Verdict.RAISED, message=SYNTAX)) is None


def _broken(**more: object) -> list:
    line = (Text(label="in your code", text="block.py, line 52\n    x = (\n        ^"),)
    names = ("block.swap", "block.turn")
    return [
        check(name, marks=2, verdict=Verdict.MISSING, message=SYNTAX, exhibits=line, **more) for name in names
    ]


def test_every_report_tells_it_once() -> None:
    """The file, the reason and the line stand once in each report, with the marks that it costs."""
    found = result(*_broken(), check("goal.score", marks=1, verdict=Verdict.PASSED))
    terminal = rendered(found)
    html = page(view(found, Audience.STAFF), "Blocky", {}).decode()
    text = markdown.document(view(found, Audience.STAFF), Look("Blocky")).decode()
    assert terminal.count("'(' was never closed") == 1
    assert terminal.count("x = (") == html.count("x = (") == text.count("x = (") == 1
    assert "✗ block.py does not load (line 52)" in terminal
    assert "3 checks: 1 passed, 2 not judged" in terminal
    assert "not found" not in terminal + html + text
    assert "<h3>block.py does not load (line 52)</h3>" in html


def test_staff_are_told_what_hangs_on_it() -> None:
    """For staff it is a reason to look; students are not told what staff should look at."""
    found = result(*_broken(), check("goal.score", marks=1, verdict=Verdict.PASSED))
    told = "block.py does not load (line 52): 4 of the 5 marks depend on it"
    assert flags_of(found) == (told,)
    assert told in rendered(found, audience=Audience.STAFF)
    assert told not in rendered(found, audience=Audience.STUDENT)


class _Files:
    submitted = ("block.py", "blocky.py", "goal.py")
    course = ("game.py",)


@pytest.mark.parametrize(
    ("missing", "present", "told"),
    [
        ("block.py", ["my_block.py", "goal.py"], ": is 'my_block.py' meant?"),
        ("goal.py", ["gaol.py"], ": is 'gaol.py' meant?"),
        ("block.py", ["blocky.py"], ""),
        ("block.py", ["my_block.txt", "game.py"], ""),
        ("block.py", [], ""),
    ],
)
def test_a_file_that_may_be_meant_is_asked_about(missing: str, present: list[str], told: str) -> None:
    """Only a file that nobody expects, of the same kind, can be the one that is missing."""
    assert asked(missing, present, _Files()) == told
