"""One check for each file in scenarios/ics32_columns: the transcript of a short game about one feature.

The file's name is the check's id. The reference wrote the output (``grader refresh ics32_columns``). The file of a game
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
MIRRORED = ("longer", "blocked")
"""Tasks whose games are also played with left and right exchanged."""
MORE_GAMES = {
    "unland.falls-on": (
        "6 / 3 / CONTENTS / ... / ... / ... / ... / ... / ..S / F 3 X Y Z / _*4 / < / _*2 / Q",
    ),
}
"""A further game of a public scenario: a move to the left (spec 10)."""
GOES_ON = "postponed"
"""The task of games that go on: another game must end."""


def mirrored(lines):
    """Return the typed *lines* of a game with left and right exchanged."""
    columns, rows = int(lines[1]), int(lines[0]) if lines[2] == "CONTENTS" else 0
    found = [*lines[:3], *(line[::-1] for line in lines[3 : 3 + rows])]
    for line in lines[3 + rows :]:
        name, *rest = line.split()[:2] or [""]
        found.append(
            f"F {columns + 1 - int(rest[0])}{line[3:]}"
            if name == "F"
            else {"<": ">", ">": "<"}.get(line, line)
        )
    return found


@each_scenario(load_assignment("ics32_columns"), lambda scenario: {"id": scenario.name})
def test_scenario(student, reference, scenario):
    """A transcript."""
    events = transcript(scenario)
    lines = typed_in(events)
    if ends_by_itself(events):
        lines.append("Q")
    same_game(played(student, lines), events, lines, scenario.task)
    other = mirrored(lines) if scenario.task in MIRRORED else []
    if other:
        same_game(played(student, other), played(reference, other), other, scenario.task)
    same_games(student, reference, *MORE_GAMES.get(scenario.name, ()), feature=scenario.task)
    if scenario.task in ABOUT_COMMANDS:
        acts(student, *(command for command in ("R", "<", ">") if command in lines + other))
    if scenario.task == GOES_ON:
        ends_somewhere(student)
