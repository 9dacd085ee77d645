"""One check for each file in scenarios/ics32_columns: the transcript of a short game about one feature.

The file's name is the check's id. The reference wrote the output (``grader record ics32_columns``). The file of a game
that is over has no Q. Q is still typed, because no right program reads it (spec 8).
"""

from __future__ import annotations

from graders.harness import each_scenario, load_assignment, transcript, typed_in
from graders.ics32_columns.playing import (
    acts,
    ends_by_itself,
    ends_somewhere,
    played,
    same_game,
)

ABOUT_COMMANDS = ("move", "blocked", "rotate", "unland")
"""Tasks with scenarios in which a command has no effect: in another game, it must have one."""
GOES_ON = "postponed"
"""The task of games that go on: another game must end."""


@each_scenario(load_assignment("ics32_columns"), lambda scenario: {"id": scenario.name})
def test_scenario(student, scenario):
    """A transcript."""
    events = transcript(scenario)
    lines = typed_in(events)
    if ends_by_itself(events):
        lines.append("Q")
    same_game(played(student, lines), events, lines)
    if scenario.task in ABOUT_COMMANDS:
        acts(student, *(command for command in ("R", "<", ">") if command in lines))
    if scenario.task == GOES_ON:
        ends_somewhere(student)
