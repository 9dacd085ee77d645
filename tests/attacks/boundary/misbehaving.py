# ruff: noqa - hostile code in Python 3.8 syntax, written as an attacker would
"""A submission whose functions misbehave in every way that ends a process, or should. It runs inside the sandbox."""

import atexit
import ctypes
import itertools
import mmap
import os
import re
import signal
import sys
import threading
import time


def spin():
    while True:
        pass


def long_call():
    return sum(range(10**13))


def slow_pattern():
    return re.match("(a*)*b", "a" * 40)


def big_power():
    return 10**10**9


def no_alarm_helps():
    signal.setitimer(signal.ITIMER_REAL, 0)
    for number in range(1, 65):
        try:
            signal.signal(number, signal.SIG_IGN)
        except (OSError, ValueError):
            pass
    signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 65))
    spin()


def swallow_everything():
    while True:
        try:
            spin()
        except BaseException:
            pass


def spin_in_threads():
    for _ in range(3):
        threading.Thread(target=spin).start()
    spin()


def sleep():
    while True:
        time.sleep(100)


def wait_for_nobody():
    threading.Event().wait()


def wait_deaf():
    for number in range(1, 65):
        try:
            signal.signal(number, signal.SIG_IGN)
        except (OSError, ValueError):
            pass
    wait_for_nobody()


def wait_for_input():
    return sys.stdin.read() + sys.stdin.readline() + str(os.read(0, 1))


def recurse():
    sys.setrecursionlimit(10**8)

    class Deep(object):
        def __repr__(self):
            return repr(self)

    return repr(Deep())


def recurse_plainly():
    def deeper(number):
        return deeper(number + 1)

    return deeper(0)


def read_null():
    return ctypes.string_at(0)


def write_native_memory():
    ctypes.memset(id(7), 0, 64)
    return 3 + 4


def leave():
    os._exit(0)


def leave_with_seven():
    os._exit(7)


def abort():
    os.abort()


def kill_itself():
    os.kill(os.getpid(), signal.SIGKILL)


def system_exit():
    sys.exit(0)


def huge_object():
    return len(bytearray(2**40))


def slow_leak():
    kept = []
    while True:
        kept.append(bytes(1 << 20))


def map_memory():
    return len(mmap.mmap(-1, 1 << 36))


def thread_bomb():
    gate = threading.Event()
    for _ in range(500):
        threading.Thread(target=gate.wait, daemon=True).start()


def open_until_refused():
    kept = []
    while True:
        kept.append(open(os.__file__))


def close_everything():
    os.closerange(0, 100)
    return "closed"


def close_and_stay():
    os.closerange(0, 100)
    wait_for_nobody()


def print_without_end():
    for number in itertools.count():
        print(
            "line", number, "x" * 1000
        )  # long, so that a slow processor prints too much before its time is up


def print_50_megabytes():
    print("x" * 50_000_000)


def raise_50_megabytes():
    raise ValueError("x" * 50_000_000)


def return_50_megabytes():
    return "x" * 50_000_000


def write_50_megabytes():
    for _ in range(50):
        os.write(1, bytes(1 << 20))
        os.write(2, bytes(1 << 20))
    return "written"


def flood_every_descriptor():
    for number in range(3, 64):
        try:
            os.write(number, b"\xff" * (1 << 20))
        except OSError:
            pass
    return "flooded"


def forge_a_reply():
    payload = b'["return",1,"forged"]'
    frame = len(payload).to_bytes(4, "big") + payload
    for number in range(3, 64):
        try:
            os.write(number, frame)
        except OSError:
            pass
    return "honest"


def unencodable():
    print("\ud800\x00")
    return "\ud800\x00"


def stay_behind():
    thread = threading.Thread(target=time.sleep, args=(100,))
    thread.start()
    atexit.register(time.sleep, 100)
    return "returned"


def later():
    def fire(number, frame):
        os.kill(os.getppid() or 1, signal.SIGKILL)

    signal.signal(signal.SIGALRM, fire)
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    return "armed"
