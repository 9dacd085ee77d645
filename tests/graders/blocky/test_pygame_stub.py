"""The stand-in for pygame has the real one's constants, and all that the course's files need."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

from graders.harness.assignment.manifest import ROOT

STUBS = ROOT / "graders" / "blocky" / "stubs"
RUN = [sys.executable, "-S", "-B", "-c"]


def run(program: str, cwd: object = None) -> str:
    """Run a program with the stand-in and the reference's files, and return its output."""
    head = f"import sys; sys.path[:0] = [{str(STUBS)!r}, {str(ROOT / 'reference' / 'csc148_2020_blocky')!r}]\n"
    done = subprocess.run(
        [*RUN, head + program], capture_output=True, text=True, check=False, cwd=cwd, timeout=60
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture
def real(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The module of pygame-ce."""
    monkeypatch.setenv("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    return pytest.importorskip(
        "pygame", reason="the extra `play` is not installed, so there is nothing to compare with"
    )


def test_rectangles_move_as_those_of_pygame_ce(real: Any) -> None:
    """The course's renderer of 2018 sets a centre, which ended its games on the stand-in."""
    ours: dict[str, Any] = {}
    exec((STUBS / "pygame" / "geometry.py").read_text(), ours)
    numbers = ["left", "centerx", "right", "top", "centery", "bottom", "w", "h"]
    points = ["topleft", "topright", "bottomleft", "bottomright", "center", "size"]
    values = {**dict.fromkeys(numbers, 31), **dict.fromkeys(points, (40, 17))}
    for name, value in values.items():
        found = []
        for kind in (real.Rect, ours["Rect"]):
            rect = kind(3, 4, 11, 6)
            setattr(rect, name, value)
            found.append((*rect, *(getattr(rect, other) for other in values)))
        assert found[0] == found[1], name


def test_constants_equal_those_of_pygame_ce(real: Any) -> None:
    ours: dict[str, int] = {}
    exec((STUBS / "pygame" / "constants.py").read_text(), ours)
    numbers = {name: value for name, value in ours.items() if type(value) is int}
    assert len(numbers) > 150
    assert {name: getattr(real, name) for name in numbers} == numbers


def test_keys_of_the_game_exist() -> None:
    """Spec 1 and 4 list these names."""
    print_all = "import pygame\nprint(*[hasattr(pygame, n) for n in 'K_d K_a K_q K_e K_SPACE K_c K_r K_TAB K_w K_s KEYDOWN QUIT'.split()])"
    assert run(print_all).split() == ["True"] * 12


def test_the_whole_game_runs_on_it() -> None:
    """All course files import, a game starts, and ends when its window is closed. The drawing is recorded."""
    program = (
        "import pygame, game\n"
        "g = game.create_auto_game()\n"
        "pygame.event.post(pygame.event.Event(pygame.QUIT))\n"
        "g.run_game(2)\n"
        "print(len(pygame.recording.calls) > 20)\n"
    )
    assert run(program, ROOT / "reference" / "csc148_2020_blocky").strip() == "True"


def test_events_mouse_and_time_work() -> None:
    """Events have their attributes, the mouse stays in place, and time passes only during a wait."""
    program = (
        "import pygame\n"
        "e = pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=(3, 4))\n"
        "pygame.event.post(e)\n"
        "pygame.mouse.set_pos(7, 8)\n"
        "print(e.type == pygame.MOUSEBUTTONDOWN, e.button, e.pos, pygame.event.get() == [e], pygame.event.get(), pygame.mouse.get_pos())\n"
        "a = pygame.time.get_ticks(); pygame.time.wait(40); print(pygame.time.get_ticks() - a)\n"
    )
    assert run(program).split("\n")[:2] == ["True 1 (3, 4) True [] (7, 8)", "40"]
