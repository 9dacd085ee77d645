"""A function prints: `capsys` has the text."""

from graders.harness import check


@check("greet.lines", task="greet", marks=1)
def test_lines(student, capsys):
    """greet prints a line for each name."""
    student.greet(["Ada", "Bob"])
    assert capsys.readouterr().out == "Hello, Ada!\nHello, Bob!\n"
    student.greet([])
    assert capsys.readouterr().out == ""
