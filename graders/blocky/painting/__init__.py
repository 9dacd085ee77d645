"""Boards in terminals and on pages: the painter of an assignment's pictures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup
from rich.text import Text

from graders.blocky.painting import svg, terminal
from graders.blocky.painting.board import Palette
from graders.harness import Picture, TerminalCapabilities


@dataclass(frozen=True)
class Boards:
    """Paints boards in the colours of one assignment."""

    palette: Palette

    def in_terminal(
        self, pictures: Sequence[Picture], capabilities: TerminalCapabilities, width: int
    ) -> list[Text]:
        """Return lines of at most *width* columns, the boards side by side if they fit."""
        return terminal.draw(pictures, capabilities, self.palette, width)

    def on_page(self, pictures: Sequence[Picture]) -> Markup:
        """Return drawings with their labels; expected and actual boards stay together."""
        return svg.figures(svg.draw(pictures, self.palette))
