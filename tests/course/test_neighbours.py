"""Other submissions on the same machine, hostile or not, do not affect a result."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest

from graders.harness.intake import Submission
from graders.harness.result import from_json
from graders.harness.sandbox.interface import Backend
from tests.attacks.submissions.planted import Planted
from tests.attacks.submissions.table import ATTACKS
from tests.classes import (
    CPU_SECONDS,
    SETTINGS,
    SUMS,
    burning,
    end_warm_processes,
    in_a_batch,
    of,
    results,
)
from tests.course.processes import nothing_left
from tests.nightly import PASSES

pytestmark = pytest.mark.usefixtures("cache")

SPINNING = "def total(numbers):\n    return sum(numbers)\n\n\ndef largest(numbers):\n    while True:\n        pass\n"
CAREFUL = (
    burning(0.6 * CPU_SECONDS)
    + "CALLS = []\n\n\ndef total(numbers):\n    return sum(numbers)\n\n\ndef largest(numbers):\n"
    "    if not CALLS:\n        CALLS.append(1)\n        burn()\n    return max(numbers)\n"
)


@pytest.fixture
def planted() -> Iterator[Planted]:
    """The attacks' targets on this machine."""
    place = Planted()
    yield place
    place.close()


@pytest.mark.nightly
@pytest.mark.slow
def test_spinning_neighbours_cause_no_timeout(backend: Backend) -> None:
    """Right programs that need more than half of their time get it, beside twice as many that use up theirs."""
    spinning = [of(f"spinning-{number}", f"{SPINNING}# {number}\n") for number in range(8)]
    careful = [of(f"careful-{number}", f"{CAREFUL}# {number}\n") for number in range(4)]
    mixed = [*spinning[:3], careful[0], *spinning[3:5], *careful[1:3], *spinning[5:], careful[3]]
    settings = msgspec.structs.replace(SETTINGS, shrink_calls=0)
    found = {
        name: from_json(data) for name, data in results(in_a_batch(mixed, 8, settings)).items()
    }
    assert len(found) == 12
    for one in careful:
        assert {check.verdict.value for check in found[one.name].checks} == {"passed"}
    for one in spinning:
        ended = {
            check.id: check.verdict.value
            for check in found[one.name].checks
            if check.verdict.value != "passed"
        }
        assert ended == {"sums.largest": "timeout", "sums.largest-single": "timeout"}


def honest(number: int) -> Submission:
    """Return one submission of a class, all different; some are wrong in different ways."""
    texts = [SUMS["right"], SUMS["wrong"], SUMS["missing"], SUMS["right"], SUMS["raising"]]
    text = texts[number % len(texts)]
    return of(f"honest-{number:02}", text and f"{text}# {number}\n", f"{GOOD_WORDS}# {number}\n")


GOOD_WORDS = of("", None).files["words.py"].decode()
SIZE = 20 if PASSES > 1 else 4
"""Of both parts of the class: a fifth of it by day."""


def attacks(planted: Planted) -> list[Submission]:
    """Return hostile submissions from the whole table, except slow ones and those that lose by a timeout."""
    fitting = [attack for attack in ATTACKS if not attack.slow and not attack.loses_by_time]
    step = len(fitting) / SIZE
    chosen = [fitting[int(place * step)] for place in range(SIZE)]
    assert len({attack.id for attack in chosen}) == SIZE
    return [
        Submission(f"hostile-{number:02}", planted.submission(attack).files)
        for number, attack in enumerate(chosen)
    ]


@pytest.mark.nightly
def test_hostile_neighbours_change_no_honest_result(backend: Backend, planted: Planted) -> None:
    """Honest submissions beside as many attacks have the same bytes as without them."""
    settings = msgspec.structs.replace(SETTINGS, shrink_calls=3)
    good = [honest(number) for number in range(SIZE)]
    hostile = attacks(planted)
    mixed = list(good)
    for place, one in enumerate(hostile):
        mixed.insert(2 * place + 1, one)
    with nothing_left():
        beside = results(in_a_batch(mixed, 2, settings))
        end_warm_processes()
    without = results(in_a_batch(good, 2, settings))
    assert len(without) == SIZE
    assert {name: beside[name] for name in without} == without
    assert beside.keys() - without.keys() == {one.name for one in hostile}
    assert not planted.reached()
    marks = {from_json(data).marks for name, data in beside.items() if name in without}
    assert len(marks) > 2
