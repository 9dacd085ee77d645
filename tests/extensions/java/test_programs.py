"""``check.py --repro`` writes a failed check as a class of Java."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

import msgspec
import pytest

from graders.comp250_blocky.calls import STATEMENTS
from graders.extensions.java.programs import JavaPrograms
from graders.harness.assignment.manifest import load_assignment
from graders.harness.grading.outcome import Outcome
from graders.harness.grading.replaying import LoggedCall, Replayed
from graders.harness.handout.repro import command, file_name, program
from graders.harness.result import Cause, CauseKind, Verdict
from tests.world import needs_jdk

COMP250 = load_assignment("comp250_blocky")
HOSTILE = "*/ class A { } \\u000a int \\u2028 = \U0001f600 { \r int b;"
BOARD = [0, 1, [0, 0, 16, [[8, 0, 8, 0], [0, 0, 8, 1], [0, 8, 8, 2], [8, 8, 8, 3]]]]
ASKED: list[tuple[str, Any]] = [
    ("construct", (0, 2, 5, 2)),
    ("update", (BOARD, -1, 0, 0)),
    ("updates", (BOARD, [[16, 0, 0], [32, 4, 4]])),
    ("draw", (BOARD, [1])),
    ("select", (BOARD, [], [[3, 3], [99, 99]], 1)),
    ("attempt", ("moves", [BOARD, [["rotate", [], 1], ["smash", [0], None]]])),
    ("moveNothing", ("reflect", 7)),
    ("smashNothing", ()),
    ("smash", ([0, 2, BOARD[2]], [2], 5, 3)),
    ("flatten", (BOARD, [])),
    ("perimeter", (BOARD, 0, [])),
    ("blob", (BOARD, 1, [], [])),
    ("undiscovered", ([[0, 0], [1, 0]], 0, [[1, 1]], [[0, 0]])),
    ("play", ("BlobGoal", 2, 16, 3, [[1, 1, 1, "rotate", 1], [1, 1, 1, "smash", None]])),
]


def made(*calls: tuple[str, Any], detail: str = "It is wrong.") -> str:
    """Return the program of a check with these calls."""
    failed = Outcome(Verdict.FAILED, Cause(CauseKind.WRONG_ANSWER, detail=detail))
    logged = tuple(LoggedCall(*call) for call in calls)
    return program(COMP250, Replayed("a.b", "It works.", failed, logged), "", {})


def test_equal_boards_are_one_method_and_messages_are_comments() -> None:
    """Each call gets blocks of its own, because it may change them."""
    text = made(("flatten", (BOARD, [])), ("draw", (BOARD, [])), detail=HOSTILE)
    assert text.count("Block board = board1();") == 2 and text.count("static Block board1()") == 1
    assert "new Block(8, 0, 8, 1, 1, GameColors.RED, new Block[0])," in text
    about = text[: text.index("\nclass ")].splitlines()[2:]
    assert all(line.startswith("//") for line in about) and text.isascii()
    assert any(r"*/ class A { } \\u000a int" in line for line in about)


def test_large_boards_are_not_written() -> None:
    """A method of Java could not make them; the other calls remain."""
    large: Any = [0, 0, 1, 0]
    for _ in range(6):
        large = [0, 0, 1, [large] * 4]
    text = made(("flatten", ([0, 6, large], [])), ("smashNothing", ()))
    assert "flatten()" not in text and "new Block().smash()" in text


@needs_jdk
@pytest.mark.nightly
def test_every_operation_is_a_call_that_runs(tmp_path: Path) -> None:
    """The reference's answers are those that the checks get."""
    assert {"moves", *(name for name, _ in ASKED)} == {*STATEMENTS}
    for path in COMP250.reference.glob("*.java"):
        shutil.copy(path, tmp_path)
    file = tmp_path / file_name(COMP250, "a.b")
    file.write_text(made(*ASKED, detail=HOSTILE))
    ended = subprocess.run(
        command(COMP250, file.name), cwd=tmp_path, shell=True, capture_output=True, text=True, check=False
    )  # fmt: skip
    assert ended.returncode == 0, ended.stderr
    shown = ended.stdout
    assert "> board.updateSizeAndPosition(-1, 0, 0)\njava.lang.IllegalArgumentException" in shown
    assert "\n> at(board, 1).getBlocksToDraw()\n2 squares\n    GREEN, 8 by 8 at (0, 0)" in shown
    assert "\n> board.getSelectedBlock(99, 99, 1)\nnull\n> board.rotate(1)\n> board.print" in shown
    assert "\n> board.flatten()\n2 rows\n    GREEN RED\n    BLUE YELLOW\n" in shown
    assert "\n> goal.undiscoveredBlobSize(0, 0, unitCells, visited)\n2\n" in shown
    assert "Exception" not in shown.replace("java.lang.IllegalArgumentException", "")


def test_calls_of_classes_are_written_as_statements() -> None:
    """Objects are variables; names stand where the table has them."""
    account = {"class": "object Account", 0: 0}
    calls = [
        LoggedCall("Account", (10,), account),
        LoggedCall("step", ("get", [account, "deposit"], {}), {"class": "object method", 0: 1}),
        LoggedCall("step", ("method", [account, "deposit", 2**31, [1.5, "a\n"]], {}), None),
        LoggedCall("tried", ("call", [{"\0": "total"}, True], {}), ["raised", ["Error"], "", {}]),
        LoggedCall("step", ("set", [account, "owner", None], {}), None),
        LoggedCall("step", ("lt", [account, {"\0": "Money"}], {}), True),
    ]
    manifest = msgspec.structs.replace(
        COMP250.manifest, calls={"Account": "*", "Money": ("Money",)}
    )
    (text,) = JavaPrograms().statements(manifest, calls)
    assert text.splitlines() == [
        "var account1 = new Account(10);",
        r'show("account1.deposit(2147483648L, java.util.List.of(1.5, \"a\\n\"))", '
        r'() -> account1.deposit(2147483648L, java.util.List.of(1.5, "a\n")));',
        'show("Account.total(true)", () -> Account.total(true));',
        "account1.owner = null;",
        'show("account1.compareTo(Money) < 0", () -> account1.compareTo(Money) < 0);',
    ]
