"""Tests see the project as its users do: by public names, but for the exceptions listed here."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).parent

OF_OTHERS = {
    "_replace": "of named tuples, which have no other name for it",
    "_exit": "of os, likewise",
    "_current_frames": "of sys, likewise",
}
"""Public names of Python that begin with an underscore."""

READ = {
    "reference": "the handouts and the courses' files name what students write and what shows it",
    "graders/ics32_columns": "the state of the reference's game, by which its strategies are judged",
    "graders/blocky/test_reading.py": "the careful way to read, which the quick one has to equal",
    "graders/test_answers_of_any_form.py": "a session that lies, put before the honest one",
    "command_line.py": "argparse shows its options to nobody but in its help",
    "handout/like_windows.py": "a Linux that behaves like Windows in a few places",
    "handout/test_plain.py": "statuses that processes have on Windows alone",
    "attacks/test_linear_reading.py": "patterns that meet any text are timed one by one",
    "extensions/faults": "steps of the search for a cause, which takes seconds as a whole",
    "attacks/boundary/test_readable_fields.py": "the lists of what the filter of system calls allows",
    "extensions/calls/test_generic_driver.py": "a class under another name, as a program can leave it, without a box",
    "extensions/arrays/test_hook.py": "the doctor's line about one assignment, without its boxes",
    "extensions/java/test_reference.py": "a compiler that must not be asked",
    "grading/test_reference.py": "the costs of checks, which no clock can be made to show",
    "replay": "what the prefetch has done is in no result, which it must not change",
}
"""Place in `tests/` -> why it reads private names. The list only shrinks."""


def private_names(path: Path) -> Iterator[str]:
    """Yield private attributes of others that a module reads, with their lines."""
    source = path.read_bytes()
    if b"._" not in source:  # most modules; to parse them all takes seconds
        return
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Attribute) or node.attr in OF_OTHERS:
            continue
        is_own = isinstance(node.value, ast.Name) and node.value.id in ("self", "cls")
        if node.attr.startswith("_") and not node.attr.startswith("__") and not is_own:
            yield f"{node.lineno}: {ast.unparse(node)}"


@pytest.mark.slow
def test_private_names_are_read_in_the_listed_places_only() -> None:
    found: defaultdict[str, list[str]] = defaultdict(list)
    for path in sorted(TESTS.rglob("*.py")):
        name = path.relative_to(TESTS).as_posix()
        if not name.startswith("worlds/"):
            place = next((one for one in READ if f"{name}/".startswith(f"{one}/")), name)
            found[place] += [f"{name}:{line}" for line in private_names(path)]
    assert {place: lines for place, lines in found.items() if lines and place not in READ} == {}
    assert {place for place in READ if not found[place]} == set()
