"""A program at the simulated terminal finds what a script finds: its own modules first, and usual streams."""

from __future__ import annotations

import importlib
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from graders.harness.inside import modules, streams
from graders.harness.inside.failures import Missing
from graders.harness.inside.terminal import Terminal

Ran = Callable[..., list[Any]]


@pytest.fixture
def ran(monkeypatch: pytest.MonkeyPatch) -> Iterator[Ran]:
    """A function that runs main.py with other files while lines are typed, and returns its end and events."""
    monkeypatch.setitem(sys.modules, "__main__", sys.modules["__main__"])
    monkeypatch.setattr(sys, "argv", sys.argv)
    monkeypatch.setattr(sys, "meta_path", sys.meta_path[:])
    # it would end the executors of this process, too, and no test after this one could start any
    monkeypatch.setattr(threading, "_shutdown", lambda: None)

    def run(source: str, *lines: str, **files: str) -> list[Any]:
        submitted = {"main.py": source, **{f"{name}.py": text for name, text in files.items()}}
        program = modules.Program({name: text.encode() for name, text in submitted.items()}, {}, {})
        modules.install(program, "own")
        return Terminal(program, streams.CappedText(10_000)).run_program("main.py", list(lines))

    yield run


@pytest.mark.parametrize("name", ["string", "queue", "random", "json", "copy", "calendar"])
def test_file_beside_a_script_wins_over_the_library(ran: Ran, name: str) -> None:
    """As in plain Python, also if the library's module has been loaded. Afterwards the library's is there again."""
    library = importlib.import_module(name)
    end, events = ran(f"import {name}\nprint({name}.MINE)", **{name: "MINE = 'own'"})
    assert (end, events) == (["returned", None], [["printed", "own\n"]])
    assert sys.modules[name] is library


@pytest.mark.parametrize("name", ["os", "io", "sys"])
def test_module_that_python_has_loaded_already_stays(ran: Ran, name: str) -> None:
    end, events = ran(f"import {name}\nprint(hasattr({name}, 'MINE'))", **{name: "MINE = 'own'"})
    assert (end, events) == (["returned", None], [["printed", "False\n"]])


def test_exception_in_a_module_that_shadows_the_library_is_the_programs(ran: Ran) -> None:
    end, _ = ran("import string\nstring.fail()", string="def fail():\n    raise KeyError('it')")
    assert end[:3] == ["raised", "KeyError", "'it'"]


def test_notebook_is_no_program_though_python_can_read_it(ran: Ran) -> None:
    """Before, it ended with NameError for its "null", or did nothing."""
    with pytest.raises(Missing) as missing:
        ran('{"cells": [], "metadata": null}')
    assert (missing.value.kind, missing.value.file) == ("file_unusable", "main.py")


ECHOES = {
    "usual": "print(input('? '))",
    "reconfigured": "import sys\nsys.stdout.reconfigure(encoding='utf-8', line_buffering=True)\nsys.stdin.reconfigure(errors='replace')\nprint(input('? '))",
    "the first streams": "import sys\nsys.__stdout__.write('? ')\nsys.__stdout__.write(sys.__stdin__.readline())",
    "bytes": "import sys\nsys.stdout.buffer.write(b'? ')\nsys.stdout.buffer.write(sys.stdin.buffer.readline())",
    "a wrapped output": "import io, sys\nsys.stdout = io.TextIOWrapper(sys.stdout.buffer, encoding='utf-8')\nprint(input('? '))",
    "a wrapped input": "import io, sys\nsys.stdin = io.TextIOWrapper(sys.stdin.buffer, encoding='utf-8')\nprint(input('? '))",
    "a writer of a codec": "import codecs, sys\nout = codecs.getwriter('utf-8')(sys.stdout.buffer)\nout.write('? ')\nout.write(input() + '\\n')",
}


@pytest.mark.parametrize("source", ECHOES.values(), ids=ECHOES)
def test_streams_are_those_of_a_script(ran: Ran, source: str) -> None:
    """Such lines are copied from advice on encodings, and do nothing wrong."""
    end, events = ran(source, "grün")
    assert end[0] == "returned"
    assert events == [["printed", "? "], ["typed", "grün"], ["printed", "grün\n"]]


def test_all_bytes_at_once_are_read_ahead(ran: Ran) -> None:
    _, events = ran("import sys\nprint(sys.stdin.buffer.read().decode().split())", "a", "b")
    assert events == [["ahead", 2], ["printed", "['a', 'b']\n"]]


def test_output_has_its_cap_and_keeps_its_beginning() -> None:
    out = streams.CappedText(streams.KEPT + 50)
    out.write("a" * streams.KEPT)
    out.write("b" * 50)
    assert out.beginning() == "a" * streams.KEPT + "b"
    assert not out.flooded
    with pytest.raises(streams.OutputFlood):
        out.write("c")
    assert out.flooded
