"""Time, memory, processes, disk, output, and ways to die.

Some harms would hurt this machine if nothing held them. Such an attack stops by itself, well above the limit.
"""

from __future__ import annotations

from graders.harness.sandbox.interface import Level
from tests.attacks.submissions.attack import (
    Attack,
    Weak,
    failing,
    fills,
    floods,
    gains,
    hangs,
    outlives_sigterm,
    silences,
    stays,
    sums,
    words,
)

BOTH_LARGEST = ("sums.largest", "sums.largest-single")

BOMB = """
import os, select, threading, time
DONE = []

def bomb():
    DONE.append(1)
    for _ in range(60):
        try:
            if os.fork() == 0:
                os.setsid()  # or it would be ended with its group
                select.poll().poll(60_000)
                os._exit(0)
        except OSError:
            break
    for _ in range(300):
        try:
            threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
        except (RuntimeError, MemoryError):
            break
"""

FILL = """
import os
DONE = []

def fill():
    DONE.append(1)
    folders = [PLANTED["FOLDER"]]
    try:
        if len(os.listdir("/")) < 12:  # in a box with a root of its own, where this is the scratch space
            folders.append(os.getcwd())
    except OSError:
        pass
    for folder in folders:
        for number in range(400):
            try:
                with open(os.path.join(folder, "fill-%d" % number), "wb", buffering=0) as stream:
                    stream.write(b"x" * ((4 << 20) if number < 5 else 0))
            except OSError:
                continue
"""

ORPHAN = """
import os, select
DONE = []

def orphan():
    DONE.append(1)
    try:
        pid = os.fork()
    except OSError:
        return
    if pid:
        os.waitpid(pid, 0)
        return
    os.setsid()
    if os.fork() == 0:
        os.closerange(0, 64)
        select.poll().poll(60_000)
    os._exit(0)
"""

DEAF = """
import ctypes, signal

def deaf():
    for number in range(1, 65):
        try:
            signal.signal(number, signal.SIG_IGN)
        except (OSError, ValueError):
            pass
    ctypes.CDLL(None).signal(15, ctypes.c_void_p(1))
    signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 65))
"""

ATTACKS = (
    Attack(
        62,
        "endless loop",
        Weak.NO_LIMITS,
        hangs,
        sums(total="while True:\n    pass"),
        honest=failing("timeout", "sums.total"),
        slow=True,
    ),
    Attack(
        63,
        "one call that is never done",
        Weak.IN_PROCESS,
        hangs,
        sums(total="return sum(range(10 ** 13))"),
        honest=failing("timeout", "sums.total"),
        slow=True,
    ),
    Attack(
        64,
        "alarm cancelled, then a loop",
        Weak.IN_PROCESS,
        hangs,
        sums(
            "import signal",
            total="""
            for clock in (signal.ITIMER_REAL, signal.ITIMER_VIRTUAL, signal.ITIMER_PROF):
                signal.setitimer(clock, 0)
            for number in (signal.SIGALRM, signal.SIGXCPU, signal.SIGPROF, signal.SIGVTALRM):
                signal.signal(number, signal.SIG_IGN)
            while True:
                pass
            """,
        ),
        honest=failing("timeout", "sums.total"),
        slow=True,
    ),
    Attack(
        65,
        "loop that swallows every exception",
        Weak.IN_PROCESS,
        hangs,
        sums(
            total="""
            while True:
                try:
                    while True:
                        pass
                except BaseException:
                    pass
            """
        ),
        honest=failing("timeout", "sums.total"),
        slow=True,
    ),
    Attack(
        66,
        "recursion in C without a limit",
        Weak.IN_PROCESS,
        silences,
        sums(
            "import sys, threading",
            total="""
            sys.setrecursionlimit(10 ** 9)
            threading.stack_size(1 << 18)
            nest = ()
            for _ in range(50000):
                nest = (nest,)
            deep = threading.Thread(target=hash, args=(nest,))
            deep.start()
            deep.join()
            return sum(numbers)
            """,
        ),
        honest=failing("crashed", "sums.total"),
    ),
    Attack(
        67,
        "null pointer",
        Weak.IN_PROCESS,
        silences,
        sums(total="import ctypes\nctypes.string_at(0)"),
        honest=failing("crashed", "sums.total"),
    ),
    Attack(
        68,
        "leaving early with status 0",
        Weak.IN_PROCESS,
        gains,
        sums(total="import os\nos._exit(0)"),
        honest=failing("crashed", "sums.total"),
    ),
    Attack(
        68,
        "killing itself",
        Weak.IN_PROCESS,
        silences,
        sums(total="import os\nos.kill(os.getpid(), 9)", largest="import os\nos.abort()"),
        honest=failing("crashed", "sums.total", *BOTH_LARGEST),
    ),
    Attack(
        69,
        "more memory than allowed",
        Weak.NO_LIMITS,
        gains,
        sums(
            "import mmap\nDONE = []",
            total="""
            if "heap" not in DONE:
                held = []
                for _ in range(20):
                    held.append(b"x" * (16 << 20))
                DONE.append("heap")
            return sum(numbers)
            """,
            largest="""
            if "mapping" not in DONE:
                with mmap.mmap(-1, 600 << 20) as block:
                    block[0] = block[300 << 20] = 1
                DONE.append("mapping")
            return max(numbers)
            """,
        ),
        honest={"sums.total": "out_of_memory", **failing("raised", *BOTH_LARGEST)},
    ),
    Attack(
        70,
        "processes and threads until refused",
        Weak.PLAIN,
        stays,
        sums(BOMB, total="if not DONE:\n    bomb()\nreturn sum(numbers)"),
        # threads are left, so that each call has a process of its own, and all of them share the time
        at={Level.E: {"sums.total": "timeout"}},
        open_at=frozenset({Level.E}),
        slow=True,
    ),
    Attack(
        71,
        "disk and inodes filled",
        Weak.PLAIN,
        fills,
        sums(FILL, total="if not DONE:\n    fill()\nreturn sum(numbers)"),
        open_at=frozenset({Level.E}),
    ),
    Attack(
        72,
        "descriptors used up, then closed",
        Weak.IN_PROCESS,
        silences,
        sums(
            "import os",
            total="""
            held = []
            try:
                while True:
                    held.append(os.open(os.devnull, os.O_RDONLY))
            except OSError:
                for one in held:
                    os.close(one)
            return sum(numbers)
            """,
            largest="os.closerange(0, 21)\nreturn max(numbers)",
        ),
        honest=failing("crashed", *BOTH_LARGEST),
    ),
    Attack(
        73,
        "fifty million characters printed, and in an exception",
        Weak.NO_LIMITS,
        floods,
        sums(
            "DONE = []",
            total="while len(DONE) < 50:\n    DONE.append(1)\n    print('x' * 1000000)\nreturn sum(numbers)",
        ),
        words(shout="raise ValueError('x' * 50000000)"),
        honest={"sums.total": "too_much_output", "words.shout": "raised"},
    ),
    Attack(
        74,
        "every signal ignored and blocked",
        Weak.IN_PROCESS,
        outlives_sigterm,
        sums(DEAF, total="deaf()\nwhile True:\n    pass"),
        honest=failing("timeout", "sums.total"),
        slow=True,
    ),
    Attack(
        75,
        "a process that outlives its parents",
        Weak.PLAIN,
        stays,
        sums(ORPHAN, total="if not DONE:\n    orphan()\nreturn sum(numbers)"),
        open_at=frozenset({Level.E}),
    ),
    Attack(
        76,
        "a megabyte on descriptors that nobody reads",
        Weak.NO_LIMITS,
        hangs,
        sums(
            "import os\nDONE = []",
            total="""
            if not DONE:
                DONE.append(1)
                for descriptor in (1, 2):
                    left = 1 << 20
                    while left:
                        left -= os.write(descriptor, b"x" * left)
            return sum(numbers)
            """,
        ),
    ),
    Attack(
        76,
        "waiting for ever on a pipe of its own",
        Weak.NO_LIMITS,
        hangs,
        sums(
            "import os",
            total="reader, writer = os.pipe()\nos.write(writer, b'x' * (1 << 20))\nreturn sum(numbers)",
        ),
        honest=failing("raised", "sums.total"),  # no box lets it make a pipe
        at={Level.E: {"sums.total": "timeout"}},
        wall_seconds=1.0,
        slow=True,
    ),
    Attack(
        77,
        "waiting for somebody to type",
        Weak.NO_LIMITS,
        hangs,
        sums(total="input('? ')\nreturn sum(numbers)"),
        honest=failing("raised", "sums.total"),
    ),
    Attack(
        78,
        "text that cannot be encoded",
        Weak.IN_PROCESS,
        silences,
        sums(
            "import os",
            total="""
            os.write(1, b"\\xff\\xfe\\0")
            try:
                print("\\udcff\\0")
            except UnicodeError:
                pass
            raise ValueError("\\udcff\\0\\x1b[2J")
            """,
            largest="return '\\ud800\\0'",
        ),
        honest={"sums.total": "raised", **failing("failed", *BOTH_LARGEST)},
    ),
    Attack(
        79,
        "an exception that cannot be printed",
        Weak.IN_PROCESS,
        silences,
        sums(
            "class Odd(Exception):\n    def __str__(self):\n        raise self\n    __repr__ = __str__\n",
            total="raise Odd",
        ),
        honest=failing("raised", "sums.total"),
    ),
)
