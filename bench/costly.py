"""Submissions that cost as much as the limits allow, to Blocky in Python (2020) and in Java.

Each is the reference with something costly in every method. Unlike those of :mod:`bench.hostile` they harm nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from bench.hostile import _each_method_does, _with
from bench.subject import ASSIGNMENT, reference_files
from graders.harness.assignment.manifest import Assignment
from graders.harness.intake import Submission, submission_from_bytes

JAVA = "comp250_blocky"


def _python(body: str) -> Callable[[Mapping[str, bytes]], dict[str, bytes]]:
    return _with("block.py", after=_each_method_does(f"{body}\nreturn method(self, *arguments)"))


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

_PYTHON = {
    "sleeps below each limit": _python("time.sleep(0.4)"),
    "sleeps just below the prefetch's patience": _python("time.sleep(0.05)"),
    "computes below each limit": _python(_BURN.format(0.4)),
    "right but slow": _python(_BURN.format(0.02)),
    "prints without end": _python("print('-' * 199_000 + 'x')"),
    "answers of a megabyte and more": _with("block.py", after=_LARGE_ANSWERS),
    "callbacks that have an answer": _with(
        "player.py", after=_ASKS.format(question="'generate_goals', 2, number")
    ),
    "callbacks that end the reference": _with(
        "player.py", after=_ASKS.format(question="'rotate', number")
    ),
}

_METHOD = re.compile(r"(?m)^( {4}|\t)(?:public|protected|private) [^=;(]*?(\w+)\([^)]*\)[^{;]*\{")


def _java(body: str, members: str = "") -> Mapping[str, str]:
    return {"body": body, "members": members}


_DEEP = "Object deep = " + "java.util.List.of(" * 40 + "1, 2" + ")" * 40 + ";"

_IN_JAVA = {
    "sleeps below each limit": _java("try { Thread.sleep(400); } catch (InterruptedException e) { }"),
    "computes below each limit": _java("long end = System.nanoTime() + 400_000_000L; while (System.nanoTime() < end) { }"),
    "right but slow": _java("long end = System.nanoTime() + 2_000_000L; while (System.nanoTime() < end) { }"),
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
    """Return the submissions by behaviour; none for other assignments."""
    files = reference_files(assignment) if assignment.id in (ASSIGNMENT, JAVA) else {}
    made: dict[str, dict[str, bytes]] = {}
    if assignment.id == ASSIGNMENT:
        made = {name: change(files) for name, change in _PYTHON.items()}
    if assignment.id == JAVA:
        made = {
            name: {file: _changed(file, source, change) for file, source in files.items()}
            for name, change in _IN_JAVA.items()
        }
    return {f"costly: {name}": submission_from_bytes(name, one, assignment) for name, one in made.items()}
