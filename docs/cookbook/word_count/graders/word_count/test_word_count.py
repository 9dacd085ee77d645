"""A program reads standard input to its end: a scenario with the line «^D»."""

from graders.harness import each_scenario, load_assignment, replay_program


@each_scenario(load_assignment("word_count"))
def test_scenario(student, scenario):
    """A transcript."""
    replay_program(student, scenario)
