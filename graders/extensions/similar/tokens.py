"""Source files as sequences of tokens: no comments, docstrings, white space, names or values.

A submission's file is parsed, never run. The parser is a large C program and files can be hostile,
so it runs in its own process, ``python -m graders.extensions.similar.tokens``, with limits of time
and memory for each file. A file that kills the process is not compared.
"""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence

import msgspec
from tree_sitter import Language, Node, Parser

from graders.harness.assignment.language import language_at
from graders.harness.content import child_environment
from graders.harness.errors import GraderError

MOST_BYTES = 1 << 18
"""Larger files are not compared."""
SECONDS, MEMORY = 10, 1 << 30
"""Seconds and bytes for one file."""
AT_ONCE = 100
"""Files parsed by one process."""
_COMMENTS = frozenset({"comment", "line_comment", "block_comment"})
_WHOLE = frozenset({"string", "string_literal", "concatenated_string", "character_literal"})
"""Nodes with parts that count as one token."""


class InputFile(msgspec.Struct, frozen=True):
    """A source file to parse."""

    name: str
    data: bytes


class Tokens(msgspec.Struct, frozen=True):
    """The tokens of a source file."""

    kinds: str = ""
    """A character for each token: its kind in the language's grammar."""
    lines: list[int] = []
    """Line of each token, from 1."""


READY = msgspec.json.encode("ready")


def tokenise(files: Sequence[InputFile]) -> Iterator[Tokens | None]:
    """Yield the tokens of each file, or None if it is too large, unparsable, or not source.

    Raises GraderError if the grammar of a file is not installed.
    """
    for language in {language_at(file.name.lower()) for file in files}:
        if language is not None:
            language.grammar()
    begin = 0
    while begin < len(files):
        chunk = files[begin : begin + AT_ONCE]
        read = list(_in_a_process(chunk))
        yield from read
        begin += len(read)
        if len(read) < len(chunk):
            # the next file killed the process
            yield None
            begin += 1


def _in_a_process(files: Sequence[InputFile]) -> Iterator[Tokens | None]:
    run = subprocess.run(
        [sys.executable, "-P", "-m", "graders.extensions.similar.tokens"],
        input=msgspec.msgpack.encode(list(files)),
        capture_output=True,
        check=False,
        env=child_environment(),
    )
    ready, *lines = run.stdout.split(b"\n")
    if ready != READY:
        raise GraderError(
            "the parser process does not start: "
            f"{run.stderr.decode(errors='replace').strip()[-300:]}"
        )
    for line in lines[:-1]:  # the last is incomplete
        yield msgspec.json.decode(line, type=Tokens | None)


# In the parser's process.


def tokens_of(file: InputFile) -> Tokens | None:
    """Return the tokens of a file; see `tokenise`."""
    language = language_at(file.name.lower())
    if language is None or len(file.data) > MOST_BYTES:
        return None
    tree = Parser(Language(language.grammar())).parse(file.data)
    kinds, lines = [], []
    for node in _leaves(tree.walk()):
        kinds.append(chr(0x100 + node.kind_id % 0x8000))
        lines.append(node.start_point[0] + 1)
    return Tokens("".join(kinds), lines)


def _leaves(cursor) -> Iterator[Node]:  # type: ignore[no-untyped-def]
    """Yield the tokens below *cursor* without recursion: nesting can be as deep as a file."""
    while True:
        node = cursor.node
        if node.type not in _COMMENTS and not _is_docstring(node):
            if node.type not in _WHOLE and cursor.goto_first_child():
                continue
            if node.end_byte > node.start_byte:
                yield node
        while not cursor.goto_next_sibling():
            if not cursor.goto_parent():
                return


def _is_docstring(node: Node) -> bool:
    """Return whether a statement is only a string."""
    return (
        node.type == "expression_statement"
        and node.named_child_count == 1
        and node.child(0).type == "string"
    )


def _limit() -> None:
    try:
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    except (ImportError, OSError, ValueError):
        return


def serve(files: Iterable[InputFile], write) -> None:  # type: ignore[no-untyped-def]
    """Write the tokens of each file, a line each, as soon as they are known."""
    write(READY + b"\n")
    for file in files:
        if hasattr(signal, "setitimer"):
            # SIGALRM kills this process
            signal.setitimer(signal.ITIMER_REAL, SECONDS)
        write(msgspec.json.encode(tokens_of(file)) + b"\n")


def main() -> None:
    """Read files from standard input, write their tokens to standard output."""
    files = msgspec.msgpack.decode(sys.stdin.buffer.read(), type=list[InputFile])
    _limit()

    def write(data: bytes) -> None:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()

    serve(files, write)


if __name__ == "__main__":
    main()
