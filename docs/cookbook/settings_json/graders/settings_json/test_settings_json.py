"""JSON: texts are read again before they are compared, so that spaces are free."""

import json

from graders.harness import check


@check("settings.load", task="settings", marks=1)
def test_load(student):
    """Settings stand over the defaults, for one call alone."""
    assert student.load('{"size": 3}') == {"size": 3, "colour": "red"}
    assert student.load("{}") == {"size": 10, "colour": "red"}


@check("settings.save", task="settings", marks=1)
def test_save(student):
    """Saved settings are JSON, with keys in order."""
    text = student.save({"size": None, "colour": "blue"})
    assert list(json.loads(text).items()) == [("colour", "blue"), ("size", None)]
