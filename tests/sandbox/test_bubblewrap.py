"""The files for boxes by bubblewrap are complete; otherwise the level would only look unavailable."""

from __future__ import annotations

import ast

from graders.harness.inside import bubblewrap


def imported(package: str, text: str) -> set[str]:
    """Return the modules, as "package.name", that a module imports by relative names, at any depth."""
    names = set()
    tree = ast.parse(text)
    tree.body = [
        node
        for node in tree.body
        if not (isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test))
    ]
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.level:
            path = [package] if node.level == 1 else []
            path += node.module.split(".") if node.module else []
            names |= (
                {".".join(path)}
                if len(path) == 2
                else {".".join([*path, alias.name]) for alias in node.names}
            )
    return names


def test_each_file_comes_after_those_that_it_imports() -> None:
    """They run in this order, and a box has no other copy to import."""
    known: set[str] = set()
    for package, name, text in bubblewrap.sources():
        needed = imported(package, text)
        assert needed <= known, name
        known.add(f"{package}.{name}")
    assert "inside.zygote" in known


def test_all_files_fit_into_one_message() -> None:
    """The limit is the pipe's default size on Linux; the config of the box needs a part of it."""
    assert len(bubblewrap.first_message(bubblewrap.sources(), {}, True)) < 200_000
