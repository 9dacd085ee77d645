"""The driver of Blocky 2020: its reports about right, wrong and broken submissions."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bench.subject import CALLS
from graders.blocky.board import broken, cells_of, is_tree
from graders.blocky.layout import misfit, misplaced, tree
from graders.blocky.showing import difference
from graders.harness.assignment.check import Misbehaved
from graders.harness.session.session import Session
from tests.graders.csc148_2020_blocky.worlds import SAMPLE, session

TREE = tree(SAMPLE)


@pytest.mark.slow
def test_tree_is_returned_unchanged() -> None:
    """This holds for odd sizes, and for trees of parts of a board."""
    for size in (32, 750):
        whole = tree(dict(SAMPLE, size=size))
        with session() as own:
            assert own.moves(whole, [["rotate", [1], 1]]) == [{"result": False, "board": whole}]
    with session() as own:
        assert own.rotate(TREE[5][0], [], 1)["board"] == own.rotate(TREE, [0], 1)["board"][5][0]


def test_layout_is_not_in_the_box() -> None:
    """The code that places blocks stays with the judge: beside the submission it would be a solution."""
    asks = "def rotate(self, direction):\n    from _grader import layout\nBlock.rotate = rotate\n"
    with (
        session({"block.py": asks}) as own,
        pytest.raises(Misbehaved, match="cannot import name 'layout'"),
    ):
        own.rotate(TREE, [], 1)


def test_every_call_builds_its_own_board() -> None:
    with session() as own:
        assert own.rotate(TREE, [], 1) == own.rotate(TREE, [], 1)
        assert own.paint(TREE, [0, 0], 0) == {"result": False, "board": TREE}


SPOILT = pytest.mark.parametrize(
    ("spoil", "told"),
    [
        ("self.children = None", "a block whose children is a NoneType"),
        ("self.children = tuple(self.children)", "a block whose children is a tuple"),
        ("self.children.append(self)", "a block with 5 children"),
        ("self.children[0] = self", "a block that is in two places at once"),
        ("self.children[0] = self.children[1]", "a block that is in two places at once"),
        ("self.children[2] = 5", "an object of type int where a Block is expected"),
        ("del self.level", "a block whose level is not there"),
        ("self.size = 'wide'", "a block whose size is a text"),
        ("self.size = 'not there'", "a block whose size is a text"),
    ],
)


@SPOILT
def test_broken_block_is_reported_in_words(spoil: str, told: str) -> None:
    """The driver reports anything that a submission does to its blocks, and does not fail."""
    with session(
        {
            "block.py": f"def spoil(self, direction):\n    {spoil}\n    return True\nBlock.rotate = spoil\n"
        }
    ) as own:
        answer = own.rotate(TREE, [], 1)
    assert answer["result"] is True
    assert not is_tree(answer["board"])
    assert broken(answer["board"]) == told
    assert cells_of(answer["board"]) == told
    assert told in misfit(answer["board"])


@pytest.mark.parametrize(
    "spoil",
    [
        "self.children[0] = Leak()",
        "self.children[0] = Builtin()",
        "self.children = Leak()",
        "self.children = 'LEAK1size32'",
        "self.size = 'LEAK1size32'",
        "self.size = Leak()",
        "self.position = ('LEAK1size32', 0)",
        "self.position = Leak()",
        "self.level = ['LEAK1size32']",
        "self.children[0].colour = 'LEAK1size32'",
        "self.children[0].colour = (1, b'LEAK1size32', 2)",
    ],
)
def test_report_of_a_broken_block_has_no_word_of_the_program(spoil: str) -> None:
    """The message of a hidden check may be released. A program could copy the check's input into names and texts."""
    classes = (
        "Leak = type('LEAK1size32', (), {})\n"
        "Builtin = type('LEAK1size32', (), {'__module__': 'builtins', '__qualname__': 'int'})\n"
    )
    with session(
        {
            "block.py": f"{classes}def spoil(self, direction):\n    {spoil}\n    return True\nBlock.rotate = spoil\n"
        }
    ) as own:
        tree_ = own.rotate(TREE, [], 1)["board"]
    texts = [broken(tree_), str(cells_of(tree_)), difference(tree_, TREE)]
    texts += [misfit(tree_), misplaced(tree_, (), True)] if is_tree(tree_) else []
    assert not [text for text in texts if "LEAK" in text]
    assert any(texts)


def test_messages_repeat_no_text_of_an_answer() -> None:
    """A program that takes over the pipe can return anything instead of a tree."""
    for answer in (
        "LEAK",
        ["LEAK"] * 6,
        [("LEAK", 0), 32, None, 0, 2, []],
        [(0, 0), 32, ("colour", "LEAK"), 0, 2, []],
    ):
        assert "LEAK" not in "".join(
            [broken(answer), str(cells_of(answer)), difference(answer, TREE)]
        )


@pytest.mark.parametrize(
    ("colour", "told"),
    [
        ("1", ("colour", 1)),
        ("[1, 128, 181]", ("colour", [1, 128, 181])),
        ("(1, 2, 3)", ("colour", (1, 2, 3))),
        ("None", None),
    ],
)
def test_unlisted_colour_is_not_read_as_a_listed_one(colour: str, told: object) -> None:
    """Only the tuples of COLOUR_LIST become indices."""
    with session(
        {"block.py": f"def spoil(self, colour):\n    self.colour = {colour}\nBlock.paint = spoil\n"}
    ) as own:
        assert own.paint(TREE, [1], 0)["board"][5][1][2] == told


@pytest.mark.slow
def test_a_colour_that_equals_everything_gains_nothing() -> None:
    """The comparison of colours does not run the submission's code."""
    agreeable = "class Agreeable:\n    def __eq__(self, other): return True\n"
    with session(
        {
            "block.py": agreeable
            + "def spoil(self, colour): self.colour = Agreeable()\nBlock.paint = spoil\n"
        }
    ) as own:
        told = own.paint(TREE, [1], 0)["board"][5][1][2]
    assert told[0] == "colour"


def test_missing_block_of_a_move_is_reported_in_words() -> None:
    """A move on a block that an earlier move removed raises, and the message names the place."""
    with (
        session(
            {"block.py": "def spoil(self, direction): self.children = []\nBlock.rotate = spoil\n"}
        ) as own,
        pytest.raises(
            Misbehaved, match="there is no block at lower right block of the board any more"
        ),
    ):
        own.moves(TREE, [["rotate", [], 1], ["rotate", [3], 1]])


@pytest.mark.slow
def test_dice_follow_the_seed() -> None:
    """The smashes are equal in different processes; another seed gives other ones."""
    board = tree({"size": 64, "max_depth": 3, "cells": 0})
    with session() as one, session() as two:
        assert one.smash(board, [], 5) == two.smash(board, [], 5)
        assert len({str(one.smash(board, [], seed)) for seed in range(5)}) > 1


def test_draws_can_be_fixed() -> None:
    """Draws of 0 divide all blocks; draws of nearly 1 leave new blocks of a level 1 leaf whole. The patch ends."""
    with session() as own:
        full = own.smash_with_draw(tree({"size": 32, "max_depth": 2, "cells": 0}), [], 1, 0.0)[
            "board"
        ]
        assert all(len(child[5]) == 4 for child in full[5])
        flat = own.smash_with_draw(
            tree({"size": 64, "max_depth": 3, "cells": [0, 1, 2, 3]}), [0], 1, 0.999999
        )["board"]
        assert [child[5] for child in flat[5][0][5]] == [[]] * 4
        board = tree({"size": 64, "max_depth": 3, "cells": 0})
        assert len({str(own.smash(board, [], seed)) for seed in range(5)}) > 1


@pytest.mark.slow
def test_a_shared_list_and_a_shared_block_are_counted() -> None:
    """create_copy reports parts that copy and original share, and the effect on the original of spoiling the copy."""
    shallow = (
        "def shallow(self):\n"
        "    copy = Block(self.position, self.size, self.colour, self.level, self.max_depth)\n"
        "    copy.children = self.children\n"
        "    return copy\n"
        "Block.create_copy = shallow\n"
    )
    with session({"block.py": shallow}) as own:
        answer = own.create_copy(TREE, [])
    assert (answer["result"], answer["board"]) == (TREE, TREE)
    assert (answer["shared_blocks"], answer["shared_lists"]) == (8, 5 + 4)
    assert answer["board_afterwards"] != TREE
    with session() as own:
        answer = own.create_copy(TREE, [])
    assert (answer["shared_blocks"], answer["shared_lists"], answer["board_afterwards"]) == (
        0,
        0,
        TREE,
    )


def test_goals_are_reported_and_the_list_of_colours_is_restored() -> None:
    """generate_goals reports type and colour of goals. A changed COLOUR_LIST is restored before the next call."""
    spoiling = "def generate_goals(num_goals):\n    return [BlobGoal(COLOUR_LIST.pop()) for _ in range(num_goals)]\n"
    with session({"goal.py": spoiling}) as own:
        for _ in range(3):
            answer = own.generate_goals(2, 1)
            assert answer == {
                "goals": [["BlobGoal", 3, True], ["BlobGoal", 2, True]],
                "kept": False,
            }


def test_the_groups_of_a_colour_are_numbered() -> None:
    """blob_groups distinguishes the blobs of a colour."""
    with session() as own:
        groups = own.blob_groups(TREE, 1)
    assert [[number != -1 for number in column] for column in groups] == [
        [False, False, True, True],
        [False, False, True, True],
        [True, True, False, False],
        [False, False, False, False],
    ]
    assert len({number for column in groups for number in column}) == 3


@pytest.mark.slow
def test_scores_can_be_graded_with_given_helpers() -> None:
    """In the variant for goal.py broken helpers of the submission do not affect its scores."""
    broken_helpers = (
        "def _flatten(block): return []\nBlobGoal._undiscovered_blob_size = lambda *_: 99\n"
    )
    with session() as reference:
        grid = reference.flatten(TREE, [])["result"]
        groups = [reference.blob_groups(TREE, colour) for colour in range(4)]
    with session({"goal.py": broken_helpers}, "only-goal") as own:
        assert [own.perimeter_score(TREE, colour, grid)["result"] for colour in range(4)] == [
            2,
            5,
            4,
            5,
        ]
        assert [
            own.blob_score(TREE, colour, grid, groups[colour])["result"] for colour in range(4)
        ] == [1, 4, 4, 5]


@pytest.mark.slow
def test_moves_can_be_graded_with_sound_positions() -> None:
    """In the variant for block.py the judge replaces _update_children_positions, and nothing else."""
    forgetful = "Block._update_children_positions = lambda self, position: None\n"
    with session() as reference:
        want = reference.rotate(TREE, [], 1)
        asked = []

        def update_positions(*arguments: object) -> object:
            asked.append(arguments)
            return reference.update_positions(*arguments)

        with session(
            {"block.py": forgetful}, "only-block", {"update_positions": update_positions}
        ) as own:
            assert own.rotate(TREE, [], 1) == want
        assert asked
        with session({"block.py": forgetful}) as own:
            assert misplaced(own.rotate(TREE, [], 1)["board"], (), True)


@pytest.mark.slow
def test_players_are_reported() -> None:
    """create_players reports type, id, goal and numbers of each player; in the variant for player.py the goals are given."""
    goals = [["BlobGoal", 2], ["BlobGoal", 0], ["BlobGoal", 3], ["BlobGoal", 1]]
    with session() as own:
        told = own.create_players(1, 1, [7, 5], 3, goals)
    assert [player[:2] for player in told["players"]] == [
        ["HumanPlayer", 0],
        ["RandomPlayer", 1],
        ["SmartPlayer", 2],
        ["SmartPlayer", 3],
    ]
    assert [player[3] for player in told["players"][2:]] == [[7], [5]]
    with session({"goal.py": "this file does not import"}, "only-player") as own:
        told = own.create_players(1, 1, [7, 5], 3, goals)
    assert [player[2] for player in told["players"]] == [
        ["BlobGoal", 2, True],
        ["BlobGoal", 0, True],
        ["BlobGoal", 3, True],
        ["BlobGoal", 1, True],
    ]


@pytest.mark.slow
def test_block_of_the_board_is_distinguished_from_a_copy() -> None:
    """get_block compares identity, not equality."""
    with session() as own:
        assert own.get_block(TREE, (31, 0), 2) == [0, 0]
        assert own.get_block(TREE, (32, 0), 0) is None
    copying = "_found = _get_block\ndef _get_block(block, location, level):\n    return _found(block, location, level).create_copy()\n"
    with session({"player.py": copying}) as own:
        assert own.get_block(TREE, (31, 0), 2) == "a copy of a block"


@pytest.mark.slow
def test_computer_players_work_on_sound_neighbours() -> None:
    """In the variant for player.py, block.py and goal.py need not even import, because callbacks replace them."""
    names = ("rotate", "swap", "smash", "paint", "combine", "score_of", "get_block")
    with session() as reference:
        answers = {name: getattr(reference, name) for name in names}
        with session(
            {"block.py": "nonsense nonsense", "goal.py": "1 +"}, "only-player", answers
        ) as own:
            for kind in ("RandomPlayer", "SmartPlayer"):
                for told in own.computer_moves(kind, 3, "BlobGoal", 1, TREE, [1, 2, 3]):
                    assert (told["early"], told["waits"], told["board"]) == (False, True, None)
                    assert told["move"][0] in (
                        "rotate",
                        "swap",
                        "smash",
                        "paint",
                        "combine",
                        "pass",
                    )
                    assert told["move"][2] == told["move"][3]


@pytest.mark.slow
def test_stand_ins_make_each_callback_once() -> None:
    """A player that tries a move again on the same board gets the same answer, without a further callback."""
    names = ("rotate", "swap", "smash", "paint", "combine", "score_of", "get_block")
    asked: list[str] = []

    def answering(name: str) -> Callable[..., object]:
        def answer(*arguments: object) -> object:
            asked.append(repr((name, arguments)))
            return getattr(reference, name)(*arguments)

        return answer

    with (
        session() as reference,
        session(
            {"goal.py": "1 +"}, "only-player", {name: answering(name) for name in names}
        ) as own,
    ):
        first, again = (own.smart_trials(9, "BlobGoal", 1, TREE, [1, 2, 3]) for _ in range(2))
    assert first == again
    assert len(first) == 3 and asked and len(asked) == len(set(asked))


def test_player_that_returns_none_but_may_move_is_called_again() -> None:
    """None with _proceed still true is no answer yet (spec 14.8-3)."""
    hesitant = (
        "_move = RandomPlayer.generate_move\n"
        "def generate_move(self, board):\n"
        "    self.times = getattr(self, 'times', 0) + 1\n"
        "    return None if self.times < 10 else _move(self, board)\n"
        "RandomPlayer.generate_move = generate_move\n"
    )
    with session({"player.py": hesitant}) as own:
        (told,) = own.computer_moves("RandomPlayer", 0, "BlobGoal", 1, TREE, [1])
    assert isinstance(told["move"], list)


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("('rotate', 1)", {"no_move": "tuple", "parts": 2}),
        ("7", {"no_move": "int", "parts": None}),
        ("('rotate', 1, board.create_copy().children[0])", ["rotate", 1, None, [0]]),
        ("('rotate', 1, None)", ["rotate", 1, None, None]),
        ("['swap', 0, board.children[0]]", ["swap", 0, [0], [0]]),
    ],
)
def test_every_kind_of_move_is_reported(answer: str, told: object) -> None:
    """A block of a copy has a place, but no path; a value that is no move is reported by its type."""
    with session(
        {"player.py": f"RandomPlayer.generate_move = lambda self, board: {answer}\n"}
    ) as own:
        (got,) = own.computer_moves("RandomPlayer", 0, "BlobGoal", 1, TREE, [1])
    assert (got["early"], got["move"]) == (True, told)


@SPOILT
def test_board_that_a_player_breaks_is_reported_in_words(spoil: str, told: str) -> None:
    """Unchanged and sound boards are read quickly, and any other board is reported in full."""
    player = (
        f"def spoil(self):\n    {spoil}\n"
        "def spoils(self, board):\n"
        "    if self._proceed:\n"
        "        self._proceed = False\n"
        "        spoil(board)\n"
        "        try:\n            self.goal.score(board)\n"
        "        except Exception:\n            pass\n"
        "RandomPlayer.generate_move = SmartPlayer.generate_move = spoils\n"
    )
    with session({"player.py": player}) as own:
        (answer,) = own.computer_moves("RandomPlayer", 0, "BlobGoal", 1, TREE, [1])
        (trial,) = own.smart_trials(1, "BlobGoal", 1, TREE, [1])
    assert broken(answer["board"]) == told
    assert trial["scored"] == [told]


@pytest.mark.parametrize(
    "change",
    [
        "board.position = (1, 0)",
        "board.children[2].size = 5",
        "board.children[3].colour = COLOUR_LIST[0]",
        "board.children[0].children.sort(key=lambda child: child.position)",
        "board.children = []",
        "board.children[0].children[1].level = 1",
        "board.children[0].max_depth = 3",
    ],
)
def test_every_change_by_a_player_is_found(change: str) -> None:
    """The block of a move is looked up on the changed board."""
    player = (
        "from settings import COLOUR_LIST\n"
        f"def changes(self, board):\n    {change}\n    return 'swap', 0, board\n"
        "RandomPlayer.generate_move = changes\n"
    )
    with session({"player.py": player}) as own:
        (answer,) = own.computer_moves("RandomPlayer", 0, "BlobGoal", 1, TREE, [1])
    assert is_tree(answer["board"]) and answer["board"] != TREE
    assert answer["move"] == ["swap", 0, [], []]


def test_valid_moves_of_the_sample_board_are_right() -> None:
    """The valid moves were worked out by hand from the table of spec 8.2."""
    with session() as own:
        present, valid = own.valid_moves(TREE, "PerimeterGoal", 0)
    assert present == 2
    turns = [
        [action, number, path]
        for path in ([], [0])
        for action, number in (("rotate", 1), ("rotate", 3), ("swap", 0), ("swap", 1))
    ]
    others = [
        ["combine", None, [0]],
        ["smash", None, [1]],
        ["smash", None, [2]],
        ["smash", None, [3]],
    ]
    paints = [
        ["paint", None, [0, index]] for index in (1, 2, 3)
    ]  # the cell [0, 0] has that colour already
    assert sorted(map(repr, (move[:3] for move in valid))) == sorted(
        map(repr, turns + others + paints)
    )
    scores = {repr(move[:3]): move[3] for move in valid}
    assert scores["['combine', None, [0]]"] == 0
    assert scores["['paint', None, [0, 1]]"] == 3
    assert scores["['smash', None, [1]]"] is None


@pytest.mark.slow
def test_rehearsed_answers_stand_in_for_the_judge() -> None:
    """With the answers that the reference rehearsed, players are graded on sound neighbours without callbacks."""
    with session() as reference:
        rehearsed = reference.rehearse(TREE, "BlobGoal", 1)
    with session({"block.py": "nonsense nonsense", "goal.py": "1 +"}, "only-player") as own:
        for kind in ("RandomPlayer", "SmartPlayer"):
            for told in own.computer_moves(kind, 3, "BlobGoal", 1, TREE, [1, 2, 3], rehearsed):
                assert (told["waits"], told["board"], len(told["move"])) == (True, None, 4)


HELPERS = """
SIDES = 4
def count(block):
    return SIDES * len(block.children)
class Block:
    def __getattribute__(self, name):
        raise RuntimeError
    def create_copy(self):
        raise RuntimeError
    @property
    def children(self):
        raise RuntimeError
    def _asked(self, *arguments):
        raise RuntimeError
    def helper(self):
        return count(self)
"""
ASKS_HELPER = """
def generate_move(self, board):
    return ('paint', board.create_copy().helper(), board)
RandomPlayer.generate_move = generate_move
"""


@pytest.mark.parametrize("before", ["", "nonsense nonsense\n", "1 / 0\n", "import nonsense\n"])
def test_stand_in_has_the_helpers_of_the_submissions_own_block(before: str) -> None:
    """No method or attribute of the stand-in itself is replaced. A file that does not load at least does no harm."""
    with session({"block.py": before + HELPERS, "player.py": ASKS_HELPER}, "only-player") as own:
        (told,) = own.computer_moves("RandomPlayer", 0, "BlobGoal", 1, TREE, [1])
    assert told == (
        {"raised": True} if "nonsense n" in before else {**told, "move": ["paint", 16, [], []]}
    )


def test_boards_that_a_smart_player_scored_are_reported() -> None:
    """The board itself comes first, then one for each candidate. The move is reported too."""
    with session() as own:
        for told in own.smart_trials(4, "BlobGoal", 1, TREE, [1, 2, 3]):
            assert told["scored"][0] == SAMPLE["cells"]
            assert len(told["scored"]) == 5
            assert len(told["move"]) == 4


@pytest.mark.slow
def test_first_draws_can_be_the_highest_possible() -> None:
    """This includes draws imported by name. Later draws are random again."""
    for draw in ("random.randint", "draw"):
        player = (
            "from random import randint as draw\n"
            f"def generate_move(self, board):\n"
            f"    return ('paint', [{draw}(0, 9) for _ in range(12)], board)\n"
            "RandomPlayer.generate_move = generate_move\n"
        )
        with session({"player.py": player}) as own:
            (told,) = own.computer_moves("RandomPlayer", 0, "BlobGoal", 1, TREE, [1], [], 5)
        numbers = told["move"][1]
        assert numbers[:5] == [9] * 5
        assert set(numbers[5:]) != {9}


@pytest.mark.slow
def test_a_game_is_played_to_its_end() -> None:
    """Every board that differs from the previous one is reported, and so is a game that does not end."""
    with session() as own:
        told = own.play(2, 2, [3], 3, 1)
        assert told["end"] == "GameOverState"
        assert 1 < len(told["boards"]) <= 10
        assert all(is_tree(board) for board in told["boards"])
    with session({"player.py": "RandomPlayer.generate_move = lambda self, board: None\n"}) as own:
        assert own.play(2, 1, [], 1, 1)["end"] == "MainState"


def test_place_beyond_the_edge_is_drawn_only_on_request() -> None:
    """It shows a player who draws up to and including the board's size (spec 15.3-17)."""
    draws = """
def drawn(self, board):
    if self._proceed:
        self._proceed = False
        numbers = [random.randint(0, board.size) for _ in range(400)]
        return sum(number == board.size for number in numbers), max(numbers) > board.size, board
RandomPlayer.generate_move = drawn
"""
    board = tree({"size": 4, "max_depth": 1, "cells": [0, 1, 2, 3]})
    with session({"player.py": draws}) as own:
        for high in (0, 1, 3):
            (answer,) = own.computer_moves("RandomPlayer", 0, "BlobGoal", 0, board, [1], [], high)
            assert answer["move"] == [high, False, [], []]


def test_calls_of_the_benchmark_return() -> None:
    """The operations that `make bench` calls must exist in the driver."""
    with session() as own:
        answers = {
            operation: getattr(own, operation)(*arguments)
            for operation, arguments in CALLS.values()
        }
    assert answers["get_block"] == []
    assert len(answers) == len(CALLS)


FILLS = (
    "def score(self, board):\n"
    "    columns, visited = _flatten(board), []\n"
    "    return max(self._undiscovered_blob_size((x, 0), columns, visited) for x in range(len(columns)))\n"
    "sound = BlobGoal._undiscovered_blob_size\n"
    "def filling(self, pos, board, visited):\n"
    "    if not visited:\n"
    "        visited.extend([-1] * len(board) for _ in board)\n"
    "    return sound(self, pos, board, visited)\n"
    "BlobGoal.score, BlobGoal._undiscovered_blob_size = score, filling\n"
)


@pytest.mark.slow
def test_helper_that_fills_an_empty_visited_is_put_back() -> None:
    """A stand-in could not know what *score* and its own helper have agreed on. The next call begins without it."""
    with session() as reference:
        grid, groups = reference.flatten(TREE, [])["result"], reference.blob_groups(TREE, 2)
    with session({"goal.py": FILLS}, "only-goal") as own:
        assert [own.blob_score(TREE, 2, grid, groups)["result"] for _ in range(3)] == [4, 4, 4]


RAISES = "def generate_move(self, board):\n    if self._proceed:\n        {}\nRandomPlayer.generate_move = generate_move\n"


def moves_of_two(own: Session, calls: int, *, loud: bool = False) -> object:
    """Return the reports of two moves of a random player."""
    return own.computer_moves("RandomPlayer", 0, "BlobGoal", 1, TREE, [1, 2], [], 0, calls, loud)


@pytest.mark.slow
def test_exception_of_a_player_is_data_until_a_check_asks_for_it() -> None:
    """So only the check that grades it ends as *raised*, with the line."""
    with session({"player.py": RAISES.format("raise ValueError('no move')")}) as own:
        assert moves_of_two(own, 0) == [{"raised": True}] * 2
        with pytest.raises(Misbehaved, match="no move"):
            moves_of_two(own, 0, loud=True)


@pytest.mark.slow
def test_endless_loop_of_a_player_can_be_ended_by_its_calls() -> None:
    """The player's own ``except Exception`` does not hold it up. A player that moves is not disturbed."""
    endless = "while True:\n            try:\n                len(board.children)\n            except Exception:\n                pass"
    with session({"player.py": RAISES.format(endless)}) as own:
        assert moves_of_two(own, 1000) == [{"raised": True}] * 2
    with session() as own:
        assert moves_of_two(own, 200_000) == moves_of_two(own, 0)
