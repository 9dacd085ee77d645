"""The packed form keeps every value, and compares only exact values."""

from __future__ import annotations

import subprocess
from array import array
from collections import OrderedDict, namedtuple
from enum import IntEnum

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graders.harness.protocol import frames, packed, values

LIMIT = 1 << 20
KEYS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text()
    | st.tuples(st.integers())
)
EXACT = st.recursive(
    KEYS,
    lambda inner: (
        st.lists(inner, max_size=5)
        | st.dictionaries(KEYS, inner, max_size=4)
        | st.tuples(inner, inner)
    ),
    max_leaves=20,
)


def payload_of(message: list[object]) -> bytes:
    """Return the payload of a message that can be packed."""
    frame = packed.pack(message, LIMIT)
    assert frame is not None
    return frame[frames.HEADER.size :]


@pytest.mark.slow
@given(EXACT)
def test_exact_values_come_back_as_in_the_other_form(value: object) -> None:
    """Both forms have the same value, and the same facts about it."""
    assert packed.is_exact(value)
    back = packed.read_trusted(payload_of([value]))
    assert back == [value]
    assert values.encode_frame(back, LIMIT) == values.encode_frame([value], LIMIT)


def test_largest_message_is_packed_and_a_larger_one_is_not() -> None:
    size = len(payload_of([b"x"]))
    assert packed.pack([b"x"], size) is not None
    assert packed.pack([b"x"], size - 1) is None


SMALL = st.integers(-(2**31), 2**31 - 1)


@pytest.mark.slow
@given(EXACT, EXACT)
def test_equal_bytes_mean_equal_values_of_equal_types(one: object, other: object) -> None:
    """A digest stands for the value, so 1, 1.0 and True are three."""
    same = values.encode_frame([one], LIMIT) == values.encode_frame([other], LIMIT)
    assert (payload_of([one]) == payload_of([other])) == same


@pytest.mark.parametrize(
    "pair", [(1, 1.0), (1, True), (0, False), ((1,), [1]), ("1", 1), (0.0, -0.0), ({}, [])]
)
def test_values_that_only_look_equal_differ(pair: tuple[object, object]) -> None:
    """Python, or a reader, might call the two values equal."""
    assert payload_of([pair[0]]) != payload_of([pair[1]])


class Colour(IntEnum):
    """An integer of its own type."""

    RED = 1


@pytest.mark.parametrize(
    "value",
    [
        Colour.RED,
        namedtuple("Place", "x y")(1, 2),
        OrderedDict(a=1),
        type("Text", (str,), {})("a"),
        object(),
        len,
    ],
    ids=lambda value: type(value).__name__,
)
def test_other_types_are_not_packed(value: object) -> None:
    """They use the other form, which reads them as plain values or reports that they are none."""
    assert packed.pack([value], LIMIT) is None


@pytest.mark.parametrize(
    "value",
    [b"abc", bytearray(b"abc"), memoryview(b"abc"), array("b", [1]), {1}, frozenset([1])],
    ids=lambda value: type(value).__name__,
)
def test_values_that_pack_alike_are_compared_in_the_other_form(value: object) -> None:
    """Objects with a buffer, and unordered ones."""
    assert not packed.is_exact([value])


def test_too_large_a_message_uses_the_other_form() -> None:
    """That form refuses it with a reason, or is shorter."""
    assert packed.pack(["a" * 100], 100) is None
    assert packed.pack(["a" * 50], 100) is not None


SAMPLE = [
    None,
    True,
    1,
    -(2**40),
    2**31,
    0.1,
    "é",
    "interned",
    "interned",
    (1, [2]),
    {"a": (), 1: {}},
]


@pytest.mark.slow
def test_every_release_packs_the_same_bytes(python_of_each_release: str) -> None:
    """The reference's answers may have been recorded by another release than the submission's."""
    code = f"import marshal, sys; sys.stdout.buffer.write(marshal.dumps({SAMPLE!r}, 2))"
    written = subprocess.run(
        [python_of_each_release, "-I", "-c", code], check=True, capture_output=True
    ).stdout
    assert packed.MARK + written == payload_of(SAMPLE)
