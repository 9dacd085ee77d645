"""Takes apart what the submitted program shows after one typed line, so that each check is about one feature of it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from graders.csse7030_connect4.boards import SIZE
from graders.csse7030_connect4.showing import (
    all_typed,
    letters,
    pieces,
    raised,
    reaction,
    starved,
    talk,
    typed_before,
)
from graders.harness import Exhibit, Run, fail, run_of

QUESTIONS = ("pleaseenteraction", "wouldyouliketoplayagain")
"""The letters with which the course's questions begin. They count where the cursor is, and nowhere else."""
_WORD = re.compile(r"[A-Za-z][a-z]|[a-z][A-Za-z]")


@dataclass(frozen=True, slots=True)
class Reaction:
    """The lines that are shown after one typed line, by their kind."""

    rows: list[str]
    """The rows of the last board."""
    numbers: str
    """The line of column numbers below it, or "" if there is none."""
    words: list[str]
    """The lines of words, without questions."""
    prompt: str
    """The text before the cursor."""
    lines: list[str]
    """All lines above the prompt, without questions."""

    @property
    def players(self) -> tuple[int, int]:
        """The number of pieces of each player on the board."""
        return sum(row.count("X") for row in self.rows), sum(row.count("O") for row in self.rows)

    @property
    def said(self) -> list[str]:
        """All lines above the prompt that are not empty."""
        return [line for line in self.lines if line.strip()]


def taken_apart(shown: str) -> Reaction:
    """Return the parts of *shown*."""
    *every, prompt = shown.split("\n")
    lines = [line for line in every if not letters(line).startswith(QUESTIONS)]
    rows: list[str] = []
    numbers = ""
    for above, line in zip(["", *lines], lines, strict=False):
        if "|" in line:
            if "|" not in above:
                rows, numbers = [], ""
            rows.append(line)
        elif rows and line.strip() and not line.strip("0123456789 "):
            numbers = line
    words = [line for line in lines if "|" not in line and _WORD.search(line)]
    return Reaction(rows, numbers, words, prompt, lines)


class Game:
    """A game of the submitted program, and of the right one."""

    def __init__(self, student: Any, reference: Any, story: str, moves: int, size: int = SIZE):
        """Play *story*. Fails unless the program goes on after each of its first *moves* lines."""
        self.lines = story.split()
        self.got: Run = talk(lambda: student.play(size, self.lines), self.lines)
        want = run_of(reference.play(size, self.lines))
        mine, self._due = pieces(self.got), pieces(want)
        self._mine = mine[: moves + 1]
        if len(mine) < moves + 2:
            self._stopped(len(mine) - 1)

    def _stopped(self, read: int) -> None:
        if self.got.end[0] == "raised" and not starved(self.got):
            raised(self.got, (all_typed(self.lines[:read]),) if read else ())
        moment = self.moment(read - 1)
        fail(f"{moment} the program ends, though the game goes on.", self.exhibits(read - 1))

    def after(self, place: int) -> tuple[Reaction, Reaction]:
        """Return what the program shows after the line with this index (-1: at its beginning), and what is due."""
        return taken_apart(self._mine[place + 1]), taken_apart(self._due[place + 1])

    def places(self) -> range:
        """Return the indices for :meth:`after`, from the beginning on."""
        return range(-1, len(self._mine) - 1)

    def exhibits(self, place: int) -> tuple[Exhibit, ...]:
        """Return the transcripts of both programs after the line with this index, and the lines typed so far."""
        mine, due = self._mine[place + 1], self._due[place + 1]
        return reaction(self.lines, place, due, mine, self._due[: place + 1])

    def moment(self, place: int) -> str:
        """Return the words for the time after the line with this index."""
        return (
            f"After {typed_before(self.lines[: place + 1])}" if place >= 0 else "At its beginning"
        )
