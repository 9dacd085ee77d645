"""The driver of the older Blocky: its reports about right, wrong and broken submissions, and its stand-ins."""

from __future__ import annotations

import pytest

from graders.blocky.board import broken, cells_of, is_tree, paths
from graders.blocky.layout import misplaced, tree
from graders.csc148_2018_blocky.test_block_hidden import loose
from graders.csc148_2018_blocky.test_player import is_cells
from graders.harness.assignment.check import Misbehaved
from graders.harness.reports.sentences import cause_text
from tests.graders.csc148_2018_blocky.worlds import SAMPLE, session

TREE = tree(SAMPLE)
LEAF = {"size": 64, "max_depth": 3, "cells": [0, 1, 2, 3]}


@pytest.mark.slow
def test_board_is_returned_unchanged() -> None:
    """Its parents are right too."""
    with session() as own:
        answer = own.rotate(TREE, [0], 1, None)
    assert (answer["result"], answer["board"], loose(answer)) == (None, TREE, [])


def test_every_call_builds_its_own_board() -> None:
    with session() as own:
        assert own.rotate(TREE, [], 1, None) == own.rotate(TREE, [], 1, None)
        assert own.swap(TREE, [0], 1, None)["board"] == TREE


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        ("self.children = None", "a block whose children is a NoneType"),
        ("self.children.append(self)", "a block with 5 children"),
        ("self.children[0] = self.children[1]", "a block that is in two places at once"),
        ("self.children[2] = 5", "an object of type int where a Block is expected"),
        ("del self.level", "a block whose level is not there"),
        ("self.size = 'wide'", "a block whose size is a text"),
    ],
)
def test_broken_block_is_reported_in_words(spoil: str, told: str) -> None:
    """The driver reports anything that a submission does to its blocks, and does not fail."""
    with session(
        {"block.py": f"def spoil(self, direction):\n    {spoil}\nBlock.rotate = spoil\n"}
    ) as own:
        answer = own.rotate(TREE, [], 1, None)
    assert not is_tree(answer["board"])
    assert broken(answer["board"]) == cells_of(answer["board"]) == told


@pytest.mark.parametrize(
    ("result", "told"),
    [("type('LEAK', (), {})()", "an object of another class"), ("7", "an object of type int")],
)
def test_no_name_of_a_class_is_reported_instead_of_a_block(result: str, told: str) -> None:
    """It could be an input of a hidden check."""
    spoilt = f"Block.get_selected_block = lambda self, *where: {result}\n"
    with session({"block.py": spoilt}) as own:
        assert own.selected(TREE, (1, 1), 1) == f"no block, but {told}"


@pytest.mark.parametrize(
    ("spoil", "places"),
    [
        ("self.parent = self", [[]]),
        ("self.children[1].parent = None", [[1]]),
        ("self.children[1].children[2].parent = self", [[1, 2]]),
        ("del self.children[3].parent", [[3]]),
    ],
)
def test_wrong_parents_are_reported_by_place(spoil: str, places: object) -> None:
    """Only the whole board may have the parent None. The judge finds out from the tree and the parents' numbers."""
    with session(
        {"block.py": f"def spoil(self, direction):\n    {spoil}\nBlock.rotate = spoil\n"}
    ) as own:
        answer = own.rotate(TREE, [], 1, None)
    assert loose(answer) == places
    assert [1, 2] in loose({**answer, "parents": []}), "a link that is not told is no link"


def test_failing_constructor_costs_its_own_checks_only() -> None:
    """Boards are then built without it."""
    failing = "def fail(self, *arguments):\n    raise ValueError('no')\nBlock.__init__ = fail\n"
    with session({"block.py": failing}) as own:
        assert own.flatten(TREE, [])["board"] == TREE
        with pytest.raises(Misbehaved):
            own.new_block(1, 2, None, False)


def test_draws_imported_by_name_can_be_fixed_too() -> None:
    """The patch ends afterwards."""
    by_name = (
        "from random import random as draw\n"
        "def random_init(level, max_depth):\n"
        "    block = Block(level, COLOUR_LIST[int(draw() * 4)])\n"
        "    block.max_depth = max_depth\n"
        "    return block\n"
    )
    with session({"block.py": by_name}) as own:
        assert [
            own.random_block(0, 2, seed, 0.5, False, None)["board"][2] for seed in range(6)
        ] == [2] * 6
        assert (
            len({own.random_block(0, 2, seed, None, False, None)["board"][2] for seed in range(20)})
            > 1
        )


@pytest.mark.slow
def test_smash_of_the_first_revision_gets_its_argument() -> None:
    """It gets the block's max_depth (spec 1); a smash whose parameter has a default does not."""
    told = "Block.smash = lambda self, max_depth: max_depth == self.max_depth == 2\n"
    with session({"block.py": told}) as own:
        assert own.smash(TREE, [1], 0, None, None, None)["result"] is True
    with session({"block.py": "Block.smash = lambda self, depth=7: depth\n"}) as own:
        assert own.smash(TREE, [1], 0, None, None, None)["result"] == 7


def test_modules_may_be_imported_from_the_package_app() -> None:
    """They are the very same modules (spec 1), and the package has no others."""
    program = (
        "import app.block, app.renderer\n"
        "from app import goal\n"
        "from app.block import Block as Same\n"
        "assert Same is Block and app.block is __import__('block') and app.renderer is __import__('renderer')\n"
        "try:\n    import app.settings\nexcept ImportError:\n    pass\nelse:\n    raise AssertionError\n"
    )
    with session({"player.py": program}) as own:
        assert own.turns("RandomPlayer", 0, TREE, [1], 1, 1, {})[0]["result"] == 0


@pytest.mark.slow
def test_moves_can_be_graded_with_sound_places() -> None:
    """In the variant for block.py a faulty update_block_locations has no effect; in the other one nothing is placed."""
    forgetful = {"block.py": "Block.update_block_locations = lambda self, top_left, size: None\n"}
    with session() as reference:
        want, places = reference.rotate(TREE, [], 1, None), reference.places(2, 64)
    with session(forgetful, "only-block") as own:
        assert own.rotate(TREE, [], 1, places) == want
    with session(forgetful, "only-block-order") as own:
        got = own.rotate(TREE, [], 1, places)["board"]
        assert cells_of(got) == cells_of(want["board"])
        assert misplaced(got, (), True)


@pytest.mark.slow
def test_sound_places_do_not_hide_a_wrong_call() -> None:
    """Blocks are placed only if the call has their right place."""
    wrong = "def rotate(self, direction):\n    self.update_block_locations((8, 8), self.size)\nBlock.rotate = rotate\n"
    with session() as reference:
        places = reference.places(2, 64)
    with session({"block.py": wrong}, "only-block") as own:
        assert own.rotate(TREE, [], 1, places)["board"][0] == (8, 8)


@pytest.mark.slow
def test_a_smash_can_be_graded_with_sound_blocks() -> None:
    """A failing random_init has no effect there. Outside of the variant, a wrong depth does not end the call."""
    failing = {"block.py": "def random_init(level, max_depth):\n    raise ValueError\n"}
    with session() as reference:
        given = [reference.places(3, 64), reference.random_blocks(3, [1, 2], None)]
    with session(failing, "only-block") as own:
        told = own.smash(tree(LEAF), [1], 1, None, *given)
    assert (told["result"], loose(told), misplaced(told["board"], (), True)) == (True, [], "")
    deeper = {
        "block.py": "_init = random_init\ndef random_init(level, max_depth):\n    return _init(level, 9)\n"
    }
    with session(deeper) as own:
        assert own.smash(tree(LEAF), [1], 1, None, *given)["result"] is True


@pytest.mark.slow
def test_scores_can_be_graded_on_a_sound_board() -> None:
    """In the variant for goal.py neither block.py nor the submission's helper affects its scores."""
    broken_helpers = {
        "block.py": "nonsense nonsense",
        "goal.py": "BlobGoal._undiscovered_blob_size = lambda *_: 99\n",
    }
    groups = {0: [[(0, 0)], [(x, y) for x in (2, 3) for y in (0, 1)]], 3: [[(1, 1)]]}
    with session() as reference:
        cells = reference.cells(2)
    with session(broken_helpers, "only-goal") as own:
        scores = [
            own.score("PerimeterGoal", colour, TREE, cells, [])["result"] for colour in range(4)
        ]
        blobs = [
            own.score("BlobGoal", colour, TREE, cells, found)["result"]
            for colour, found in groups.items()
        ]
    assert scores == [6, 5, 5, 0]
    assert blobs == [4, 1]


@pytest.mark.slow
def test_reference_describes_its_moves() -> None:
    """Stand-ins need the order of children (spec 3.3), and whether a move goes deeper."""
    with session() as reference:
        assert reference.shifts() == [
            ["rotate", 1, [1, 2, 3, 0], True],
            ["rotate", 3, [3, 0, 1, 2], True],
            ["swap", 0, [1, 0, 3, 2], False],
            ["swap", 1, [3, 2, 1, 0], False],
        ]
        assert [level for level, _trees in reference.smashes(3, [1])] == [1, 2]
        assert reference.cells(1) == [[[1], [2]], [[0], [3]]]


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["RandomPlayer", "SmartPlayer"])
def test_turn_is_recorded_step_by_step(kind: str) -> None:
    """The steps are the same on the submission's own board and goal as on sound ones. The player is number 1."""
    with session() as reference:
        tables = reference.tables(2, 64)
    for files, variant in (({}, "own"), ({"block.py": "1 +", "goal.py": "1 +"}, "only-player")):
        with session(files, variant) as own:
            for told in own.turns(kind, 0, TREE, list(range(5)), 1, 1, tables):
                kinds = [event[0] for event in told["log"]]
                steps = [name for name in kinds if name != "score"]
                tried = ["move"] * (10 if kind == "SmartPlayer" else 0)
                assert steps == [*tried, "draw", "wait", "move", "draw"]
                assert kinds.count("score") == (5 if kind == "SmartPlayer" else 0)
                first, last = [event for event in told["log"] if event[0] == "draw"]
                (lit,) = first[3]
                assert (first[1], first[2], first[4], last[3], last[4]) == (
                    1,
                    True,
                    None,
                    [],
                    told["board"],
                )
                assert told["board"] is None or is_cells(told["board"])
                assert lit in paths(SAMPLE["cells"])
                assert (told["result"], told["delay"], told["lit"]) == (0, 600, [])


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        ("self.children = None", "a block whose children is a NoneType"),
        ("self.children = [self] * 4", "a block that is in two places at once"),
        ("self.colour = 'red'", "a divided block with a colour"),
        (
            "self.children = [Block(1, (1, 2, 3)) for _ in range(4)]",
            ["a block of the colour (1, 2, 3)"] * 4,
        ),
        ("self.size = 'wide'", None),
    ],
)
def test_turn_on_a_broken_board_is_reported_in_words(spoil: str, told: object) -> None:
    """Only faults of the board's cells are reported. The value is None if the cells are unchanged."""
    spoilt = f"def spoil(self):\n    {spoil}\nBlock.spoil = spoil\n"
    player = "def make_move(self, board):\n    board.spoil()\nRandomPlayer.make_move = make_move\n"
    with session({"block.py": spoilt, "player.py": player}) as own:
        assert own.turns("RandomPlayer", 0, TREE, [1], 1, 1, {})[0]["board"] == told


@pytest.mark.slow
def test_game_is_reported() -> None:
    """It has players, goals and the display, on the submission's own files as on sound ones."""
    with session() as reference:
        tables = reference.tables(2, 750)
    broken_files = {"block.py": "1 +", "goal.py": "1 +", "player.py": "1 +"}
    for files, variant in (({}, "own"), (broken_files, "only-game")):
        with session(files, variant) as own:
            told = own.new_game(2, 1, 1, [5], 3, tables)
            assert [player[:2] for player in told["players"]] == [
                ["HumanPlayer", 0],
                ["RandomPlayer", 1],
                ["SmartPlayer", 2],
            ]
            assert told["shown"] == [
                ["window", 3],
                ["goal", 0],
                ["goal", 1],
                ["goal", 2],
                ["draw", 0, True, True],
            ]
            assert (told["board"][:2], told["width"], told["kept"]) == ([(0, 0), 750], 750, True)
            assert (
                sorted(own.difficulties([1, 0], 1, tables))
                == own.difficulties([1, 0], 1, tables)[::-1]
            )


@pytest.mark.slow
def test_game_is_reported_turn_by_turn() -> None:
    """It has the board at the start, after each turn, and at the end."""
    with session() as own:
        boards = own.play(2, 1, [0], 3, 1)
    assert len(boards) == 2 + 3 * 2
    assert all(is_tree(board) for board in boards)
    assert boards[-1] == boards[-2] != boards[0]


@pytest.mark.slow
def test_parent_of_the_root_is_left_to_the_constructor() -> None:
    """If the constructor sets no parent of the root, the driver adds none, because the submission may rely on that."""
    program = """
_made = Block.__init__
def made(self, *rest):
    _made(self, *rest)
    del self.parent
Block.__init__ = made
def smash(self):
    return not hasattr(self, "parent") and self.children[0].parent is self
Block.smash = smash
"""
    with session({"block.py": program}) as own:
        told = own.smash(TREE, [], 1, None, None, None)
    assert (told["result"], loose(told)) == (True, [[]])


def test_file_that_does_not_import_is_missing() -> None:
    """A game.py that does not import affects nothing in block.py (spec 1)."""
    with session({"player.py": "del SmartPlayer\n"}) as own:
        assert own.flatten(TREE, [])["board"] == TREE
        with pytest.raises(
            Misbehaved, match=r"file_broken: game\.py:\d+: ImportError: .*SmartPlayer"
        ):
            own.new_game(2, 1, 0, [], 1, {})


@pytest.mark.slow
def test_helper_that_fills_an_empty_visited_is_put_back() -> None:
    """A stand-in could not know what *score* and its own helper have agreed on. The next call begins without it."""
    fills = (
        "def score(self, board):\n"
        "    columns, visited = board.flatten(), []\n"
        "    return max(self._undiscovered_blob_size((x, 3), columns, visited) for x in range(len(columns)))\n"
        "sound = BlobGoal._undiscovered_blob_size\n"
        "def filling(self, pos, board, visited):\n"
        "    if not visited:\n"
        "        visited.extend([-1] * len(board) for _ in board)\n"
        "    return sound(self, pos, board, visited)\n"
        "BlobGoal.score, BlobGoal._undiscovered_blob_size = score, filling\n"
    )
    with session() as reference:
        cells = reference.cells(2)
    with session({"goal.py": fills}, "only-goal") as own:
        assert [own.score("BlobGoal", 1, TREE, cells, [])["result"] for _ in range(3)] == [4, 4, 4]


@pytest.mark.slow
@pytest.mark.parametrize("operation", ["play", "turns"])
def test_game_without_players_is_said_to_have_none(operation: str) -> None:
    """The driver's own search for a player is never reported as the student's exception."""
    empty = "class Game(Game):\n    def __init__(self, *arguments):\n        super().__init__(*arguments)\n        self.players = []\n"
    given = {"play": (2, 1, [], 3, 1), "turns": ("RandomPlayer", 0, TREE, [1], 1, 1, {})}[operation]
    with session({"game.py": empty}) as own, pytest.raises(Misbehaved) as ended:
        getattr(own, operation)(*given)
    assert cause_text(ended.value.cause) == "Game.__init__ adds no computer player to self.players"


METHOD = "class Block(Block):\n    def leaves(self):\n        return [self] if not self.children else sum((c.leaves() for c in self.children), [])\n"
PLAYER = "RandomPlayer.make_move = lambda self, board: len(board.leaves())\n"


@pytest.mark.slow
@pytest.mark.parametrize("beside", ["", "while True:\n    pass\n", "Block.rotate = 3\nexit()\n"])
def test_stand_in_has_the_helpers_of_the_submission(beside: str) -> None:
    """Other statements of its block.py do not run, and methods of the handout are not replaced."""
    with session() as reference:
        tables = reference.tables(2, 64)
    with session({"block.py": METHOD + beside, "player.py": PLAYER}, "only-player") as own:
        assert own.turns("RandomPlayer", 0, TREE, [1], 1, 1, tables)[0]["result"] == 7
        assert own.turns("SmartPlayer", 0, TREE, [1], 1, 1, tables)[0]["result"] == 0


@pytest.mark.slow
def test_stand_in_has_no_helpers_of_a_file_that_does_not_load() -> None:
    with session() as reference:
        tables = reference.tables(2, 64)
    with session({"block.py": METHOD + "1 +", "player.py": PLAYER}, "only-player") as own:
        assert own.turns("SmartPlayer", 0, TREE, [1], 1, 1, tables)[0]["result"] == 0
        with pytest.raises(Misbehaved, match="leaves"):
            own.turns("RandomPlayer", 0, TREE, [1], 1, 1, tables)


@pytest.mark.slow
def test_each_turn_has_its_own_player_and_board_unless_they_last() -> None:
    """A lasting board is restored before each turn, with new blocks in it."""
    player = (
        "def make_move(self, board):\n"
        "    self.boards = [*getattr(self, 'boards', []), board, board.children[0]]\n"
        "    board.children[1].smash()\n"
        "    return [one is board for one in self.boards], len(set(map(id, self.boards)))\n"
        "RandomPlayer.make_move = make_move\n"
    )
    with session({"player.py": player}) as own:
        alone = own.turns("RandomPlayer", 0, TREE, [1, 2], 1, 1, {})
        lasting = own.turns("RandomPlayer", 0, TREE, [1, 2], 1, 1, {}, True)
    assert [told["result"] for told in alone] == [([True, False], 2)] * 2
    assert [told["result"] for told in lasting] == [
        ([True, False], 2),
        ([True, False, True, False], 3),
    ]


@pytest.mark.slow
def test_all_goals_score_as_the_driver_does_during_a_turn() -> None:
    """A player may keep the score of the goal that it was made with. Afterwards goals have their own scores."""
    keeps = (
        "_made = SmartPlayer.__init__\n"
        "def made(self, renderer, player_id, goal, difficulty):\n"
        "    _made(self, renderer, player_id, goal, difficulty)\n"
        "    self.kept = goal.score\n"
        "SmartPlayer.__init__ = made\n"
        "SmartPlayer.make_move = lambda self, board: [self.kept(board), self.goal.score(board)]\n"
    )
    with session({"player.py": keeps}) as own:
        assert own.turns("SmartPlayer", 0, TREE, [1], 77, 1, {})[0]["result"] == [77, 77]
        assert own.score("PerimeterGoal", 0, TREE, None, None)["result"] == 6
