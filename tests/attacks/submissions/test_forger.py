"""A submission that owns the whole sandbox earns only the marks of its values, and a bad frame harms only its sender."""

from __future__ import annotations

import json

import pytest

from graders.harness.intake import Submission
from graders.harness.result import CheckResult, Status
from tests import nightly
from tests.attacks.submissions.attack import CHECKS
from tests.attacks.submissions.conftest import Way
from tests.world import TOY

# When it is imported, it takes over the pipe and the bytes that have arrived. From then on, no harness code runs in that
# process, except the reader of the packed form. It answers every call with a well-formed frame and a plausible value,
# guessed or computed by its table, and always confirms that it is fresh.
FORGER = """
import json, os, signal, struct, sys

def exactly(count):
    global ARRIVED
    while len(ARRIVED) < count:
        part = os.read(READER, 1 << 16)
        if not part:
            os._exit(0)
        ARRIVED += part
    data, ARRIVED = ARRIVED[:count], ARRIVED[count:]
    return data

def read():
    return read_any(exactly(struct.unpack(">I", exactly(4))[0]))

def write(message):
    body = json.dumps(message).encode()
    os.write(WRITER, struct.pack(">I", len(body)) + body)

frame = sys._getframe()
while type(frame.f_locals.get("self")).__name__ != "Server" or "message" not in frame.f_locals:
    frame = frame.f_back
server = frame.f_locals["self"]
READER, WRITER = server.channel.reader, server.channel.writer
ARRIVED = server.channel.arrived
ARRIVED = bytes(ARRIVED._bytes[ARRIVED._start:])
read_any = type(server.channel).read.__globals__["packed"].read_trusted
signal.setitimer(signal.ITIMER_PROF, 0)  # or its process would tell the grader where it is
message = ["call", *frame.f_locals["message"]]
while True:
    if message[0] == "fresh":
        write([*message, True])
    else:
        _call, number, operation, arguments = message
        write(["return", number, ANSWERS[operation](*arguments)])
    message = read()
"""

GUESSES = {
    "nothing known": ("lambda numbers: 0", "lambda numbers: 0", "lambda text: text", set[str]()),
    "all but negative numbers": (
        "lambda numbers: sum(n for n in numbers if n > 0)",
        "lambda numbers: max([0, *numbers])",
        "lambda text: text.upper() + '!'",
        {"words.shout"},
    ),
    "everything": ("sum", "max", "lambda text: text.upper() + '!'", set(CHECKS)),
    "the maximum": (
        "lambda numbers: 7",
        "max",
        "lambda text: 'AB'",
        {"sums.largest", "sums.largest-single"},
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("guess", nightly.one_in(2, GUESSES))
def test_forger_earns_what_its_values_deserve(guess: str, way: Way) -> None:
    """Right values pass and wrong ones fail, although the forger owns the pipe and every frame is well formed."""
    total, largest, shout, earned = GUESSES[guess]
    answers = f"""ANSWERS = {{
    "total": {total}, "largest": {largest}, "shout": {shout},
    "describe": lambda numbers: "the sum is %d" % ANSWERS["total"](numbers),
}}
"""
    forger = (answers + FORGER).encode()
    result = way.grader.grade(
        Submission(name="forger", files={"sums.py": forger, "words.py": forger}, notes=())
    ).result
    passed = {check.id for check in result.checks if check.verdict.value == "passed"}
    assert passed == earned
    assert {check.verdict.value for check in result.checks} <= {"passed", "failed"}
    assert result.marks == 2 * len(earned)
    assert way.grade_right() == way.right


NESTED = "[" * 100_000 + "]" * 100_000
ALIKE = json.dumps(["return", 1, {"s": [{"i": hex((2**61 - 1) * k)} for k in range(1, 40_000)]}])
ALIKE_KEYS = json.dumps(
    ["return", 1, {"d": [[{"i": hex((2**61 - 1) * k)}, 0] for k in range(1, 40_000)]}]
)
MANY = '["return",1,[' + ",".join(["[]"] * 100_000) + "]]"

PAYLOADS = {
    "empty": "",
    "no list": '{"verdict": "passed"}',
    "a verdict": '["passed", 1]',
    "no number for an id": '["return", "1", 6]',
    "not a number": '["return", 1, NaN]',
    "infinity": '["return", 1, 1e999]',
    "true": '["return", 1, true]',
    "typed JSON (24)": '["return", 1, {"_type": "np_scalar", "_concrete_type": "loadtxt", "_value": "/etc/passwd"}]',
    "unknown tag": '["return", 1, {"x": 1}]',
    "a dict as a set's member": '["return", 1, {"s": [{"d": []}]}]',
    "pairs that are none": '["return", 1, {"d": [1, 2, 3]}]',
    "an object that claims a name": '["return", 1, {"o": "int"}]',
    "nested beyond reason": NESTED,
    "nested within a result": '["return", 1, ' + "[" * 450 + "]" * 450 + "]",
    "keys that are alike": ALIKE,
    "keys of a dict that are alike": ALIKE_KEYS,
    "very many parts": MANY,
    "an integer too long to write down": json.dumps(["return", 1, {"i": "0x" + "f" * 20_000}]),
    "digits without end": '["return", 1, ' + "9" * 100_000 + "]",
    "bytes that are none": '["return", 1, {"b": "\\u00e9"}]',
    "text that cannot be encoded": '["return", 1, "\\ud800"]',
    "another call's answer": '["return", 2, 6]',
    "a module that is no name": '["importing", 1, ["sums"]]',
    "an ask without arguments": '["ask", 1, 1, "total"]',
    "an exception of the judge's": '["raise", 1, "SandboxError", "the sandbox failed", "judge.py", "error"]',
    "memory": '["raise", 1, "MemoryError", "", "", "memory"]',
}

RAW = """
import os, struct, sys

def largest(numbers):
    return max(numbers)

def total(numbers):
    frame = sys._getframe()
    while type(frame.f_locals.get("self")).__name__ != "Server":
        frame = frame.f_back
    server = frame.f_locals["self"]
    body = PAYLOAD.replace(b'"return", 1,', b'"return", %d,' % server.call_id).replace(b'"return",1,', b'"return",%d,' % server.call_id)
    body = body.replace(b'"raise", 1,', b'"raise", %d,' % server.call_id).replace(b'"ask", 1,', b'"ask", %d,' % server.call_id)
    data = struct.pack(">I", len(body)) + body
    while data:
        data = data[os.write(server.channel.writer, data):]
    server.channel.read()
    os._exit(0)
"""


@pytest.mark.parametrize("payload", nightly.one_in(3, PAYLOADS))
@pytest.mark.slow
def test_bad_frame_harms_its_sender_only(payload: str, way_over_each_pipe: Way) -> None:
    """No frame makes the judge fail, wait long or pass the check; all other checks keep their marks."""
    way = way_over_each_pipe
    source = f"PAYLOAD = {PAYLOADS[payload].encode()!r}\n{RAW}".encode()
    files = {"sums.py": source, "words.py": TOY.good["words.py"].encode()}
    result = way.grader.grade(Submission(name="forger", files=files, notes=())).result
    verdicts: dict[str, CheckResult] = {check.id: check for check in result.checks}
    assert result.status is Status.GRADED, verdicts
    assert {check for check in CHECKS if verdicts[check].verdict.value != "passed"} == {
        "sums.total"
    }
    assert way.grade_right() == way.right


@pytest.mark.slow
@pytest.mark.parametrize(
    "header",
    nightly.one_in(3, [b"\xff\xff\xff\xff", b"\x00\x00\x00\x09[1]", b"GET / HTTP/1.1\r\n\r\n"]),
)
def test_incomplete_frame_delays_the_judge_no_longer_than_the_limit(
    header: bytes, way_over_each_pipe: Way
) -> None:
    """A frame that announces more bytes than it has, or than any frame may have, costs one check."""
    way = way_over_each_pipe
    source = f"PAYLOAD = {header!r}\n{RAW}".replace(
        'data = struct.pack(">I", len(body)) + body', "data = PAYLOAD"
    )
    source = source.replace("server.channel.read()\n", "")
    files = {"sums.py": source.encode(), "words.py": TOY.good["words.py"].encode()}
    result = way.grader.grade(Submission(name="forger", files=files, notes=())).result
    assert result.status is Status.GRADED
    assert result.marks == 8
