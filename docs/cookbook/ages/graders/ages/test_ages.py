"""Exceptions: `pytest.raises`, where the handout fixes what is raised."""

import pytest

from graders.harness import check


@check("ages.right", task="parse_age", marks=1)
def test_right(student):
    """An age from 0 to 150 is returned."""
    assert student.parse_age("0") == 0
    assert student.parse_age("150") == 150


@check("ages.wrong", task="parse_age", marks=2)
@pytest.mark.parametrize("text", ["ten", "151"], ids=["word", "too-old"])
def test_wrong(student, text):
    """Any other text is a ValueError that has the text."""
    with pytest.raises(ValueError, match=text):
        student.parse_age(text)
