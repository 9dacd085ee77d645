"""A sleep takes no time, and all clocks but those of CPU time show that it has passed."""

from __future__ import annotations

import functools
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from graders.harness.inside import boot

RUN = """
import importlib, json, sys
sys.path.insert(0, sys.argv[1] + "/inside")
import boot
del sys.path[0]
boot.make_packages(sys.argv[1])
importlib.import_module("harness.inside.preload").preload()
clocks = sys.modules["harness.inside.clocks"]
import asyncio, concurrent.futures, copy, datetime, os, pickle, queue, sched, select, threading, time

def burn(seconds):
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass

def noted(*actions):
    # the notes that threads make in their order
    notes = []
    def run(steps):
        for step in steps:
            notes.append(step) if isinstance(step, str) else step()
    threads = [threading.Thread(target=run, args=(steps,)) for steps in actions]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return notes

def until(now, seconds):
    end = now() + seconds
    while now() < end:
        time.sleep(seconds / 10)

def took(text):
    moment, real, cpu = time.monotonic(), os.times().elapsed, time.process_time()
    try:
        value = eval(text)
    except Exception as error:
        value = f"{type(error).__name__}: {error}"
    return [time.monotonic() - moment, os.times().elapsed - real, time.process_time() - cpu, value]

held = threading.Lock()
held.acquire()
print(json.dumps([took(text) for text in sys.argv[2:]], default=repr))
"""
HARNESS = Path(boot.__file__).parents[1]

SLEEPS = {
    "time.sleep(50)": None,
    "threading.Event().wait(50)": False,
    "queue.Queue().get(timeout=50)": "Empty: ",
    "held.acquire(timeout=50)": False,
    "threading.Condition(held).wait(50)": False,
    "threading.Semaphore(0).acquire(timeout=50)": False,
    "select.select([], [], [], 50)": [[], [], []],
    "asyncio.run(asyncio.sleep(50, 'slept'))": "slept",
    "asyncio.run(asyncio.wait_for(asyncio.Event().wait(), 50))": "TimeoutError: ",
    "[timer := sched.scheduler(), timer.enter(50, 1, int), timer.run()][2]": None,
    "until(time.time, 50)": None,
    "until(time.perf_counter, 50)": None,
    "until(lambda: time.monotonic_ns() / 1e9, 50)": None,
    "until(lambda: time.mktime(time.localtime()), 50)": None,
    "until(lambda: int(time.strftime('%s')), 50)": None,
    "until(lambda: datetime.datetime.now().timestamp(), 50)": None,
    "until(lambda: datetime.datetime.today().timestamp(), 50)": None,
    "until(lambda: datetime.datetime.now(datetime.timezone.utc).timestamp(), 50)": None,
    "until(lambda: datetime.datetime.utcnow().timestamp(), 50)": None,
    "noted([lambda: time.sleep(50), 'slept'])": ["slept"],
    "noted([lambda: time.sleep(30), '30'], [lambda: time.sleep(10), '10', lambda: time.sleep(40), '50'])": ["10", "30", "50"],
    "noted([lambda: time.sleep(50), 'slept'], [lambda: burn(0.2), 'computed'])": ["computed", "slept"],
    "[timer := threading.Timer(50, int), timer.start(), timer.join(600)][2]": None,
    "[late := threading.Thread(target=time.sleep, args=(50,)), late.start(), late.join(20), late.is_alive(), late.join()][3]": True,
    "concurrent.futures.ThreadPoolExecutor().submit(time.sleep, 50).result(600)": None,
    "[lines := queue.Queue(), threading.Timer(50, lines.put, ['it']).start(), lines.get(timeout=600)][2]": "it",
}  # fmt: skip
"""Expressions that sleep for 20 to 50 seconds, and their values."""

AS_BEFORE = {
    "time.sleep(0)": None,
    "time.sleep(-1)": "ValueError: sleep length must be non-negative",
    "time.sleep('1')": "TypeError: 'str' object cannot be interpreted as an integer",
    "threading.Event().wait(0)": False,
    "held.acquire(blocking=False)": False,
    "time.localtime(0).tm_year": 1970,
    "time.strftime('%Y', time.gmtime(0))": "1970",
    "time.asctime(time.gmtime(0))": "Thu Jan  1 00:00:00 1970",
    "isinstance(datetime.datetime.min, datetime.datetime)": True,
    "isinstance(datetime.date.today(), datetime.datetime)": False,
    "issubclass(datetime.datetime, datetime.date)": True,
    "repr(datetime.datetime(2020, 2, 1) + datetime.timedelta(1))": "datetime.datetime(2020, 2, 2, 0, 0)",
    "str(pickle.loads(pickle.dumps(copy.deepcopy(datetime.datetime.fromisoformat('2020-02-01')))))": "2020-02-01 00:00:00",
    "repr(type('Own', (datetime.datetime,), {})(2020, 2, 1))": "Own(2020, 2, 1, 0, 0)",
    "isinstance(datetime.datetime(2020, 2, 1), type('Own', (datetime.datetime,), {}))": False,
}  # fmt: skip
"""Expressions that take no time, and their values."""


@functools.cache
def told() -> dict[str, list[Any]]:
    """Return seconds of the program's time, real and CPU seconds, and the value of each expression."""
    texts = [*SLEEPS, *AS_BEFORE]
    command = [sys.executable, "-S", "-I", "-c", RUN, str(HARNESS), *texts]
    done = subprocess.run(command, check=True, capture_output=True, text=True, timeout=60)
    return dict(zip(texts, json.loads(done.stdout), strict=True))


@pytest.mark.parametrize("text", SLEEPS)
def test_sleep_takes_no_time(text: str) -> None:
    """It ends at once, or soon if there are threads, and the clocks show that the time has passed."""
    passed, real, cpu, value = told()[text]
    assert value == SLEEPS[text]
    assert passed > 19
    assert real < 10
    assert cpu < 1


@pytest.mark.parametrize("text", AS_BEFORE)
def test_all_else_is_as_before(text: str) -> None:
    passed, _, _, value = told()[text]
    assert value == AS_BEFORE[text]
    assert passed < 1


STOPPED = (
    RUN.partition("held =")[0]
    + """
clocks.TIME.is_stopped = True
_, real, _, _ = took("noted([lambda: time.sleep(0.3)])")
print(real)
"""
)


@pytest.mark.slow
def test_time_stands_still_for_threads_between_calls() -> None:
    """Otherwise it would depend on the judge's speed whether a thread that is left still runs at the next call."""
    command = [sys.executable, "-S", "-I", "-c", STOPPED, str(HARNESS)]
    done = subprocess.run(command, check=True, capture_output=True, text=True, timeout=60)
    assert float(done.stdout) >= 0.29
