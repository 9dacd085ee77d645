"""``check.py --repro`` writes a failed check as a program, which a student runs beside the own files."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from graders.harness.assignment.manifest import Assignment, load_assignment
from graders.harness.errors import GraderError
from graders.harness.grading.outcome import Outcome
from graders.harness.grading.replaying import CallLog, LoggedCall, Replayed
from graders.harness.handout.repro import file_name, program
from graders.harness.result import Cause, CauseKind, Verdict
from tests.handout.built import environment, solve, unpacked

FAILED = Outcome(Verdict.FAILED, Cause(CauseKind.WRONG_ANSWER, detail='It is "wrong" \\ here.'))
LEAF = [(0, 0), 8, 0, 1, 1, []]
BOARD = [(0, 0), 16, None, 0, 1, [[(8, 0), 8, 1, 1, 1, []], LEAF, LEAF, LEAF]]


def output(
    assignment: Assignment, folder: Path, *calls: LoggedCall, earlier: tuple[LoggedCall, ...] = ()
) -> str:
    """Write the program of a check with these calls beside the files in *folder*; return what it prints where no
    package is installed: the stand-in for pygame is enough.
    """
    files = {path.name: path.read_bytes() for path in folder.glob("*.py")}
    again = Replayed("part.check-1", "It works.", FAILED, calls, earlier)
    names = assignment.files.submitted or files
    started = next(iter(files))
    text = program(assignment, again, started, dict.fromkeys(names, b""))
    path = folder / file_name(assignment, "part.check-1")
    path.write_text(text)
    assert path.name == "try_part_check_1.py"
    ended = subprocess.run(
        [sys.executable, "-S", path], cwd=folder.parent, capture_output=True, text=True, check=False
    )
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def with_files(id: str, folder: Path) -> Assignment:
    """Return an assignment, with the reference's sources in *folder*."""
    assignment = load_assignment(id)
    for path in assignment.reference.glob("*.py"):
        shutil.copy(path, folder)
    return assignment


PROGRAM = "import sys\nprint(sys.argv[1:], input(), open('a.txt').read(), sys.stdin.read())\n"


def test_programs_run_with_arguments_input_and_files(tmp_path: Path) -> None:
    """The command line is shown, and the folder stays as it is."""
    (tmp_path / "wc.py").write_text(PROGRAM)
    call = LoggedCall("run_program", ("wc.py", ["one", "two"], ["-w", "a.txt"], {"a.txt": "ü"}))
    columns = load_assignment("ics32_columns")
    shown = output(columns, tmp_path, call)
    assert shown == "$ python wc.py -w a.txt\n['-w', 'a.txt'] one ü two\n\n"
    (tmp_path / "try_part_check_1.py").unlink()
    (tmp_path / "wc.py").write_text("print('runs', input())\n")
    assert output(columns, tmp_path, LoggedCall("play", (["4"],))).endswith("runs 4\n")


def test_functions_get_the_calls_of_the_process_in_order(tmp_path: Path) -> None:
    """Also on boards of other sizes, and while lines are typed."""
    assignment = with_files("csse7030_connect4", tmp_path)
    shown = output(
        assignment,
        tmp_path,
        LoggedCall("add_piece", (8, [[["--------"] * 8, "X", 0]], None)),
        LoggedCall("display_board", (4, [["----"] * 4])),
        LoggedCall("get_action", (4, ["x", "a1"], None)),
        earlier=(LoggedCall("is_column_full", (8, ["--------"])),),
    )
    assert shown.startswith(">>> is_column_full('--------')\nFalse\n>>> add_piece(")
    assert "|-|-|-|-|\n 1 2 3 4 \n>>> board_size(4)" in shown and "'a1'\n" in shown


def test_end_of_what_is_typed_is_no_fault(tmp_path: Path) -> None:
    """Checks of a game stop in its middle, and a right program ended with a traceback."""
    assignment = with_files("csse7030_connect4", tmp_path)
    game = LoggedCall("game", (8, ["a1"], None))
    shown = output(assignment, tmp_path, game, game)
    assert shown.count("\n(the check types no more)\n") == 2, shown


@pytest.mark.parametrize(
    ("id", "find"),
    [("csc148_2020_blocky", "_undiscovered_blob_size"), ("csc148_2018_blocky", "pos=(8, 0)")],
)
def test_boards_are_made_as_the_check_made_them(id: str, find: str, tmp_path: Path) -> None:
    """The board is printed behind a method that changes it; a grid of colours is a list of lists."""
    assignment = with_files(id, tmp_path)
    grid = ("undiscovered_blob_size", ([[0, 0], [1, 0]], 0, (0, 0), [[-1, -1], [-1, -1]]))
    shown = output(assignment, tmp_path, LoggedCall("rotate", (BOARD, [], 1)), LoggedCall(*grid))
    assert ">>> board.rotate(1)\n" in shown and "Real Red" in shown and find in shown
    assert shown.endswith("\n3\n")


@pytest.mark.parametrize(
    ("id", "call", "finds"),
    [
        (
            "csc148_2020_blocky",
            LoggedCall("computer_moves", ("RandomPlayer", None, "BlobGoal", 0, BOARD, [1, 2])),
            [">>> RandomPlayer, random.seed(2)\n('", ", level "],
        ),
        (
            "csc148_2020_blocky",
            LoggedCall("play", (1, 1, [2], 1, 1)),
            ["Parent: ", "in the end: GameOverState"],
        ),
        (
            "csc148_2018_blocky",
            LoggedCall("turns", ("SmartPlayer", 2, BOARD, [1], 0, 0, None)),
            [
                "Renderer.__init__: 3\n",
                ">>> SmartPlayer, random.seed(1)\n    Renderer.draw: 1, another picture\n",
            ],
        ),
        (
            "csc148_2018_blocky",
            LoggedCall("play", (2, 1, [2], 2, 1)),
            ["RandomPlayer 0: ", " for ", "SmartPlayer 1: ", "Renderer.draw: 1"],
        ),
        (
            "csse7030_connect4",
            LoggedCall("add_piece", (8, [[["--------"] * 8, "X", 1]], None)),
            [">>> add_piece(board, 'X', 1)\nTrue\n>>> board\n['--------', '-------X', "],
        ),
        (
            "csse7030_connect4",
            LoggedCall("boards_apart", (8, "X")),
            [">>> generate_initial_board()\n['--------', "],
        ),
    ],
)
def test_what_the_check_looks_at_is_shown(
    id: str, call: LoggedCall, finds: list[str], tmp_path: Path
) -> None:
    """A player's moves after its click, what a game shows, the board after a move."""
    shown = output(with_files(id, tmp_path), tmp_path, call)
    assert all(find in shown for find in finds), shown


def test_what_cannot_be_called_is_refused() -> None:
    """A check whose calls are no statements of the language."""
    for id in ("comp250_blocky", "csc148_2020_blocky"):
        again = Replayed("a.b", "", FAILED, (LoggedCall("unknown", (1,)),))
        with pytest.raises(GraderError, match="--replay"):
            program(load_assignment(id), again, "", {})


def test_calls_with_earlier_examples_are_kept() -> None:
    """A default list that grows fails a later example of the same process."""
    log = CallLog()
    for example in log.restarted([b"1", b"2"]):
        log.asked_student("f", (example,), lambda _: None)
    assert [[call.arguments for call in calls] for calls in (log.earlier, log.calls)] == [
        [(b"1",)],
        [(b"2",)],
    ]


@pytest.mark.nightly
def test_default_list_is_repeated(tmp_path: Path) -> None:
    """The call that fails works when it is made alone. The program stays out of what is handed in."""
    folder = unpacked("csc148_2020_blocky", tmp_path)
    solve(load_assignment("csc148_2020_blocky"), folder)
    player = folder / "player.py"
    text = player.read_text().replace("smart_players: List[int])", "smart: List[int], made=[])", 1)
    text = text.replace("    players = []\n", "    players, smart_players = made, smart\n", 1)
    text = text.replace("len(smart_players))\n    players,", "len(smart))\n    players,", 1)
    player.write_text(text.replace("goals[len(players)]", "goals[0]"))

    def check(*options: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, *options], cwd=folder, env=environment(tmp_path), capture_output=True, text=True,
            check=False,
        )  # fmt: skip

    wrote = check("check.py", "--repro", "player.create-kinds")
    assert (wrote.returncode, "wrote try_player_create_kinds.py" in wrote.stdout) == (1, True), (
        wrote
    )
    shown = check("try_player_create_kinds.py").stdout
    first, second = shown.split(">>> create_players(")[1:3]
    assert (first.count("object at"), second.count("object at")) == (1, 2), shown
    assert "Your files" not in check("check.py", "--no-style").stdout
