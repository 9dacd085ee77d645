"""The words of a page change only after a review; see `golden`."""

from __future__ import annotations

import pytest

from tests import nightly
from tests.reports.golden import CLASS, FOLDER, made, words


@pytest.mark.slow
@pytest.mark.parametrize("id", nightly.assignments("ics32_columns"))
def test_page_has_the_reviewed_words(id: str) -> None:
    """Those with boards and with a transcript by day. If it differs, read the difference, then run `python -m tests.reports.golden`."""
    assert made(id) == (FOLDER / f"{id}.txt").read_text(encoding="utf-8")


@pytest.mark.slow
def test_page_of_a_class_has_the_reviewed_words() -> None:
    """It is made of data; `python -m tests.reports.golden class` writes it again."""
    assert made(CLASS) == (FOLDER / f"{CLASS}.txt").read_text(encoding="utf-8")


def test_words_are_the_visible_ones() -> None:
    """No style, no script, no tag; a block is a line."""
    page = b"<title>t</title><style>p{}</style><h1>Leap <b>years</b></h1><script>1</script><p>a &lt;\n b</p>"
    assert words(page) == "Leap years\na < b\n"
