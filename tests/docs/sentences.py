"""Prints sentences of this project, drawn at random, for an editor to judge.

``python -m tests.docs.sentences [--seed N] [--count N] [--tree DIR]``: from docstrings, comments and
raised messages of the harness, the tests, the assignments and the documents. The same seed and tree
give the same sentences, so that two states of a tree can be compared.
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path

from graders.harness.content import ROOT
from tests.docs.prose import of_file

PATTERNS = (
    "*.md",
    "docs/**/*.md",
    "graders/*.py",
    "graders/*/*.py",
    "graders/harness/**/*.py",
    "tests/**/*.py",
    "bench/*.py",
)


def sentences(tree: Path) -> list[str]:
    """Return every sentence below *tree* with its file and line, in the order of files."""
    files = sorted({path for pattern in PATTERNS for path in tree.glob(pattern)})
    return [
        f"{path.relative_to(tree).as_posix()}:{block.line}: {sentence}"
        for path in files
        for block in of_file(path)
        if not block.fixed
        for sentence in block.sentences()
    ]


def main() -> None:
    """Print the sentences that the options ask for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=20261126)
    parser.add_argument("--count", type=int, default=150)
    parser.add_argument("--tree", type=Path, default=ROOT)
    options = parser.parse_args()
    drawn = sentences(options.tree)
    for sentence in random.Random(options.seed).sample(drawn, min(options.count, len(drawn))):
        print(sentence)


if __name__ == "__main__":
    main()
