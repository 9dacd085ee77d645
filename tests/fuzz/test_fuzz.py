"""Every reader with the inputs of the corpus, and with inputs that Hypothesis makes of them.

``corpus/READER/NAME`` is an input, kept because it once broke the reader, or because it is a good beginning. A run
tries all of them, and changes of them: always the same few, or with ``FUZZ=500`` in the environment 500 times as many,
each time others. A failure prints the file to add to the corpus.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

import hypothesis
import pytest
from hypothesis import strategies as st

from tests.fuzz.readers import READERS
from tests.nightly import PASSES

CORPUS = Path(__file__).with_name("corpus")
EXAMPLES = 60


def inputs_of(reader: str) -> list[bytes]:
    """Return the corpus of a reader."""
    return [path.read_bytes() for path in sorted((CORPUS / reader).iterdir())]


def changed(data: bytes, edits: list[tuple[int, int, bytes]]) -> bytes:
    """Return *data* after some edits: at a place, a number of bytes is replaced by others."""
    for place, count, new in edits:
        start = place % (len(data) + 1)
        data = data[:start] + new + data[start + count :]
    return data


SIGNS = st.sampled_from(
    [
        b"[",
        b"]",
        b"{",
        b'"',
        b"\n",
        b"\0",
        b"\xff",
        b",",
        b"9" * 30,
        b"\r",
        b">",
        b"#",
        b"null",
        b"1",
    ]
)
EDITS = st.lists(
    st.tuples(st.integers(0, 5000), st.integers(0, 8), st.binary(max_size=6) | SIGNS), max_size=6
)


def hold(reader: str, data: bytes) -> None:
    """Try one input; add to a failure the file that keeps it."""
    try:
        READERS[reader](data)
    except BaseException as error:
        name = hashlib.sha1(data, usedforsecurity=False).hexdigest()[:12]
        error.add_note(f"to keep this input, write to tests/fuzz/corpus/{reader}/{name}: {data!r}")
        raise


@pytest.mark.parametrize("reader", READERS)
def test_readers_take_the_inputs_of_the_corpus(reader: str) -> None:
    """They broke a reader once, or are of the form that it reads."""
    inputs = inputs_of(reader)
    assert inputs
    for data in inputs:
        hold(reader, data)


@pytest.mark.slow
@pytest.mark.parametrize("reader", READERS)
def test_readers_take_any_input(reader: str) -> None:
    """Random bytes never get far, so most inputs are changes of the corpus."""
    begin = st.builds(changed, st.sampled_from(inputs_of(reader)), EDITS)

    @hypothesis.settings(max_examples=EXAMPLES * PASSES, derandomize=PASSES == 1, database=None)
    @hypothesis.given(begin | begin | begin | st.binary(max_size=200))
    def hold_all(data: bytes) -> None:
        hold(reader, data)

    hold_all()
