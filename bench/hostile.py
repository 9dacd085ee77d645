"""Hostile submissions to Blocky 2020, besides its exemplars. Each behaviour has once damaged a class or its marks.

Each is a changed reference, and passes through the intake like a student's submission.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from textwrap import dedent, indent

from bench.subject import reference_files
from graders.harness.assignment.manifest import Assignment
from graders.harness.intake import Submission, submission_from_bytes

_AROUND = """
import os
import time


def _around(method):
    def changed(self, *arguments):
{body}
    return changed


for _name, _method in list(vars(Block).items()):
    if callable(_method) and not _name.startswith('__'):
        setattr(Block, _name, _around(_method))
"""


def _each_method_does(body: str) -> str:
    """Return code that replaces each method of a block by *body*, which may call ``method(self, *arguments)``."""
    return _AROUND.format(body=indent(dedent(body).strip(), " " * 8))


def _with(
    file: str, *, before: str = "", after: str = "", **others: str
) -> Callable[[Mapping[str, bytes]], dict[str, bytes]]:
    """Return a function that puts text before and after a file and adds *others*, named with ``__`` for a slash."""

    def changed(files: Mapping[str, bytes]) -> dict[str, bytes]:
        added = {f"{name.replace('__', '/')}.py": text.encode() for name, text in others.items()}
        return {**files, **added, file: before.encode() + files[file] + after.encode()}

    return changed


_FORGED = """

import sys
import struct
from _grader import sandbox

_driver = sys.modules['_grader.driver']
_server = sandbox.ask.__self__
_part = {part}
_BODY = ('[' + ','.join([_part] * (2_000_000 // (len(_part) + 1))) + ']').encode()


def _forged(*_):
    import os

    for number in range({times}):
        body = {head} + _BODY + b']'
        data = struct.pack('>I', len(body)) + body
        while data:
            data = data[os.write(_server.channel.writer, data):]


_forged.__module__ = _driver.__name__
for _name, _function in list(vars(_driver).items()):
    if getattr(_function, '__module__', '') == _driver.__name__:
        setattr(_driver, _name, _forged)
"""

_PARTS = {"deep lists": "'[' * 390 + '0' + ']' * 390", "small tables": "'{\"d\":[[1,2]]}'"}


def forged(parts: str, *, asks: bool = False) -> str:
    """Return code after which each call of the driver sends a frame of 2 MB instead of a reply, or such questions."""
    returned, asked = (
        "b'[\"return\",%d,' % _server.call_id",
        'b\'["ask",%d,%d,"rotate",\' % (_server.call_id, number)',
    )
    return _FORGED.format(
        part=_PARTS[parts], times=100_000 if asks else 1, head=asked if asks else returned
    )


_LARGE_BOARDS = """

import sys

_driver = sys.modules['_grader.driver']


def _tree(level):
    children = [_tree(level + 1) for _ in range(4)] if level < 6 else []
    return [[0, 0], 64 >> level, None if children else level % 4, level, 6, children]


_board = _tree(0)


def _large(*_):
    return _board


_large.__module__ = _driver.__name__
for _name, _function in list(vars(_driver).items()):
    if getattr(_function, '__module__', '') == _driver.__name__:
        setattr(_driver, _name, _large)
"""


FITTED: Mapping[str, Callable[[Mapping[str, bytes]], dict[str, bytes]]] = {
    "a codec of its own": _with(
        "block.py",
        before="# -*- coding: evil -*-\n",
        encodings__evil="import os\n\n\ndef getregentry():\n    os._exit(0)\n",
    ),
    "positions without end": _with(
        "block.py",
        after=_each_method_does("""
            answer = method(self, *arguments)
            self.position = (10 ** 400, -10 ** 400)
            return answer
        """),
    ),
    "colours and sizes of any type": _with(
        "block.py",
        after=_each_method_does("""
            answer = method(self, *arguments)
            self.colour, self.size, self.level = [99], {}, float('nan')
            return answer
        """),
    ),
    "one half in each process": _with(
        "block.py",
        after=_each_method_does("""
            return method(self, *arguments) if (os.getpid() + len(method.__name__)) % 2 else None
        """),
    ),
    "asleep below each limit": _with(
        "block.py",
        after=_each_method_does("""
            time.sleep(0.4)
            return method(self, *arguments)
        """),
    ),
    "two bases for each class": _with(
        "player.py",
        after="\n\nclass A0: pass\nclass A1(A0): pass\n"
        + "".join(f"class A{n}(A{n - 1}, A{n - 2}): pass\n" for n in range(2, 40)),
    ),
    "a dead import of the driver, and a deep line": _with(
        "goal.py", after="\n\nif False:\n    import _grader.driver\n\nDEEP = " + "-" * 5000 + "1\n"
    ),
    "modules for the course's packages": _with(
        "goal.py", pygame__evil="raise SystemExit\n", random="def random(): return 0\n"
    ),
    "every child stays": _with(
        "block.py",
        after=_each_method_does("""
            try:
                for _ in range(50):
                    if not os.fork():
                        while True:
                            pass
            except OSError:
                pass
            return method(self, *arguments)
        """),
    ),
    "a flood on its channel": _with(
        "block.py",
        after="""

import os

for _number in range(3, 64):
    try:
        os.write(_number, b'["return",1,null]' * 5000)
    except OSError:
        pass
""",
    ),
    "frames of two megabytes": _with("block.py", after=forged("deep lists")),
    "questions of two megabytes": _with("block.py", after=forged("small tables", asks=True)),
    "boards of 4,096 squares": _with("block.py", after=_LARGE_BOARDS),
}
"""Behaviour -> the function that changes the reference's files."""


def fitted(assignment: Assignment) -> dict[str, Submission]:
    """Return the submissions by behaviour, as they come from the intake."""
    files = reference_files(assignment)
    return {
        name: submission_from_bytes(name, change(files), assignment)
        for name, change in FITTED.items()
    }
