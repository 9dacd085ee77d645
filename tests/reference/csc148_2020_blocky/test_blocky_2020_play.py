"""Reference of Blocky 2020: the command line of the game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from graders.extensions.authoring.playing import PlayError, play

ID = "csc148_2020_blocky"


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("", ("solitaire", None, None, None, None, 5)),
        ("--game auto --turns 9", ("auto", None, None, None, None, 9)),
        ("--depth 5", (None, 5, 1, 0, [], 5)),
        ("--smart 4 --smart 8", (None, 3, 0, 0, [4, 8], 5)),
        ("--human 2 --random 1 --depth 2", (None, 2, 2, 1, [], 5)),
    ],
)
def test_options(blocky: Any, words: str, expected: tuple[object, ...]) -> None:
    """A ready game, or one with the player's own settings."""
    chosen = blocky.play.parse_arguments(words.split())
    found = (chosen.game, chosen.depth, chosen.human, chosen.random, chosen.smart, chosen.turns)
    assert found == expected


@pytest.mark.parametrize(
    "words",
    [
        "--game chess",
        "--game auto --depth 3",
        "--depth 6",
        "--human 3 --random 2",
        "--smart 0",
        "--turns 0",
    ],
)
def test_wrong_options_are_refused(
    blocky: Any, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The message has the reason."""
    with pytest.raises(SystemExit):
        blocky.play.parse_arguments(words.split())
    assert "play: error: " in capsys.readouterr().err


def test_play_without_a_screen_is_an_error(blocky: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a screen SDL draws into memory; only an explicit request allows that."""
    import pygame

    monkeypatch.delenv("SDL_VIDEODRIVER", raising=False)
    monkeypatch.setattr(pygame.display, "get_driver", lambda: "offscreen")
    with pytest.raises(pygame.error, match="no screen"):
        blocky.play.refuse_to_play_unseen()
    monkeypatch.setenv("SDL_VIDEODRIVER", "offscreen")
    blocky.play.refuse_to_play_unseen()


@pytest.mark.slow
def test_play_prints_the_options(capfd: pytest.CaptureFixture[str]) -> None:
    """The game describes them."""
    play(ID, ["--help"])
    assert "--smart" in capfd.readouterr().out


@pytest.mark.slow
def test_play_reports_a_wrong_option() -> None:
    with pytest.raises(PlayError, match=r"^csc148_2020_blocky: play: error: .*'chess'") as caught:
        play(ID, ["--game", "chess"])
    assert "\n" not in str(caught.value)


@pytest.mark.slow
def test_play_reports_that_there_is_no_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here, a display server that does not answer."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "x11")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    monkeypatch.setenv("DISPLAY", ":9999")
    with pytest.raises(
        PlayError, match=r"cannot open a window here .*: play it on a machine with a screen$"
    ):
        play(ID)


def test_play_reports_that_pygame_is_missing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The message says how to install it."""
    (tmp_path / "pygame.py").write_text("raise ModuleNotFoundError(\"No module named 'pygame'\")\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with pytest.raises(
        PlayError, match=r"pygame-ce, which is not installed: pip install pygame-ce$"
    ):
        play(ID)


def test_play_of_an_assignment_without_a_game_is_an_error(tmp_path: Path) -> None:
    """The message names the assignments with a game."""
    for name in ("toy", "other"):
        (tmp_path / "reference" / name).mkdir(parents=True)
    (tmp_path / "reference" / "toy" / "play.py").write_text("print('playing')\n")
    with pytest.raises(PlayError, match=r"^other: there is no game to play; there is one for toy$"):
        play("other", root=tmp_path)
    play("toy", root=tmp_path)


def test_a_game_that_breaks_shows_its_traceback(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The last line is the message. The rest goes to stderr, because the fault is the game's."""
    (tmp_path / "reference" / "toy").mkdir(parents=True)
    (tmp_path / "reference" / "toy" / "play.py").write_text("1 / 0\n")
    with pytest.raises(PlayError, match=r"^toy: ZeroDivisionError: division by zero$"):
        play("toy", root=tmp_path)
    assert "Traceback" in capsys.readouterr().err
