"""A file that is no Python, or has pasted marks, is named as what it is."""

from __future__ import annotations

import pytest

from graders.harness.inside.failures import text_of, what_it_is

FILES = {
    "Git LFS": b"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 9\n",
    "web page": b"\r\n<!DOCTYPE html>\n<html lang=en>\n",
    "RTF": rb"{\rtf1\ansi\deff0 def f():}",
    "notebook": b'{\n "cells": [\n  {"cell_type": "code"}\n ]\n}',
    "PDF": b"%PDF-1.7\n",
    "archive": b"PK\x03\x04\x14\x00",
}


@pytest.mark.parametrize(("word", "source"), FILES.items(), ids=FILES)
def test_file_that_is_no_python(word: str, source: bytes) -> None:
    assert word in what_it_is(source)


@pytest.mark.parametrize(
    "source",
    [b"", b"import a1_support\n", b"{}\n", b'{"a": 1}["a"]', b"'<html>'", b"\xef\xbb\xbfx = 1"],
)
def test_python_is_not_mistaken(source: bytes) -> None:
    assert not what_it_is(source)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("<<<<<<< HEAD", "merge conflict"),
        ("=======", "merge conflict"),
        (">>> x = 1", "interpreter"),
        ("def f():\n<<<<<<< HEAD", "merge conflict"),
        ("x = = 1", ""),
    ],
)
def test_pasted_marks_are_explained(line: str, words: str) -> None:
    with pytest.raises(SyntaxError) as caught:
        compile(f"y = 1\n{line}\n", "a.py", "exec")
    text = text_of(caught.value)
    assert words in text and text.endswith(")") is bool(words)
