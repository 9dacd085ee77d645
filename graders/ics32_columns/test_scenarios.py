"""One check for each file in scenarios/ics32_columns: the transcript of a short game about one feature.

The file's name is the check's id. The reference wrote the output (``grader record ics32_columns``). The file of a game
that is over has no Q. Q is still typed, because no right program reads it (spec 8). Some checks have further games.
"""

from __future__ import annotations

from graders.harness import each_scenario, load_assignment, transcript, typed_in
from graders.ics32_columns.playing import (
    acts,
    ends_by_itself,
    ends_somewhere,
    played,
    same_game,
    same_games,
)

ABOUT_COMMANDS = ("move", "blocked", "rotate", "unland")
"""Tasks with scenarios in which a command has no effect: in another game, it must have one."""
MORE_GAMES = {
    "initial-match.in-place": ("4 / 4 / CONTENTS / XXX. / STVS / TVST / STVS / _ / Q",),
    "diagonal.down-right": ("5 / 3 / CONTENTS / X.. / SX. / TZ. / VW. / ST. / F 3 X Y Z / _*6 / Q",),
    "diagonal.up-right": ("5 / 3 / CONTENTS / ..X / .XS / .ZT / .WV / .TS / F 1 X Y Z / _*6 / Q",),
    "longer.diagonal": (
        "7 / 5 / CONTENTS / ..... / ..... / X.... / SX... / TS... / SVTX. / VTVSX / F 3 W Y X / _*6 / Q",
    ),
    "blocked.bottom-only": ("6 / 3 / CONTENTS / ... / ... / ... / .W. / .S. / .T. / F 3 X Y Z / _*3 / < / _ / < / Q",),
    "blocked.tall-neighbour": (
        "6 / 3 / CONTENTS / ... / .V. / .X. / .W. / .S. / .T. / F 3 X Y Z / _*2 / < / _*2 / < / Q",
    ),
    "unland.falls-on": ("6 / 3 / CONTENTS / ... / ... / ... / ... / ... / ..S / F 3 X Y Z / _*4 / < / _*2 / Q",),
}
"""Further games of some scenarios' checks: matches in the top row, the other diagonal, and moves to the left (spec 10)."""
GOES_ON = "postponed"
"""The task of games that go on: another game must end."""


@each_scenario(load_assignment("ics32_columns"), lambda scenario: {"id": scenario.name})
def test_scenario(student, reference, scenario):
    """A transcript."""
    events = transcript(scenario)
    lines = typed_in(events)
    if ends_by_itself(events):
        lines.append("Q")
    same_game(played(student, lines), events, lines)
    same_games(student, reference, *MORE_GAMES.get(scenario.name, ()))
    if scenario.task in ABOUT_COMMANDS:
        acts(student, *(command for command in ("R", "<", ">") if command in lines))
    if scenario.task == GOES_ON:
        ends_somewhere(student)
