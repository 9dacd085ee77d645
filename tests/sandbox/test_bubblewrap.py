"""What is carried into boxes that bubblewrap makes, so that a file which is forgotten fails and is not "not offered"."""

from __future__ import annotations

import ast

from graders.harness.inside import bubblewrap


def imported(text: str) -> set[str]:
    """Return the modules of the worker that a module of it imports, wherever in it that is."""
    nodes = (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ImportFrom) and node.level == 1)
    return {name for node in nodes for name in ([node.module] if node.module else [alias.name for alias in node.names])}


def test_each_file_comes_after_those_that_it_imports() -> None:
    """They are run in this order, and there is no other place in a box to import one from."""
    known: set[str] = set()
    for name, text in bubblewrap.sources():
        assert imported(text) <= known, name
        known.add(name)
    assert "zygote" in known


def test_all_files_fit_into_one_message() -> None:
    """The pipe's default size on Linux; the plan of the box needs some of it."""
    assert len(bubblewrap.first_message(bubblewrap.sources(), {}, True)) < 200_000
