"""A program with arguments and files: scenarios with a status and sections."""

from graders.harness import each_scenario, load_assignment, replay_program


@each_scenario(load_assignment("tail"))
def test_scenario(student, scenario):
    """A transcript."""
    replay_program(student, scenario)
