"""Reference of the older Blocky: players and games, in a window that is drawn into memory."""

from __future__ import annotations

import random
from typing import Any

import pytest
from blocky_2018_boards import SAMPLE, make, nodes, shape_of


@pytest.fixture
def renderer(older: Any, window: Any) -> Any:
    """Return the renderer of a game of three."""
    return older.renderer.Renderer(3)


@pytest.fixture
def human(older: Any, renderer: Any) -> Any:
    """Return a human player."""
    return older.player.HumanPlayer(renderer, 1, older.goal.BlobGoal(older.renderer.COLOUR_LIST[0]))


def key(window: Any, name: str) -> Any:
    """Return the event of a key."""
    return window.event.Event(window.KEYDOWN, key=getattr(window, f"K_{name}"))


def pixel(renderer: Any, x: int, y: int) -> tuple[int, ...]:
    """Return the colour of a pixel of the window."""
    return tuple(renderer.displayed_image.get_at((x, y))[:3])


def at(window: Any, monkeypatch: pytest.MonkeyPatch, *place: int) -> None:
    """Put the mouse at this position."""
    monkeypatch.setattr(window.mouse, "get_pos", lambda: place)


def test_the_window_has_room_for_board_and_text(older: Any, renderer: Any) -> None:
    """75 pixels below the board (spec 2)."""
    assert renderer.displayed_image.get_size() == (750, 825)
    assert renderer.screen.get_size() == (750, 750)
    assert len(renderer.player_labels) == 3
    assert all(label.get_height() <= 25 for label in renderer.player_labels), (
        "it would hide the help below it"
    )
    with pytest.raises(IndexError):
        older.renderer.Renderer(0)


def test_a_board_is_drawn_with_its_highlight_on_top(older: Any, renderer: Any) -> None:
    """Leaves have their colours and a frame; a frame of five pixels around the highlighted block covers the others."""
    board = make(older, SAMPLE, size=750)
    board.children[1].highlighted = True
    renderer.draw(board, 2)
    for leaf in nodes(board):
        if not leaf.children:
            x, y = (start + leaf.size // 2 for start in leaf.position)
            assert pixel(renderer, x, y) == leaf.colour
    assert pixel(renderer, 600, 1) == older.renderer.BLACK
    assert {pixel(renderer, 200, y) for y in range(5)} == {older.renderer.TEMPTING_TURQUOISE}


def test_a_goal_is_shown_in_two_steps(
    older: Any, renderer: Any, window: Any, human: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each step waits for a click, and for nothing else (spec 2)."""
    seen = []
    monkeypatch.setattr(window.display, "flip", lambda: seen.append(pixel(renderer, 10, 10)))
    events = [
        window.event.Event(kind)
        for kind in (
            window.QUIT,
            window.MOUSEBUTTONDOWN,
            window.KEYDOWN,
            window.MOUSEMOTION,
            window.MOUSEBUTTONDOWN,
        )
    ]
    monkeypatch.setattr(window.event, "wait", lambda: events.pop(0))
    renderer.display_goal(human)
    assert seen == [older.renderer.WHITE, human.goal.colour]
    assert events == []


def test_every_description_has_room(older: Any, renderer: Any, window: Any) -> None:
    """A message box is 400 pixels wide."""
    font = window.font.Font(window.font.get_default_font(), 18)
    for kind in (older.goal.BlobGoal, older.goal.PerimeterGoal):
        for colour in older.renderer.COLOUR_LIST:
            assert font.size(kind(colour).description())[0] <= 400
    assert font.get_height() <= 22


def test_keys_of_a_human_player(
    older: Any, window: Any, human: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Arrows change the level, H and V swap, buttons turn. Only a move returns 1 (spec 5)."""
    board = make(older, SAMPLE, size=750)
    at(window, monkeypatch, 30, 30)
    down, up = key(window, "DOWN"), key(window, "UP")
    levels = []
    for event in (down, down, down, up, up, up):
        assert human.process_event(board, event) is None
        levels.append((human._level, sum(node.highlighted for node in nodes(board))))
    assert levels == [(1, 1), (2, 1), (2, 1), (1, 1), (0, 1), (0, 1)]
    for event, expected in (
        (key(window, "h"), [[1, 0, 2, 3], 0, 2, 1]),
        (key(window, "v"), [1, 2, 0, [1, 0, 2, 3]]),
        (window.event.Event(window.MOUSEBUTTONDOWN, button=1), [2, 0, [0, 2, 3, 1], 1]),
        (window.event.Event(window.MOUSEBUTTONDOWN, button=3), [1, 2, 0, [1, 0, 2, 3]]),
    ):
        assert human.process_event(board, event) == 1
        assert shape_of(older, board) == expected
    assert human.process_event(board, key(window, "x")) is None


def test_a_human_player_smashes_once(
    older: Any, window: Any, human: Any, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    """A refused smash does not count and does not end the turn (spec 5)."""
    board = make(older, SAMPLE, size=750)
    at(window, monkeypatch, 700, 30)
    smash = key(window, "s")
    assert (human.process_event(board, smash), human.num_smashes) == (0, 0)
    human.process_event(board, key(window, "DOWN"))
    assert (human.process_event(board, smash), human.num_smashes) == (1, 1)
    assert len(board.children[0].children) == 4
    at(window, monkeypatch, 700, 700)
    assert (human.process_event(board, smash), human.num_smashes) == (0, 1)
    assert board.children[3].children == []
    assert len(capsys.readouterr().out.splitlines()) == 2


@pytest.mark.parametrize(("last", "result"), [("QUIT", 1), ("MOUSEBUTTONDOWN", 0)])
def test_a_turn_of_a_human_player(
    older: Any, window: Any, human: Any, monkeypatch: pytest.MonkeyPatch, last: str, result: int
) -> None:
    """It lasts until a move, or until the window is closed. A mouse below the board does no harm."""
    board = make(older, SAMPLE, size=750)
    at(window, monkeypatch, 300, 800)
    rounds = [
        [],
        [window.event.Event(window.MOUSEMOTION), key(window, "DOWN")],
        [window.event.Event(getattr(window, last), button=1)],
    ]
    monkeypatch.setattr(window.event, "get", lambda: rounds.pop(0))
    assert human.make_move(board) == result
    if result == 0:
        assert not any(node.highlighted for node in nodes(board))


def drawings(older: Any, monkeypatch: pytest.MonkeyPatch, board: Any) -> list[Any]:
    """Record each drawing: the shape and the number of highlighted blocks."""
    seen: list[Any] = []

    def draw(self: Any, drawn: Any, player_id: int) -> None:
        assert drawn is board
        seen.append(
            (player_id, shape_of(older, board), sum(node.highlighted for node in nodes(board)))
        )

    monkeypatch.setattr(older.renderer.Renderer, "draw", draw)
    return seen


def test_a_random_player_shows_its_block_first(
    older: Any, renderer: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The board after the move follows (spec 7). Over many turns every kind of change occurs."""
    goal = older.goal.BlobGoal(older.renderer.COLOUR_LIST[0])
    kinds = set()
    for seed in range(60):
        random.seed(seed)
        board = make(older, SAMPLE)
        seen = drawings(older, monkeypatch, board)
        assert older.player.RandomPlayer(renderer, 2, goal).make_move(board) == 0
        assert [(player, lit) for player, _shape, lit in seen] == [(2, 1), (2, 0)]
        assert seen[0][1] == SAMPLE
        kinds.add(str(seen[1][1]))
    assert len(kinds) > 10


@pytest.mark.parametrize(
    ("difficulty", "candidates"), [(0, 5), (1, 10), (2, 25), (3, 50), (4, 100), (5, 150), (9, 150)]
)
def test_a_smart_player_makes_the_best_of_its_candidates(
    older: Any, renderer: Any, monkeypatch: pytest.MonkeyPatch, difficulty: int, candidates: int
) -> None:
    """The table gives the number of candidates; the board is unchanged when the move is shown (spec 7)."""
    goal = older.goal.PerimeterGoal(older.renderer.COLOUR_LIST[2])
    scores: list[int] = []
    real = goal.score
    monkeypatch.setattr(goal, "score", lambda board: scores.append(real(board)) or scores[-1])
    random.seed(difficulty)
    board = make(older, SAMPLE)
    seen = drawings(older, monkeypatch, board)
    assert older.player.SmartPlayer(renderer, 0, goal, difficulty).make_move(board) == 0
    assert len(scores) == candidates
    assert (seen[0][1], seen[0][2], seen[1][2]) == (SAMPLE, 1, 0)
    assert real(board) == max(scores)


@pytest.mark.slow
def test_a_game_is_set_up(older: Any, window: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Players in order, one type of goal, all goals displayed, the board drawn (spec 8)."""
    shown: list[int] = []
    monkeypatch.setattr(
        older.renderer.Renderer, "display_goal", lambda self, player: shown.append(player.id)
    )
    types = set()
    for seed in range(12):
        random.seed(seed)
        game = older.game.Game(3, 1, 2, [4, 0])
        assert [type(player).__name__ for player in game.players] == [
            "HumanPlayer",
            "RandomPlayer",
            "RandomPlayer",
            "SmartPlayer",
            "SmartPlayer",
        ]
        assert [player.id for player in game.players] == list(range(5))
        assert [player._candidates for player in game.players[3:]] == [100, 5]
        assert len({type(player.goal) for player in game.players}) == 1
        types.add(type(game.players[0].goal))
        assert (game.board.position, game.board.size, game.board.max_depth) == ((0, 0), 750, 3)
    assert len(types) == 2
    assert shown == list(range(5)) * 12


@pytest.mark.slow
@pytest.mark.parametrize("name", ["auto_game", "two_player_game", "solitaire_game", "sample_game"])
def test_sample_games(
    older: Any, window: Any, monkeypatch: pytest.MonkeyPatch, capsys: Any, name: str
) -> None:
    """They run to their end, or until the window is closed. Then they show scores, the winner and the goals."""
    monkeypatch.setattr(older.renderer.Renderer, "_message_box", lambda self, colour, message: None)
    monkeypatch.setattr(window.event, "get", lambda: [window.event.Event(window.QUIT)])
    getattr(older.game, name)()
    lines = capsys.readouterr().out.splitlines()
    count = {"auto_game": 2, "two_player_game": 2, "solitaire_game": 1, "sample_game": 3}[name]
    assert lines[0] == "Player 0, turn 0"
    assert len([line for line in lines if line.startswith("Score of player")]) == count
    assert len([line for line in lines if line.startswith("The winner is player")]) == 1
    assert len(lines) == (2 * 20 if name == "auto_game" else 1) + 2 * count + 1


def test_the_first_of_equals_wins(
    older: Any, window: Any, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    """This holds even if nobody scores (spec 8)."""
    monkeypatch.setattr(older.renderer.Renderer, "_message_box", lambda self, colour, message: None)
    random.seed(3)
    game = older.game.Game(2, 0, 3, [])
    for player in game.players:
        monkeypatch.setattr(player.goal, "score", lambda board: 0)
    game.run_game(1)
    assert "The winner is player 0!" in capsys.readouterr().out
