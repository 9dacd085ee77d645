"""One check for each file in scenarios/new_assignment: calls, one a line, each above its result.

The steps:

``sum NUMBER``   the result of sumOfDigits
``turn WORD``    the result of backwards
"""

from __future__ import annotations

from graders.harness import each_scenario, load_assignment, replay_scenario


@each_scenario(load_assignment("new_assignment"))
def test_scenario(student, scenario):
    """Some calls."""

    def run(step):
        verb, what = step.command.split()
        return [str(student.sumOfDigits(int(what)) if verb == "sum" else student.backwards(what))]

    replay_scenario(scenario, run)
