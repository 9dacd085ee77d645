"""Submissions that cost as much as the limits allow, to each of the five assignments.

Each is the reference with something costly in every method. Unlike those of :mod:`bench.hostile` they harm nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from textwrap import dedent, indent

from bench.hostile import _each_method_does, _with, forged
from bench.subject import reference_files
from graders.harness.assignment.manifest import Assignment
from graders.harness.intake import Submission, submission_from_bytes

Change = Callable[[Mapping[str, bytes]], dict[str, bytes]]
"""From the reference's files to those of a submission."""


def _methods(body: str) -> Change:
    """Return a change of Blocky in Python: each method of a block does *body* first."""
    return _with("block.py", after=_each_method_does(f"{body}\nreturn method(self, *arguments)"))


def _methods_of_columns(body: str) -> Change:
    """Return the same of the reference of Columns."""
    after = _each_method_does(f"{body}\nreturn method(self, *arguments)")
    return _with(
        "columns.py",
        after=after.replace("vars(Block)", "vars(Columns)").replace(
            "setattr(Block", "setattr(Columns"
        ),
    )


def _functions(body: str) -> Change:
    """Return a change of Connect 4: each function does *body* first."""
    return _with("a1.py", after=_AROUND_FUNCTIONS.replace("BODY", indent(dedent(body), " " * 8)))


def _beside(unit: bytes, count: int, size: int, java: bytes = b"") -> Change:
    """Return a change that adds *count* files of *size* bytes, made of *unit*.

    java: text for a file in Java, in which N is its number and TEXT its content; "" for Python.
    """
    text = unit * (size // len(unit))
    if not java:
        added = {f"beside{number:02}.py": text for number in range(count)}
    else:
        added = {
            f"Beside{number:02}.java": java.replace(b"N", b"%02d" % number).replace(b"TEXT", text)
            for number in range(count)
        }
    return lambda files: {**files, **added}


_CONTROL, _SIGNS, _DEAR = (
    f"beside it: {what}"
    for what in ("control characters", "signs and line ends", "code that is dear to compile")
)
BESIDE: Mapping[str, Change] = {
    _CONTROL: _beside(b"\x01", 28, 1 << 20),
    _SIGNS: _beside(b"#\n", 28, 1 << 20),
    _DEAR: _beside(b"x = [a for a in b if a]\n", 60, 1 << 18),
}
"""Submissions whose intake, compiling, comparing, results and pages cost most."""
BESIDE_JAVA: Mapping[str, Change] = {
    _CONTROL: _beside(b"\x01", 28, 1 << 20, b"TEXT"),
    _SIGNS: _beside(b"//\n", 28, 1 << 20, b"TEXT"),
    _DEAR: _beside(b"{ int a = 0; }\n", 60, 1 << 18, b"class BesideN { TEXT }"),
}

_AROUND_FUNCTIONS = """

import time
import types


def _around(function):
    def changed(*arguments, **named):
BODY
        return function(*arguments, **named)
    return changed


for _name, _function in list(globals().items()):
    if isinstance(_function, types.FunctionType) and _function.__module__ == __name__ and not _name.startswith('_'):
        globals()[_name] = _around(_function)
"""


_BURN = "end = time.process_time() + {}\nwhile time.process_time() < end:\n    pass"

_LARGE_ANSWERS = """

import sys

_driver = sys.modules['_grader.driver']


def _large(*_):
    return list(range(250_000))


_large.__module__ = _driver.__name__
for _name, _function in list(vars(_driver).items()):
    if getattr(_function, '__module__', '') == _driver.__name__:
        setattr(_driver, _name, _large)
"""

_ASKS = """

def _asking(method):
    def changed(self, *arguments):
        from _grader import sandbox

        for number in range(100_000):
            try:
                sandbox.ask({question})
            except Exception:
                pass
        return method(self, *arguments)
    return changed


for _class in [one for one in list(globals().values()) if isinstance(one, type) and one.__module__ == __name__]:
    for _name, _method in list(vars(_class).items()):
        if callable(_method) and not _name.startswith('__'):
            setattr(_class, _name, _asking(_method))
"""


def _alike(does: Callable[[str], Change], file: str) -> dict[str, Change]:
    """Return the submissions that every assignment in Python gets. *does* makes a change of code that runs often."""
    return {
        "sleeps below each limit": does("__import__('select').select([], [], [], 0.4)"),
        "sleeps just below the prefetch's patience": does(
            "__import__('select').select([], [], [], 0.05)"
        ),
        "waits without end": does("__import__('threading').Event().wait()"),
        "computes below each limit": does(_BURN.format(0.4)),
        "right but slow": does(_BURN.format(0.02)),
        "prints without end": does("print('-' * 199_000 + 'x')"),
        "answers of a megabyte and more": _with(file, after=_LARGE_ANSWERS),
        "forged: deep lists": _with(file, after=forged("deep lists")),
        "forged: small tables": _with(file, after=forged("small tables")),
        "forged: questions without end": _with(file, after=forged("deep lists", asks=True)),
    }


_IN_PYTHON = {
    "csc148_2018_blocky": _alike(_methods, "block.py"),
    "csc148_2020_blocky": {
        **_alike(_methods, "block.py"),
        "callbacks that have an answer": _with(
            "player.py", after=_ASKS.format(question="'generate_goals', 2, number")
        ),
        "callbacks that end the reference": _with(
            "player.py", after=_ASKS.format(question="'rotate', number")
        ),
    },
    "csse7030_connect4": _alike(_functions, "a1.py"),
    "ics32_columns": _alike(_methods_of_columns, "columns.py"),
}

_METHOD = re.compile(r"(?m)^( {4}|\t)(?:public|protected|private) [^=;(]*?(\w+)\([^)]*\)[^{;]*\{")


def _java(body: str, members: str = "") -> Mapping[str, str]:
    return {"body": body, "members": members}


_DEEP = "Object deep = " + "java.util.List.of(" * 40 + "1, 2" + ")" * 40 + ";"

_IN_JAVA = {
    "sleeps below each limit": _java(
        "try { Thread.sleep(400); } catch (InterruptedException e) { }"
    ),
    "waits without end": _java(
        "try { new java.util.concurrent.CountDownLatch(1).await(); } catch (InterruptedException e) { }"
    ),
    "computes below each limit": _java(
        "long end = System.nanoTime() + 400_000_000L; while (System.nanoTime() < end) { }"
    ),
    "right but slow": _java(
        "long end = System.nanoTime() + 2_000_000L; while (System.nanoTime() < end) { }"
    ),
    "prints without end": _java('System.out.println("-".repeat(199_000) + "x");'),
    "hard to compile": _java("", _DEEP),
}


def _changed(name: str, source: bytes, change: Mapping[str, str]) -> bytes:
    """Return a Java file whose methods call something costly first."""
    stem = name.removesuffix(".java")

    def with_call(found: re.Match[str]) -> str:
        return found[0] if found[2] == stem else f"{found[0]} Cost{stem}.pay();"

    text = _METHOD.sub(with_call, source.decode())
    return f"{text}\nclass Cost{stem} {{ {change['members']} static void pay() {{ {change['body']} }} }}\n".encode()


def costly(assignment: Assignment) -> dict[str, Submission]:
    """Return the submissions by behaviour."""
    files = reference_files(assignment)
    if assignment.manifest.java:
        made = {
            name: {file: _changed(file, source, change) for file, source in files.items()}
            for name, change in _IN_JAVA.items()
        } | {name: change(files) for name, change in BESIDE_JAVA.items()}
    else:
        changes = {**BESIDE, **_IN_PYTHON.get(assignment.id, {})}
        made = {name: change(files) for name, change in changes.items()}
    return {
        f"costly: {name}": submission_from_bytes(name, one, assignment)
        for name, one in made.items()
    }
