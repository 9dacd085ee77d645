"""The operations on a submission of Connect 4: every size, programs that print at import, sound neighbours."""

from __future__ import annotations

import pytest

from graders.csse7030_connect4.showing import asked, pieces
from graders.harness.assignment.check import Misbehaved
from graders.harness.assignment.transcript import run_of
from graders.harness.reports.sentences import cause_text
from graders.harness.result import Verdict
from tests.graders.csse7030_connect4.worlds import session

pytestmark = pytest.mark.slow

OPENING_4 = (
    "|-|-|-|-|\n" * 4
    + " 1 2 3 4 \nPlayer 1 to move\nPlease enter action (h to see valid commands): "
)


@pytest.mark.parametrize("size", range(4, 11))
def test_every_size_has_its_own_support_module(size: int) -> None:
    """Board and message follow the size of the call, even after a call with another size."""
    with session() as student:
        student.generate_initial_board(8)
        ((end, _events, _arguments),) = student.generate_initial_board(size)
        assert end == ["returned", ["-" * size] * size]
        ((end, events, _arguments),) = student.check_input(size, [f"a{size + 1}"])
        assert end == ["returned", False]
        assert f"between 1 and {size} inclusive" in events[0][1]
        run = run_of(student.play(size, ["q", "n"]))
        assert run.end == ("returned", None)
        assert pieces(run)[0].count("\n") == size + 2


def test_program_that_plays_at_import_is_still_graded() -> None:
    """The game is given up there, and its functions are called afterwards. A program without a guard runs as one."""
    with session(appended="main()") as student:
        told = student.imported(8)
        assert told["game"] is True
        assert "Player 1 to move" in told["events"][0][1]
        run = run_of(student.game(4, ["q"]))
        assert (pieces(run)[0], run.end) == (OPENING_4, ("returned", None))


def test_program_that_reads_on_at_import_is_missing() -> None:
    """At import it gets only the lines that end a game, so the file does not import."""
    with (
        session(appended="while True:\n    input()") as student,
        pytest.raises(Misbehaved) as caught,
    ):
        student.num_hours(8)
    assert caught.value.verdict is Verdict.MISSING
    assert "EOFError" in cause_text(caught.value.cause)


BROKEN = """
def {name}(*arguments):
    raise ZeroDivisionError
"""
NEIGHBOURS = [
    "generate_initial_board",
    "is_column_full",
    "is_column_empty",
    "display_board",
    "check_input",
    "get_action",
    "add_piece",
    "remove_piece",
    "check_win",
]
STORY = [
    "r1",
    "a1",
    "h",
    "zz",
    "a2",
    "a1",
    "a1",
    "a1",
    "a1",
    "a1",
    "a1",
    "a1",
    "a1",
    "r1",
    "a3",
    "Q",
]


@pytest.mark.slow
@pytest.mark.parametrize("name", NEIGHBOURS)
def test_sound_neighbours_stand_in_for_broken_ones(name: str) -> None:
    """A game goes right although one function of it is broken, but only in the variant and only for known calls."""
    with session() as reference:
        want, known = reference.game(8, STORY), reference.watched(8, "play_game", STORY)
    known["games"] = []
    broken = BROKEN.format(name=name)
    with session(appended=broken, variant="sound") as student:
        assert student.game(8, STORY, known) == want
    with session(appended=broken) as student:
        assert run_of(student.game(8, STORY, known)).end[1] == "ZeroDivisionError"


@pytest.mark.slow
def test_all_neighbours_can_be_replaced_at_once() -> None:
    """With nothing but play_game and main a whole program is played."""
    lines = ["a1", "r2", "H", "a8", "q", "y", "Q", "n"]
    with session() as reference:
        want, known = reference.main(4, lines), reference.watched(4, "main", lines)
    known["games"] = []
    broken = "".join(BROKEN.format(name=name) for name in NEIGHBOURS)
    with session(appended=broken, variant="sound") as student:
        assert student.play(4, lines, known) == want


KEYWORDS = """
def is_column_full(text):
    raise ZeroDivisionError


def make_move(board, piece, action):
    column = int(action[1:]) - 1
    if action[0].lower() == "a":
        return add_piece(column_index=column, board=board, piece=piece, quiet=True)
    return remove_piece(board, column_index=column)


def add_piece(board, piece, column_index, quiet=False):
    column = board[column_index]
    if is_column_full(text=column):
        print(FULL_COLUMN_MESSAGE)
        return False
    raise ZeroDivisionError
"""


@pytest.mark.slow
def test_stand_ins_accept_the_submissions_calls() -> None:
    """Arguments may be keywords with the submission's names, and there may be further parameters (spec 12)."""
    with session() as reference:
        want, known = reference.game(8, STORY), reference.watched(8, "play_game", STORY)
    known["games"] = []
    with session(appended=KEYWORDS, variant="sound") as student:
        assert student.game(8, STORY, known) == want


@pytest.mark.slow
def test_wrong_call_raises_the_submissions_own_error() -> None:
    """The message has no name of the grader's code."""
    lines = ["a1"]
    with session() as reference:
        known = reference.watched(8, "play_game", lines)
    known["games"] = []
    wrong = "def print_mover(piece):\n    display_board(piece, 2, 3)"
    with session(appended=wrong, variant="sound") as student:
        told = run_of(student.game(8, lines, known)).end
    assert told[1:3] == (
        "TypeError",
        "display_board() takes 1 positional argument but 3 were given",
    )


def test_commands_are_known_in_both_cases() -> None:
    """A program may convert a command to capitals and validate it again."""
    with session() as reference:
        known = reference.watched(8, "play_game", ["a1", "R9", "q"])
    told = {command: (good, text) for command, good, text in known["commands"]}
    assert {"a1", "A1", "R9", "r9", "q", "Q"} <= set(told)
    assert told["A1"] == (True, "")
    assert told["r9"] == told["R9"]
    assert told["r9"][0] is False


@pytest.mark.slow
def test_own_game_runs_over_sound_functions() -> None:
    """The variant keeps the submission's play_game and replaces the functions below it."""
    lines = ["a1", "q", "n"]
    with session() as reference:
        want, known = reference.main(8, lines), reference.watched(8, "main", lines)
    game = "def play_game():\n    print('mine')\n"
    with session(appended=BROKEN.format(name="display_board"), variant="leaves") as student:
        assert student.main(8, lines, known) == want
    with session(appended=game, variant="leaves") as student:
        assert run_of(student.main(8, lines, known)).events[0] == (
            "printed",
            "mine\nWould you like to play again? (y/n): ",
        )


PLAYER_2_FIRST = """
def play_game():
    board = generate_initial_board()
    display_board(board)
    add_piece(board, "O", int(get_action()[1:]) - 1)
    display_board(board)
    print(check_win(board))
    remove_piece(board, int(get_action()[1:]) - 1)
    display_board(board)
"""


@pytest.mark.slow
def test_unusual_game_continues_with_the_submissions_own_functions() -> None:
    """Unknown calls reach the submission: here moves that do not occur in a right game."""
    lines = ["a2", "r2"]
    with session() as reference:
        known = reference.watched(8, "play_game", lines)
    known["games"] = []
    with session(appended=PLAYER_2_FIRST) as student:
        own = student.game(8, lines)
    with session(appended=PLAYER_2_FIRST, variant="sound") as student:
        assert student.game(8, lines, known) == own
    assert own[0] == ["returned", None]


@pytest.mark.slow
def test_main_runs_sound_games() -> None:
    """main gets right games; a further game is the submission's own."""
    lines = ["q", "y", "a1", "Q", "n"]
    with session() as reference:
        want, known = reference.main(8, lines), reference.watched(8, "main", lines)["games"]
    with session(appended="def play_game():\n    print('nothing')", variant="sound") as student:
        assert student.main(8, lines, {"games": known}) == want
        assert asked(run_of(student.main(8, lines))) == 1
