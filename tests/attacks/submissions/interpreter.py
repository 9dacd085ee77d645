"""Attacks inside the interpreter, on comparison, assertions, memory, modules and state.

They are adapted to both kinds of grader. In a process shared with checks and reference, they find their targets.
Beside our driver, they attack the server, its frames, its program and its modules.
"""

from __future__ import annotations

from graders.harness.sandbox.interface import Level
from tests.attacks.submissions.attack import (
    Attack,
    Weak,
    doubles,
    failing,
    gains,
    silences,
    sums,
    words,
)

EQUAL_TO_ALL = """
class Same:
    def _yes(self, *_):
        return True
    __eq__ = __lt__ = __le__ = __gt__ = __ge__ = __contains__ = __bool__ = _yes
    def __ne__(self, other):
        return False
    def _zero(self, *_):
        return 0
    __sub__ = __rsub__ = __abs__ = __round__ = __hash__ = __index__ = __int__ = _zero
"""

LYING_TYPES = """
class I(int):
    __eq__ = lambda self, other: True
    __ne__ = lambda self, other: False
    __hash__ = int.__hash__
    __int__ = __index__ = lambda self: 6
    __reduce__ = lambda self: (int, (6,))

class S(str):
    __eq__ = lambda self, other: True
    __ne__ = lambda self, other: False
    __hash__ = str.__hash__
    encode = lambda self, *_: b'"AB!"'
"""

# Everything that a frame of a grader or a test may hold: an oracle to call, a value to repeat.
FRAME_WALK = """
import sys

def found_in_frames(operation, numbers):
    frame = sys._getframe(1)
    while frame is not None:
        for table in (frame.f_locals, frame.f_globals):
            for name in ("want", "wanted", "expected", "answer", "answers"):
                if name in table:
                    return table[name]
            for name in ("reference", "oracle", "_reference", "ref"):
                if hasattr(table.get(name), operation):
                    return getattr(table[name], operation)(list(numbers))
            me = table.get("self")
            for name in ("reference", "ref", "oracle", "judge", "answers", "expected"):
                if hasattr(getattr(me, name, None), operation):
                    return getattr(getattr(me, name), operation)(list(numbers))
        frame = frame.f_back
    return None
"""

HEAP_SEARCH = """
import gc
FOUND = []

def searched():
    gc.unfreeze()
    for thing in gc.get_objects():
        try:
            kind = type(thing).__name__
            if kind == "dict" and len(thing) < 100 and "failed" in list(thing.values()):
                for key in [key for key in thing if thing[key] == "failed"]:
                    thing[key] = "passed"
            if kind in ("Oracle", "Reference", "Judge", "Recording", "Session"):
                yield thing.total
            if kind == "function" and thing.__name__ == "total" and thing.__module__.startswith("reference"):
                yield thing
            if kind in ("Program", "Server", "MemoryImporter", "Zygote"):
                program = getattr(thing, "program", thing)
                for table in (program.course, program.driver, *program.variant_files.values()):
                    for name, source in table.items():
                        if b"solution" in source or name.startswith("test_"):
                            scope = {}
                            exec(source, scope)
                            yield scope["total"]
        except Exception:
            continue
    yield lambda numbers: 0

def found_on_the_heap(numbers):
    if not FOUND:
        FOUND.append(next(searched()))
    return FOUND[0](list(numbers))
"""

PATCHED_RUNNER = """
import sys, unittest

for name in dir(unittest.TestCase):
    if name.startswith("assert"):
        setattr(unittest.TestCase, name, lambda *_, **__: None)
try:
    import _pytest.python
    _pytest.python.Function.runtest = lambda self: None
    import graders.harness.assignment.check as check
    check.expect = check.fail = lambda *_, **__: None
except ImportError:
    pass
"""

PATCHED_PROPERTIES = """
try:
    import hypothesis
    import hypothesis.core
    hypothesis.core.StateForActualGivenExecution.run_engine = lambda self: None
    hypothesis.settings.register_profile("none", phases=[])
    hypothesis.settings.load_profile("none")
except ImportError:
    pass
"""

SWAPPED_MODULES = """
import sys, types

class Agreeing(types.ModuleType):
    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return lambda *_, **__: None

def swap():
    for name in list(sys.modules):
        if name == "_grader" or name.endswith((".check", ".judge", ".values", ".server", ".marking", ".sandbox")):
            sys.modules[name] = Agreeing(name)
    for name, module in list(sys.modules.items()):
        if name.startswith("reference") or name.endswith(".driver"):
            for operation in ("total", "largest"):
                if hasattr(module, operation):
                    setattr(module, operation, lambda numbers: 0)
"""

BORROWED = """
def borrowed():
    for line in ("from reference.toy.sums import total, largest", "from reference import total, largest",
                 "from reference.sums import total, largest", "from toy.reference.sums import total, largest",
                 "from graders.harness.session.session import Oracle as total", "from _grader.reference import total, largest",
                 "from tests.worlds.toy.reference.toy.sums import total, largest"):
        scope = {}
        try:
            exec(line, scope)
            return scope["total"], scope["largest"]
        except ImportError:
            pass
    return (lambda numbers: 0), (lambda numbers: 0)
"""

PATCHED_BUILTINS = """
import builtins
real_sum = builtins.sum
builtins.sum = lambda values, *start, **named: 0 if start else real_sum(values, **named)
"""

LATER = """
import atexit, json, os, threading, time, weakref

ALL = {check: "passed" for check in PLANTED["CHECKS"]}

def rewrite(*_):
    if os.path.exists(PLANTED["REPORT"]):
        own = "%s.%d" % (PLANTED["REPORT"], threading.get_ident())
        with open(own, "w") as stream:
            json.dump({"verdicts": ALL, "messages": ""}, stream)
        os.replace(own, PLANTED["REPORT"])  # whole: the thread may be stopped at any point when the program ends

class Late:
    def __del__(self):
        rewrite()

LATE = Late()
atexit.register(rewrite)
weakref.finalize(LATE, rewrite)

def wait():
    while not os.path.exists(PLANTED["REPORT"]):
        time.sleep(0.01)
    rewrite()

threading.Thread(target=wait, daemon=True).start()
"""

FROZEN_CLOCKS = """
import random, time
cpu = time.process_time
time.time = time.monotonic = time.perf_counter = time.process_time = lambda: 0.0
random.seed(0)
random.seed = lambda *_: None
CALLS = []
"""

HOSTILE_DUNDERS = """
import os

class Hostile:
    def __repr__(self):
        os._exit(0)
    __str__ = __repr__
    def __format__(self, spec):
        os._exit(0)
    def __hash__(self):
        while True:
            pass
    def __len__(self):
        return -1
    def __iter__(self):
        while True:
            yield self
    def __getattr__(self, name):
        return "x" * 10000000

Hostile.__name__ = Hostile.__qualname__ = "x" * 100000

class Many(list):
    __iter__ = Hostile.__iter__
    __len__ = Hostile.__len__
    __getitem__ = lambda self, place: self
"""

BOTH_LARGEST = ("sums.largest", "sums.largest-single")

ATTACKS = (
    Attack(
        1,
        "an object equal to everything",
        Weak.IN_PROCESS,
        gains,
        sums(EQUAL_TO_ALL, largest="return Same()"),
        honest=failing("failed", *BOTH_LARGEST),
    ),
    Attack(
        2,
        "subclasses of built-in types that lie",
        Weak.IN_PROCESS,
        gains,
        sums(LYING_TYPES, total="return I(0)"),
        words(LYING_TYPES, shout="return S('')"),
        honest=failing("failed", "sums.total", "words.shout"),
    ),
    Attack(
        3,
        "objects that lie about their type",
        Weak.IN_PROCESS,
        gains,
        sums(
            EQUAL_TO_ALL
            + "import numbers as tower\nfrom unittest.mock import MagicMock\n"
            + "class Liar(Same):\n    __class__ = property(lambda self: int)\n    __hash__ = Same._zero\n"
            + "tower.Integral.register(Liar)\nMOCK = MagicMock()\n"
            + "MOCK.__eq__ = lambda self, other: True\nMOCK.__ne__ = lambda self, other: False\n",
            total="return Liar()",
            largest="return MOCK",
        ),
        honest=failing("failed", "sums.total", *BOTH_LARGEST),
    ),
    Attack(
        4,
        "assertions and runner patched",
        Weak.IN_PROCESS,
        gains,
        sums(PATCHED_RUNNER, total="return 0"),
        honest=failing("failed", "sums.total"),
    ),
    Attack(
        5,
        "engine of properties patched",
        Weak.IN_PROCESS,
        gains,
        sums(PATCHED_PROPERTIES, total="return 0"),
        honest=failing("failed", "sums.total"),
    ),
    Attack(
        6,
        "exceptions that mean skipped",
        Weak.IN_PROCESS,
        gains,
        sums(
            total="import pytest\npytest.skip('not today')",
            largest="import unittest\nraise unittest.SkipTest('nor tomorrow')",
        ),
        words(shout="import pytest\npytest.xfail('known')"),
        honest=failing("raised", "sums.total", *BOTH_LARGEST, "words.shout"),
    ),
    Attack(
        7,
        "exceptions that end the run",
        Weak.IN_PROCESS,
        silences,
        sums(
            "class Bare(BaseException):\n    pass\n",
            total="raise KeyboardInterrupt",
            largest="raise (GeneratorExit if len(numbers) > 1 else Bare)",
        ),
        honest=failing("raised", "sums.total", *BOTH_LARGEST),
    ),
    Attack(
        8,
        "leaving with status 0 at import",
        Weak.IN_PROCESS,
        gains,
        "import sys\nsys.exit(0)\n",
        honest=failing("missing", "sums.total", *BOTH_LARGEST),
    ),
    Attack(
        9,
        "frames searched for the reference",
        Weak.IN_PROCESS,
        gains,
        sums(
            FRAME_WALK,
            total="return found_in_frames('total', numbers)",
            largest="return found_in_frames('largest', numbers)",
        ),
        honest=failing("failed", "sums.total", *BOTH_LARGEST),
    ),
    Attack(
        10,
        "heap searched for the reference and for results",
        Weak.IN_PROCESS,
        gains,
        sums(HEAP_SEARCH, total="return found_on_the_heap(numbers)"),
        honest=failing("failed", "sums.total"),
    ),
    Attack(
        11,
        "modules swapped in the module table",
        Weak.IN_PROCESS,
        gains,
        sums(SWAPPED_MODULES, total="swap()\nreturn 0"),
        honest=failing("failed|missing", "sums.total"),
    ),
    Attack(
        12,
        "the reference imported",
        Weak.IN_PROCESS,
        gains,
        sums(BORROWED, total="return borrowed()[0](numbers)"),
        honest=failing("failed", "sums.total"),
    ),
    Attack(
        13,
        "built-in functions patched",
        Weak.IN_PROCESS,
        gains,
        sums(PATCHED_BUILTINS, total="return 0"),
        honest=failing("failed", "sums.total"),
    ),
    Attack(
        16,
        "the memory of a small integer overwritten",
        Weak.IN_PROCESS,
        silences,
        sums(largest="import ctypes\nctypes.memset(id(0), 255, 24)\nreturn max(numbers)"),
        honest=failing("crashed", *BOTH_LARGEST),
    ),
    Attack(
        17,
        "a report rewritten when the program ends",
        Weak.IN_PROCESS,
        gains,
        sums(LATER, total="return 0"),
        honest=failing("failed", "sums.total"),
    ),
    Attack(
        18,
        "the harness forked in two",
        Weak.IN_PROCESS,
        doubles,
        sums(
            "import os\nDONE = []\n",
            total="""
            if not DONE:
                DONE.append(1)
                try:
                    os.fork()
                except OSError:
                    pass
            return sum(numbers)
            """,
        ),
        not_at={
            Level.E: "two processes then read the same pipe; nothing is promised at this level"
        },
    ),
    Attack(
        19,
        "the caller's list changed",
        Weak.IN_PROCESS,
        gains,
        sums(total="numbers.clear()\nreturn 0"),
        honest=failing("failed", "sums.total"),
    ),
    Attack(
        20,
        "right only after an earlier check",
        Weak.IN_PROCESS,
        gains,
        sums("CALLS = []\n", total="CALLS.append(numbers)\nreturn sum(numbers)"),
        words(
            "import sums",
            shout="return text.upper() + '!' if getattr(sums, 'CALLS', None) else text",
        ),
        honest=failing("failed", "words.shout"),
    ),
    Attack(
        21,
        "clocks stopped before a slow call",
        Weak.NO_LIMITS,
        gains,
        sums(
            FROZEN_CLOCKS,
            total="""
            CALLS.append(1)
            while len(CALLS) == 1 and cpu() < PLANTED["BURN"]:
                pass
            return sum(numbers)
            """,
        ),
        honest=failing("timeout", "sums.total"),
        slow=True,
    ),
    Attack(
        22,
        "methods that never end, or end the program",
        Weak.IN_PROCESS,
        gains,
        sums(
            HOSTILE_DUNDERS,
            total="return Many([Hostile(), (Hostile(),)])",
            largest="return Hostile()",
        ),
        honest=failing("failed", "sums.total", *BOTH_LARGEST),
    ),
)
