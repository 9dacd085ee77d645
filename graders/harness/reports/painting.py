"""The painter of an assignment: draws the pictures among the exhibits of its checks.

The harness shows texts and transcripts. What a picture looks like is known to the grader that makes
it: a module ``painting`` beside its checks has a ``PAINTER``. Without one, a picture is shown as a
text, so that a result can be read where its painter is not installed.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, Protocol

from markupsafe import Markup
from rich.text import Text as Line

from graders.harness.assignment.manifest import Assignment
from graders.harness.reports.console import TerminalCapabilities, how_many
from graders.harness.result import Exhibit, Picture, Text


class Painter(Protocol):
    """Draws pictures of one check that follow each other. A student's may be broken, too large, or
    have any letters.
    """

    def in_terminal(
        self, pictures: Sequence[Picture], capabilities: TerminalCapabilities, width: int
    ) -> Sequence[Line]:
        """Return lines of at most *width* columns, also for reports in plain text and Markdown."""

    def on_page(self, pictures: Sequence[Picture]) -> Markup:
        """Return the drawings as HTML, with all text of the pictures escaped."""


def painter_of(assignment: Assignment) -> Painter | None:
    """Return the painter of *assignment*; None if it has none, or needs a package that is not
    installed.
    """
    if not assignment.painting.is_file():
        return None
    try:
        module: Any = importlib.import_module(f"graders.{assignment.grader.name}.painting")
    except ModuleNotFoundError:
        return None
    painter: Painter = module.PAINTER
    return painter


def runs_of(
    exhibits: Sequence[Exhibit], painter: Painter | None
) -> Iterator[tuple[type[Exhibit], list[Any]]]:
    """Yield consecutive *exhibits* of a kind, which are shown together; without a *painter*,
    pictures are texts.
    """
    if painter is None:
        exhibits = [
            in_words(exhibit) if isinstance(exhibit, Picture) else exhibit for exhibit in exhibits
        ]
    for kind, alike in groupby(exhibits, type):
        yield kind, list(alike)


def in_words(picture: Picture) -> Text:
    """Return *picture* as a text with a line for each square."""
    squares = [
        f"{square.letter}: {how_many(square.size, 'cell')} wide, in row {square.y + 1}, "
        f"column {square.x + 1}"
        for square in picture.squares
    ]
    return Text(
        label=picture.label, text="\n".join([f"{picture.side} by {picture.side} cells", *squares])
    )
