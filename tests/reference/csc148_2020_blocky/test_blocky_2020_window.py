"""Reference of Blocky 2020: the drawn window (spec 9, 10). It is drawn into memory, and pixels are read."""

from __future__ import annotations

import random
import runpy
from pathlib import Path
from typing import Any

import pytest
from blocky_2020_boards import SAMPLE, make, nodes
from blocky_2020_modules import importable


def pixel(renderer: Any, x: int, y: int) -> tuple[int, int, int]:
    """Return the colour of a pixel of the window."""
    return tuple(renderer._screen.get_at((x, y))[:3])  # type: ignore[return-value]


def centre(block: Any) -> tuple[int, int]:
    """Return the pixel in the middle of a block."""
    return tuple(start + block.size // 2 for start in block.position)  # type: ignore[return-value]


def area(renderer: Any, *rect: int) -> bytes:
    """Return the pixels in a rectangle, for comparison."""
    import pygame

    return pygame.image.tobytes(renderer._screen.subsurface(rect), "RGB")


@pytest.fixture
def renderer(blocky: Any, window: Any) -> Any:
    """Return the renderer of a window of the game's size."""
    return blocky.renderer.Renderer(750)


@pytest.fixture
def game(blocky: Any, window: Any) -> Any:
    """A game of a human on the sample board."""
    game = blocky.game.create_solitaire_game()
    game._data.board = make(blocky, SAMPLE, size=750)
    game._data.max_turns = 5
    return game


def draw(game: Any) -> Any:
    """Draw the state of a game, as its loop does, and return the renderer."""
    game._renderer.clear()
    game._state.render(game._renderer)
    return game._renderer


def test_the_window_has_room_for_board_panel_and_status(renderer: Any) -> None:
    """250 pixels to the right, and below one line of text with a little space."""
    assert renderer._screen.get_size() == (1000, 750 + renderer.text_height() + 4)
    assert renderer._status_position == (10, 752)


def test_a_board_is_drawn_in_its_colours(blocky: Any, renderer: Any) -> None:
    """The middle of each square has its colour, and the border has the outline."""
    board = make(blocky, SAMPLE, size=750)
    renderer.draw_board(blocky.blocky._block_to_squares(board))
    for leaf in nodes(board):
        if not leaf.children:
            x, y = centre(leaf)
            assert pixel(renderer, x, y) == leaf.colour
            assert pixel(renderer, leaf.position[0] + 4, y) == leaf.colour
            assert pixel(renderer, leaf.position[0], y) == blocky.settings.OUTLINE_COLOUR
            assert pixel(renderer, x, leaf.position[1]) == blocky.settings.OUTLINE_COLOUR


def test_a_highlight_frames_the_block_and_leaves_its_inside(blocky: Any, renderer: Any) -> None:
    """Five pixels of the frame's colour on each side, and none beyond."""
    renderer.clear()
    renderer.highlight_block((100, 200), 300)
    frame = blocky.settings.HIGHLIGHT_COLOUR
    for inwards in range(7):
        expected = frame if inwards < blocky.settings.HIGHLIGHT_THICKNESS else (0, 0, 0)
        assert pixel(renderer, 100 + inwards, 350) == expected
        assert pixel(renderer, 399 - inwards, 350) == expected
        assert pixel(renderer, 250, 200 + inwards) == expected
        assert pixel(renderer, 250, 499 - inwards) == expected
    assert pixel(renderer, 99, 350) == pixel(renderer, 250, 500) == (0, 0, 0)


def test_each_action_has_a_picture_of_its_own(blocky: Any, renderer: Any) -> None:
    """It fills the middle of its square and nothing outside. A value that is not an action draws nothing."""
    seen = set()
    for action in blocky.actions.ACTION_KEY:
        renderer.clear()
        blank = area(renderer, 0, 0, 750, 750)
        renderer.draw_image(action, (100, 100), 200)
        seen.add(area(renderer, 100, 100, 200, 200))
        renderer._screen.fill((0, 0, 0), (100, 100, 200, 200))
        assert area(renderer, 0, 0, 750, 750) == blank
    assert len(seen) == 8
    renderer.draw_image(("dance", None), (100, 100), 200)
    assert area(renderer, 0, 0, 750, 750) == blank


def test_clearing_keeps_the_panel(renderer: Any) -> None:
    """Board and status line become black; the panel is unchanged."""
    panel = area(renderer, 750, 0, 250, 750)
    assert len(set(panel)) > 50, "there is something on it"
    renderer.draw_status("x" * 200)
    renderer.draw_board([((255, 255, 255), (0, 0), 760)])
    renderer.clear()
    assert area(renderer, 750, 0, 250, 750) == panel
    assert not any(area(renderer, 0, 0, 750, 750))
    assert not any(area(renderer, 0, 750, 1000, renderer.text_height() + 4))


def test_all_text_of_the_panel_has_room(blocky: Any, renderer: Any) -> None:
    """No label of an action overlaps its key, and the names of colours end before the edge."""
    import pygame

    def width(text: str) -> int:
        return int(renderer._font.size(text)[0])

    for action, label in blocky.actions.ACTION_LABEL.items():
        key = width(pygame.key.name(blocky.actions.ACTION_KEY[action]).upper()) + 14
        assert 18 + 42 + width(label) + 5 < 250 - 18 - max(key, 26), label
    bottom_edge = area(renderer, 750, 746, 250, 4)
    assert set(zip(*[iter(bottom_edge)] * 3, strict=True)) == {blocky.renderer._PANEL_COLOUR}


def test_every_status_line_has_room(blocky: Any, game: Any) -> None:
    """Even after the longest, the last pixels of the window stay black."""
    for goal_type in (blocky.goal.PerimeterGoal, blocky.goal.BlobGoal):
        for colour in blocky.settings.COLOUR_LIST:
            game._data.players[0].goal = goal_type(colour)
            game._state._current_score = -1024
            renderer = draw(game)
            assert any(area(renderer, 10, 750, 300, 18)), "there is a status line"
            assert not any(area(renderer, 990, 750, 10, 18))


def test_the_main_state_shows_board_and_selection(
    blocky: Any, game: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The block under the mouse has a frame; with the mouse elsewhere none has."""
    import pygame

    monkeypatch.setattr(pygame.mouse, "get_pos", lambda: (700, 10))
    game._data.players[0]._level = 1
    renderer, frame = draw(game), blocky.settings.HIGHLIGHT_COLOUR
    assert pixel(renderer, 377, 200) == frame
    assert pixel(renderer, 3, 200) != frame
    assert pixel(renderer, 100, 100) == blocky.settings.COLOUR_LIST[2]

    monkeypatch.setattr(pygame.mouse, "get_pos", lambda: (800, 10))
    assert pixel(draw(game), 377, 200) != frame


def test_an_animation_shows_the_move_on_the_old_board(
    blocky: Any, game: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The board is swapped already, but the picture is the old one, with frame and symbol."""
    import pygame

    monkeypatch.setattr(pygame.mouse, "get_pos", lambda: (700, 10))
    game._data.players[0]._level = 1
    game._state.process_event(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_q))
    game._state = game._state.update()
    assert isinstance(game._state, blocky.blocky.AnimateMoveState)
    game._data.board.children[1].colour = (9, 9, 9)  # the picture must not show a later change

    renderer = draw(game)
    assert pixel(renderer, 100, 100) == blocky.settings.COLOUR_LIST[2]
    assert pixel(renderer, 377, 200) == blocky.settings.HIGHLIGHT_COLOUR
    assert pixel(renderer, 390, 15) == blocky.settings.COLOUR_LIST[1], (
        "left half, as before the swap"
    )
    assert sum(pixel(renderer, 562, 95)) < 200, "the dark disc of the symbol"


def test_game_over_shows_the_scores(blocky: Any, game: Any) -> None:
    """A card with text covers the last board."""
    game._data.max_turns = 0
    game._state = game._state.update()
    renderer = draw(game)
    assert isinstance(game._state, blocky.blocky.GameOverState)
    assert pixel(renderer, 100, 100) == blocky.settings.COLOUR_LIST[2]
    card = area(renderer, 220, 220, 300, 300)
    assert set(zip(*[iter(card)] * 3, strict=True)) >= {blocky.blocky._CARD_COLOUR, (255, 255, 255)}


@pytest.mark.slow
def test_a_picture_can_be_saved(renderer: Any, tmp_path: Path) -> None:
    """The file has the size of the window."""
    from PIL import Image

    renderer.save_to_file(str(tmp_path / "board.png"))
    with Image.open(tmp_path / "board.png") as picture:
        assert picture.size == renderer._screen.get_size()


def test_a_missing_picture_ends_the_program_with_a_reason(
    blocky: Any,
    window: Any,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """This happens if the game is started in another folder."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit):
        blocky.renderer.Renderer(750)
    assert "images/rotate-cw.png" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("create_auto_game", ["SmartPlayer", "SmartPlayer"]),
        ("create_two_player_game", ["HumanPlayer", "HumanPlayer"]),
        ("create_solitaire_game", ["HumanPlayer"]),
        ("create_sample_game", ["HumanPlayer", "RandomPlayer", "SmartPlayer"]),
    ],
)
def test_the_ready_games(blocky: Any, window: Any, name: str, kinds: list[str]) -> None:
    """Their players, on a board of depth 3 and of 750 pixels."""
    game = getattr(blocky.game, name)()
    assert [type(player).__name__ for player in game._data.players] == kinds
    assert (game._data.board.max_depth, game._data.board.size) == (3, 750)


def test_the_loop_handles_events_until_the_window_is_closed(blocky: Any, game: Any) -> None:
    """A move follows its key, old drawings are wiped, and the window may be closed at any time."""
    import pygame

    pygame.mouse.set_pos(10, 10)
    pygame.event.clear()
    frames = iter(
        [
            [pygame.event.Event(pygame.KEYDOWN, key=pygame.K_d)],
            [],
            [pygame.event.Event(pygame.QUIT)],
        ]
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pygame.event, "get", lambda: next(frames))
        patch.setattr(pygame.mouse, "get_pos", lambda: (10, 10))
        game._renderer.draw_status("x" * 200)
        game.run_game(7)
    assert not any(area(game._renderer, 700, 750, 300, 18)), "the status line is wiped"
    assert game._data.max_turns == 7
    assert game._state._move == ("rotate", 1, game._data.board)


@pytest.mark.slow
@pytest.mark.parametrize("which", ["blocky", "unsolved"])
def test_the_program_starts(
    request: pytest.FixtureRequest, window: Any, monkeypatch: pytest.MonkeyPatch, which: str
) -> None:
    """`python game.py` opens a window with a board in it; the starter's has a black area instead."""
    import pygame

    modules = request.getfixturevalue(which)
    monkeypatch.chdir(modules.folder)
    frames = iter([[], [], [pygame.event.Event(pygame.QUIT)]])
    monkeypatch.setattr(pygame.event, "get", lambda: next(frames))
    monkeypatch.setattr(pygame.mouse, "get_pos", lambda: (-1, -1))
    seen: list[Any] = []
    monkeypatch.setattr(
        pygame.display, "flip", lambda: seen.append(pygame.display.get_surface().copy())
    )
    random.seed(1)
    with importable(modules.folder):
        runpy.run_path("game.py", run_name="__main__")

    assert len(seen) == 2
    assert seen[-1].get_size()[0] == 1000
    colours = {
        tuple(seen[-1].get_at((x, y))[:3]) for x in range(40, 750, 90) for y in range(40, 750, 90)
    }
    if which == "blocky":
        assert len(colours & set(modules.settings.COLOUR_LIST)) >= 2
    else:
        assert colours == {(0, 0, 0)}
