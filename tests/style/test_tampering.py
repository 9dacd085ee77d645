"""Source text that suggests tampering is flagged for staff, and honest source is not."""

from __future__ import annotations

import pytest

from graders.extensions.shared.exemplars import as_submission
from graders.harness.assignment.language import language_at
from graders.harness.assignment.manifest import load_assignment
from graders.harness.result import Cause, CauseKind, Flag, FlagCode
from graders.harness.style.tampering import MOST, conduct, flags
from tests import nightly
from tests.exemplars import exemplars_of
from tests.nightly import PASSES

REACHING = {
    "work.py": [
        "from _grader import sandbox",
        "import importlib; importlib.import_module('_grader.driver')",
        "import sys; sys.modules['player']",
        "import sys; sys . _getframe(1)",
        "error.__traceback__.tb_frame",
        "import gc; gc.get_objects()",
        "import ctypes",
        "object.__subclasses__()",
        "score.__code__ = other.__code__",
        "import os; os.write(3, b'')",
        "open('/proc/self/mem')",
        "import os; os.fork()",
        "    random.choice = lambda given: given[0]",
    ],
    "Work.java": [
        "grader.Sandbox.ask(0);",
        "import sun.misc.Unsafe;",
        "import java.lang.reflect.Field;",
        "field.setAccessible(true);",
        "System.setOut(null);",
        "new ProcessBuilder();",
        "Thread.getAllStackTraces();",
    ],
}


@pytest.mark.parametrize(
    ("name", "line"), [(name, line) for name, lines in REACHING.items() for line in lines]
)
def test_sign_is_flagged_with_its_line(name: str, line: str) -> None:
    """Staff need file and line for their review."""
    (flag,) = flags({name: f"\n\n{line}\n".encode(), "notes.txt": line.encode()})
    (sign,) = flag.values["signs"]
    assert sign[:2] == [name, 3]


def test_standard_output_may_be_changed_and_restored() -> None:
    """A copy of the channel to the judge is refused by the kernel."""
    source = b"saved = os.dup(1)\nos.dup2(nowhere, 1)\nos.dup2(saved, sys.stdout.fileno())"
    assert flags({"work.py": source}) == ()


def test_each_kind_of_sign_is_tried_above() -> None:
    """This proves that no pattern is dead."""
    for name, lines in REACHING.items():
        language = language_at(name)
        assert language is not None
        kinds = language.signs
        found = {
            sign for line in lines for _, _, sign in flags({name: line.encode()})[0].values["signs"]
        }
        assert found == kinds.keys()


def test_source_that_cannot_be_parsed_is_searched() -> None:
    """A syntax error, bytes that are not text, or a deep expression must not hide a sign."""
    data = b"\xff\xfe def (\n" + b"(" * 100_000 + b"\nimport ctypes"
    assert ["work.py", 3, "ctypes"] in flags({"work.py": data})[0].values["signs"]


def test_program_that_speaks_to_the_grader_is_flagged() -> None:
    """The check may be any, or a file may be loading. An exception of the program is not a sign."""
    flood = Cause(CauseKind.MESSAGE_FLOOD, loading="block.py")
    error = Cause(CauseKind.EXCEPTION, name="ValueError", detail="no such block")
    causes = [Cause(CauseKind.CHANNEL_ABUSE), flood, error, None]
    assert conduct(causes) == (Flag(FlagCode.CHANNEL_ABUSE, {"checks": 2}),)
    assert conduct(causes[2:]) == ()


def test_flag_stays_short() -> None:
    """It has a few positions, and the number of the others."""
    source = "\n".join(REACHING["work.py"]).encode()
    (flag,) = flags({f"file{number}.py": source for number in range(30)})
    assert len(flag.values["signs"]) == MOST and flag.values["more"] > 0


@pytest.mark.slow
@pytest.mark.parametrize("id_", nightly.assignments("ics32_columns"))
def test_honest_programs_are_not_flagged(id_: str) -> None:
    """The programs are all exemplars except for attacks; one in four by day."""
    assignment = load_assignment(id_)
    honest = [one for one in exemplars_of(assignment.id) if one.kind != "attack"]
    honest = honest[:: 4 if PASSES == 1 else 1]
    flagged = [one.id for one in honest if flags(dict(as_submission(one, assignment).files))]
    assert honest and flagged == []
