"""A program in a box may read and write its standard streams by descriptors, and gains nothing by it."""

from __future__ import annotations

import pytest

from graders.harness.inside.modules import Program
from graders.harness.inside.streams import KEPT, CappedText
from graders.harness.inside.syscalls import supported
from graders.harness.sandbox.interface import Backend
from tests.sandbox.conftest import LIMITS
from tests.sandbox.talk import call

pytestmark = pytest.mark.skipif(not supported(), reason="this machine has no sandbox")

DRIVER = b"""
from . import sandbox

def play(*lines):
    return sandbox.run_program("work.py", list(lines))
"""

ECHO = {
    "both by number": "for line in open(0):\n    print(line.upper(), end='')",
    "low level": "import os\nos.write(1, os.read(0, 100).upper())",
    "by fileno": (
        "import os, sys\nos.write(sys.stdout.fileno(), os.read(sys.stdin.fileno(), 100).upper())"
    ),
    "a stream that is never closed": "out = open(1, 'w')\nout.write(open(0).read().upper())",
    "a stream that is closed at once": "open(1, 'w').write(open(0).read().upper())",
    "a stream that replaces standard output": (
        "import io, sys\nsys.stdout = io.TextIOWrapper(open(1, 'wb', 0))\n"
        "for _ in 'ab':\n    print(input().upper())"
    ),
    "a closed stream, and then the usual one": (
        "import os\nwith os.fdopen(1, 'w') as out:\n    out.write(input().upper() + '\\n')\n"
        "print(input().upper())"
    ),
    "mixed": (
        "import os, sys\nprint(input().upper())\n"
        "os.write(1, b'B\\n')\nassert sys.stdin.readline() == 'b\\n'"
    ),
    "selected": (
        "import select, sys\nselect.select([sys.stdin], [], [])\n"
        "sys.stdout.write(sys.stdin.read().upper())"
    ),
    "by name": "with open('/dev/stdin') as lines, open('/dev/fd/1', 'w') as out:\n    out.write(lines.read().upper())",
    "asyncio, in a thread": (
        "import asyncio\nasync def main():\n    await asyncio.sleep(60)\n"
        "    for _ in 'ab':\n        print((await asyncio.to_thread(input)).upper())\nasyncio.run(main())"
    ),
    "asyncio, in two loops": (
        "import asyncio, threading\nasync def main():\n    print((await asyncio.to_thread(input)).upper())\n"
        "for _ in 'ab':\n    one = threading.Thread(target=asyncio.run, args=(main(),))\n"
        "    one.start()\n    one.join()"
    ),
    "asyncio, waiting for input": (
        "import asyncio, sys\nloop = asyncio.new_event_loop()\n"
        "loop.add_reader(sys.stdin, lambda: [print(input().upper()), print(input().upper()), loop.stop()])\n"
        "loop.run_forever()"
    ),
    "asyncio, with a handler of signals": (
        "import asyncio, signal\nasync def main():\n"
        "    asyncio.get_running_loop().add_signal_handler(signal.SIGINT, print)\n"
        "    for _ in 'ab':\n        print((await asyncio.to_thread(input)).upper())\nasyncio.run(main())"
    ),
    "twenty threads at once": (
        "import threading\ngate = threading.Event()\n"
        "def show():\n    gate.wait()\n    print(input().upper()) if turn.acquire(blocking=False) else None\n"
        "turn = threading.Semaphore(2)\nworkers = [threading.Thread(target=show) for _ in range(20)]\n"
        "[one.start() for one in workers]\ngate.set()\n[one.join() for one in workers]"
    ),
    "a thread that nobody joins": (
        "import threading, time\ndef play():\n    time.sleep(1)\n    print(input().upper())\n    print(input().upper())\n"
        "threading.Thread(target=play).start()"
    ),
    "an executor that nobody ends": (
        "from concurrent.futures import ThreadPoolExecutor\nlines = ThreadPoolExecutor(1)\n"
        "for _ in 'ab':\n    lines.submit(lambda: print(input().upper()))"
    ),
    "a selector": (
        "import selectors, sys\nchoice = selectors.DefaultSelector()\n"
        "choice.register(sys.stdin, selectors.EVENT_READ)\n"
        "for _ in 'ab':\n    print(choice.select()[0][0].fileobj.readline().upper(), end='')"
    ),
    "fileinput": "import fileinput\nfor line in fileinput.input():\n    print(line.upper(), end='')",
    "silent for a while": (
        "import os, sys\nprint(input().upper())\nsys.stdout.flush()\nsaved = os.dup(1)\n"
        "nowhere = os.open(os.devnull, os.O_WRONLY)\nos.dup2(nowhere, 1)\nos.close(nowhere)\n"
        "print('noise')\nos.write(1, b'noise')\nsys.stdout.flush()\n"
        "os.dup2(saved, sys.stdout.fileno())\nos.close(saved)\nprint(input().upper())"
    ),
    "output into a file for a while": (
        "import os, tempfile\nwith tempfile.TemporaryFile('w+') as file:\n    saved = os.dup(1)\n"
        "    os.dup2(file.fileno(), 1)\n    print(input().upper(), flush=True)\n    os.dup2(saved, 1)\n"
        "    file.seek(0)\n    print(file.read(), end='')\nprint(input().upper())"
    ),
    "by copies, again and again": (
        "import os, sys\nfor _ in range(20):\n    os.close(os.dup(os.dup(0)))\n    os.close(60)\n"
        "with os.fdopen(os.dup(sys.stdin.fileno())) as lines, os.fdopen(os.dup(1), 'w') as out:\n"
        "    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)\n    out.write(lines.read().upper())"
    ),
}


def played(backend: Backend, source: str, *lines: str, **more: str) -> list[object]:
    files = {"work.py": source, **{f"{name}.py": text for name, text in more.items()}}
    submitted = {name: text.encode() for name, text in files.items()}
    box = backend.open(Program(submitted, {}, {"driver.py": DRIVER}), LIMITS)
    try:
        connection = box.connect("own")
        try:
            return call(connection, "play", *lines)
        finally:
            connection.finish()
    finally:
        box.close()


@pytest.mark.parametrize("source", ECHO.values(), ids=ECHO)
def test_program_echoes(backend: Backend, source: str) -> None:
    kind, (end, events) = played(backend, source, "a", "b")
    assert (kind, end) == ("return", ["returned", None])
    assert "".join(event[1] for event in events if event[0] == "printed") == "A\nB\n"


READER = (
    "import queue, sys, threading, time\nlines = queue.{0}()\n"
    "def read():\n    for line in sys.stdin:\n        lines.put(line)\n"
    "threading.Thread(target=read, daemon={1}).start()\nfor _ in 'ab':\n{2}"
    "    print(lines.get({3}).upper(), end='')\n    [time.sleep(.5), print('-')]\n"
)
AHEAD = {
    "a daemon with a queue": READER.format("Queue", True, "", ""),
    "a thread that is waited for": READER.format("Queue", False, "", "timeout=9"),
    "a queue of C": READER.format("SimpleQueue", True, "", ""),
    "a queue that is looked at": READER.format(
        "Queue", True, "    while lines.empty():\n        time.sleep(.01)\n", ""
    ),
    "an executor": (
        "from concurrent.futures import ThreadPoolExecutor\nlines = ThreadPoolExecutor(2)\n"
        "line = lines.submit(input)\nfor _ in 'ab':\n    shown = line.result().upper()\n"
        "    line = lines.submit(input)\n    print(shown)\n    print('-')"
    ),
    "an event loop": (
        "import asyncio\nasync def main():\n    line = asyncio.create_task(asyncio.to_thread(input))\n"
        "    for _ in 'ab':\n        shown = (await line).upper()\n"
        "        line = asyncio.create_task(asyncio.to_thread(input))\n"
        "        await asyncio.sleep(.5)\n        print(shown)\n        print('-')\nasyncio.run(main())"
    ),
    "the main thread, too, which is the first": (
        "import sys, threading\nthreading.Thread(target=lambda: [*sys.stdin], daemon=True).start()\n"
        "for _ in 'ab':\n    print(input().upper())\n    print('-')"
    ),
    "a game in a thread": (
        "import queue, sys, threading\nlines = queue.Queue()\ndef play():\n    for _ in 'ab':\n"
        "        print(lines.get().upper(), end='')\n        print('-')\n"
        "game = threading.Thread(target=play)\ngame.start()\nfor line in sys.stdin:\n"
        "    lines.put(line)\ngame.join()"
    ),
}


@pytest.mark.parametrize("source", AHEAD.values(), ids=AHEAD)
def test_line_is_typed_when_the_program_is_quiet(backend: Backend, source: str) -> None:
    """Before, it was chance what a program that reads ahead in a thread had shown by then."""
    _, (_end, events) = played(backend, source, "a", "b")
    assert [event for event in events if event != ["starved"]] == [
        ["typed", "a"],
        ["printed", "A\n-\n"],
        ["typed", "b"],
        ["printed", "B\n-\n"],
    ]


BUSY = (
    "import queue, sys, threading\nlines = {0}\nread = threading.Event()\n"
    "def put(line):\n    lines.{1}(line)\n    read.set()\n"
    "def ahead():\n    for line in sys.stdin:\n        put(line)\n"
    "threading.Thread(target=ahead, daemon=True).start()\nfor _ in range(60):\n"
    "    while True:\n        try:\n            {2}\n            break\n"
    "        except (queue.Empty, IndexError):\n            pass\n"
    "    print(line.upper(), end='')\n    print('-')\n"
)


@pytest.mark.parametrize(
    "source",
    [
        BUSY.format("queue.Queue()", "put", "line = lines.get_nowait()"),
        BUSY.format("queue.SimpleQueue()", "put", "line = lines.get(timeout=0)"),
        BUSY.format(
            "queue.LifoQueue()",
            "put",
            "while lines.empty() or not lines.qsize():\n                pass\n            line = lines.get()",
        ),
        BUSY.format(
            "[]",
            "append",
            "while not read.is_set():\n                pass\n            read.clear()\n            line = lines.pop()",
        ),
        BUSY.format("[]", "append", "line = lines.pop()"),
    ],
    ids=["a queue", "a queue of C", "questions to a queue", "an event", "a list"],
)
def test_lines_cost_little_to_a_program_that_looks_for_them(backend: Backend, source: str) -> None:
    """Before, each line took the process 20 ms, and games of some hundred lines ran out of time."""
    reply = played(backend, source, *["a"] * 60)
    assert reply[0] == "return"
    shown = [event for event in reply[1][1] if event[0] != "starved"]
    assert shown == [["typed", "a"], ["printed", "A\n-\n"]] * 60


def test_thread_that_waits_for_input_ends_with_the_run(backend: Backend) -> None:
    """Otherwise it would go on in the next call."""
    source = READER.format("Queue", True, "", "").replace("'ab'", "'a'")
    box = backend.open(Program({"work.py": source.encode()}, {}, {"driver.py": DRIVER}), LIMITS)
    try:
        connection = box.connect("own")
        try:
            runs = [call(connection, "play", "a", "b") for _ in "ab"]
        finally:
            connection.finish()
    finally:
        box.close()
    assert [kind for kind, *_ in runs] == ["return", "return"]
    assert runs[0] == runs[1]


def test_input_and_output_are_in_their_order(backend: Backend) -> None:
    source = "import os\nprint(input())\nos.write(1, os.read(0, 2))\nprint(input())"
    _, (_end, events) = played(backend, source, "a", "b", "c")
    assert events == [
        ["typed", "a"],
        ["printed", "a\n"],
        ["ahead", 1],
        ["printed", "b\n"],
        ["typed", "c"],
        ["printed", "c\n"],
    ]


def test_output_at_a_descriptor_is_counted(backend: Backend) -> None:
    source = "import os\nfor _ in range(1100):\n    os.write(1, b'x' * 1000)"
    assert played(backend, source)[0] == "output"
    source = source.replace("1100", "10_000")
    assert played(backend, source)[0] in ("output", "raise")


def test_output_at_a_closed_descriptor_is_counted(backend: Backend) -> None:
    """Before, what a program wrote was lost with the file that it had opened."""
    source = "for _ in range(1100):\n    open(1, 'w').write('x' * 1000)"
    assert played(backend, source)[0] == "output"


def test_input_ends_where_it_ends(backend: Backend) -> None:
    """Also for a program that moves behind its end."""
    source = "import os\nos.lseek(0, 500, 0)\ntry:\n    input()\nexcept EOFError:\n    print('end')"
    _, (_end, events) = played(backend, source, "a")
    assert events[-1] == ["printed", "end\n"]


def test_output_at_a_descriptor_has_the_size_of_a_file_at_most(backend: Backend) -> None:
    """Memory behind it is not the process's own, so it is limited like a file."""
    source = (
        "import os\ntry:\n    os.truncate(1, 1 << 33)\nexcept OSError as e:\n    print(e.errno)"
    )
    _, (_end, events) = played(backend, source)
    assert events == [["printed", "27\n"]]  # EFBIG


@pytest.mark.parametrize(
    "deed",
    [
        "os.fstat(0)",
        "os.fstat(1)",
        "os.fstat(os.dup(0))",
        "os.dup2(os.dup(1), 9)",
        "os.dup2(1, 9)",
        "fcntl.fcntl(1, 0, 9)",
        "os.stat(1)",
    ],
)
def test_their_numbers_count_nothing_that_a_program_sees(backend: Backend, deed: str) -> None:
    """A file in memory has a number that counts those of the whole machine."""
    source = f"import fcntl, os\ntry:\n    {deed}\nexcept PermissionError:\n    print('refused')"
    _, (_end, events) = played(backend, source)
    assert events == [["printed", "refused\n"]]


def test_run_has_no_input_of_an_earlier_one_in_its_process(backend: Backend) -> None:
    source = b"import os\nos.write(1, os.read(0, 99))"
    box = backend.open(Program({"work.py": source}, {}, {"driver.py": DRIVER}), LIMITS)
    try:
        connection = box.connect("own")
        try:
            runs = [call(connection, "play", *lines) for lines in (["a", "b"], ["c"])]
        finally:
            connection.finish()
    finally:
        box.close()
    assert [events[-1] for _, (_end, events) in runs] == [["printed", "a\nb\n"], ["printed", "c\n"]]


def test_run_has_no_input_of_a_closed_stream_in_its_process(backend: Backend) -> None:
    source = b"open(1, 'w').write(open(0).read())"
    box = backend.open(Program({"work.py": source}, {}, {"driver.py": DRIVER}), LIMITS)
    try:
        connection = box.connect("own")
        try:
            runs = [call(connection, "play", *lines) for lines in (["a", "b"], ["c"])]
        finally:
            connection.finish()
    finally:
        box.close()
    assert [events[-1] for _, (_end, events) in runs] == [["printed", "a\nb\n"], ["printed", "c\n"]]


def test_only_standard_streams_outlive_their_files(backend: Backend) -> None:
    """Neither the channel to the judge nor a file of the program is kept open by another name."""
    source = (
        "import os\nnumber = os.open('/dev/null', os.O_RDONLY)\nopen(number).close()\n"
        "try:\n    os.read(number, 1)\nexcept OSError as e:\n    print(e.errno)"
    )
    _, (_end, events) = played(backend, source)
    assert events == [["printed", "9\n"]]  # EBADF


def test_nothing_passes_from_one_process_to_the_next(backend: Backend) -> None:
    source = (
        "import os\nprint(len(os.pread(0, 99, 0)), len(os.pread(1, 99, 0)))\n"
        "os.write(1, b'left')\nos.truncate(0, 50)"
    )
    box = backend.open(Program({"work.py": source.encode()}, {}, {"driver.py": DRIVER}), LIMITS)
    try:
        runs = []
        for _ in range(2):
            connection = box.connect("own")
            runs.append(call(connection, "play", "ab"))
            connection.finish()
    finally:
        box.close()
    assert [run[1][1] for run in runs] == 2 * [[["printed", "3 0\nleft"]]]


FOLDERS = {
    "a folder is a package": ("from game import moves", "game/moves"),
    "a folder in a folder": ("from game.rules import moves", "game/rules/moves"),
    "a path of its own": (
        "import os, sys\n"
        "sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), 'src'))\n"
        "import moves",
        "src/moves",
    ),
    "a path beside the usual empty one": (
        "import sys\nsys.path[:0] = ['', 'src']\nimport moves",
        "src/moves",
    ),
    "a relative path": ("import sys\nsys.path.append('src/more')\nimport moves", "src/more/moves"),
}


@pytest.mark.parametrize(("source", "place"), FOLDERS.values(), ids=FOLDERS)
def test_program_finds_its_modules_in_folders(backend: Backend, source: str, place: str) -> None:
    _, (end, events) = played(backend, f"{source}\nprint(moves.N)", **{place: "N = 3"})
    assert (end, events) == (["returned", None], [["printed", "3\n"]])


def test_user_has_a_name_and_a_home(backend: Backend) -> None:
    source = "import getpass, pathlib\nprint(getpass.getuser(), pathlib.Path.home())"
    _, (_end, events) = played(backend, source)
    assert events == [["printed", "student /\n"]]


def test_faulthandler_may_be_on(backend: Backend) -> None:
    """Before, a program that turned it on raised, because standard error had no descriptor."""
    source = "import faulthandler, sys\nfaulthandler.enable()\nprint(sys.stderr.fileno())"
    _, (end, events) = played(backend, source)
    assert (end, events) == (["returned", None], [["printed", "2\n"]])


@pytest.mark.parametrize(
    "deed",
    [
        "import socket; socket.socketpair()",
        "import os; os.pipe()",
        "open('/dev/tty')",
        "import asyncio; asyncio.run(asyncio.create_subprocess_exec('true'))",
    ],
)
def test_report_names_the_sandbox_where_it_is_the_reason(backend: Backend, deed: str) -> None:
    _, (end, _events) = played(backend, deed)
    assert "the grader's sandbox does not allow this" in end[2]


def test_module_of_a_program_may_have_the_name_of_the_library_s(backend: Backend) -> None:
    _, (end, events) = played(backend, "import threading\nprint(threading.N)", threading="N = 3")
    assert (end, events) == (["returned", None], [["printed", "3\n"]])


def test_missing_file_of_a_program_is_its_own_fault(backend: Backend) -> None:
    _, (end, _events) = played(backend, "open('scores.txt')")
    assert "sandbox" not in end[2]


def test_empty_texts_take_no_memory_without_end() -> None:
    out = CappedText(10)
    for _ in range(3 * KEPT):
        out.write("")
    assert len(out.pieces) == KEPT + 1
