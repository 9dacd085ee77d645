"""A sleep takes no time in Java, too, and the clocks of ``System`` show that it has passed."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from tests.adder import checks, grade, needs_jdk, with_add

pytestmark = needs_jdk

SLEEPS = {
    "an hour": "Thread.sleep(3_600_000);",
    "an hour and a nanosecond": "Thread.sleep(3_600_000, 1);",
    "by a reference": (
        "interface Sleeper { void sleep(long time) throws InterruptedException; }\n"
        "Sleeper sleeper = Thread::sleep; sleeper.sleep(3_600_000);"
    ),
    "until a time": (
        "long end = System.currentTimeMillis() + 3_600_000; while (System.currentTimeMillis() < end) { Thread.sleep(1000); }"
    ),
    "until a time of the finer clock": (
        "long end = System.nanoTime() + 60_000_000_000L; while (System.nanoTime() < end) { Thread.sleep(1000); }"
    ),
}
OTHERS = {
    "a negative time": "try { Thread.sleep(-1); return 0; } catch (IllegalArgumentException wrong) { }",
    "an interrupted thread": (
        "Thread.currentThread().interrupt();\n"
        "try { Thread.sleep(1); return 0; } catch (InterruptedException wrong) { Thread.sleep(1); }"
    ),
    "another thread that goes first": (
        "int[] done = {0};\n"
        "Thread other = new Thread(() -> { try { Thread.sleep(20); } catch (InterruptedException e) { } done[0] = 1; });\n"
        "other.start();\nThread.sleep(200);\nif (done[0] == 0) { return 0; }"
    ),
    # after which no clock of the program is right
    "for ever, repeatedly": "for (int n = 0; n < 9; n++) { Thread.sleep(Long.MAX_VALUE); }",
}


def passes(kinds: Iterable[str]) -> bool:
    """Return whether ``add`` passes that does all of *kinds* first, one after the other."""
    blocks = "\n".join(f"{{\n{kind}\n}}" for kind in kinds)
    body = f"try {{\n{blocks}\n}} catch (InterruptedException e) {{ return 0; }}\nreturn a + b;\n"
    return checks(grade(with_add(body)))["sums.add"].verdict.value == "passed"


@pytest.mark.slow
def test_sleep_takes_no_time(hastier: None) -> None:
    assert passes(SLEEPS.values())


@pytest.mark.slow
def test_other_sleeps_end(patient: None) -> None:
    """While there are other threads, it is a real one."""
    assert passes(OTHERS.values())


@pytest.mark.nightly
@pytest.mark.parametrize("kind", SLEEPS)
def test_each_sleep_takes_no_time(hastier: None, kind: str) -> None:
    assert passes([SLEEPS[kind]])
