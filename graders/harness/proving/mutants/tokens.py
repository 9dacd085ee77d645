"""Tokens, by Pygments, and the changes that need to know nothing but a token: alike in every language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pygments.lexers import get_lexer_for_filename
from pygments.token import Comment, Keyword, Name, Number, Operator, String, Text

Change = tuple[int, int, str]
"""Where it begins and ends, and what takes the place of what is there."""
Place = tuple[int, int, str]
"""Where a class or function begins and ends, and its name."""

SIGNS = frozenset(
    (
        "->", "++", "--", "**", "//", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=", "-=", "*=", "/=", "%=",
        "&=", "|=", "^=", ":=", "::", "**=", "//=", "<<=", ">>=", ">>>", ">>>=",
    )
)  # fmt: skip
"""Operators of more than one character, which Pygments takes apart."""

SWAPS: Mapping[str, Sequence[str]] = {
    "<": ("<=", ">="), "<=": ("<", ">"), ">": (">=", "<="), ">=": (">", "<"), "==": ("!=",), "!=": ("==",),
    "+": ("-",), "-": ("+",), "*": ("+",), "/": ("*",), "//": ("*",), "%": ("*",), "**": ("*",),
    "<<": (">>",), ">>": ("<<",), "&": ("|",), "|": ("&",), "^": ("&",), "~": ("",),
    "+=": ("-=",), "-=": ("+=",), "*=": ("+=",), "/=": ("*=",), "//=": ("*=",), "++": ("--",), "--": ("++",),
    "and": ("or",), "or": ("and",), "not": ("",), "in": ("not in",), "is": ("is not",),
    "&&": ("||",), "||": ("&&",), "!": ("",),
    "True": ("False",), "False": ("True",), "true": ("false",), "false": ("true",),
    "break": ("continue",), "continue": ("break",),
    "min": ("max",), "max": ("min",), "any": ("all",), "all": ("any",),
}  # fmt: skip
"""Operator, keyword or name of the library -> what it is changed into."""


@dataclass(frozen=True, slots=True)
class Token:
    """A word, sign or literal, or a part of one; no comment and no space."""

    start: int
    end: int
    kind: Any
    """Pygments' type of it."""
    text: str


def tokens_of(text: str, suffix: str) -> list[Token]:
    """Return the tokens of a source, of the language that *suffix* stands for."""
    lexer = get_lexer_for_filename(f"source{suffix}", stripnl=False, ensurenl=False)
    found: list[Token] = []
    for start, kind, value in lexer.get_tokens_unprocessed(text):
        if kind in Text or kind in Comment or not value:
            continue
        last = found[-1] if found else None
        if last is not None and last.end == start and last.kind in Operator and last.text + value in SIGNS:
            found[-1] = Token(last.start, start + len(value), Operator, last.text + value)
        else:
            found.append(Token(start, start + len(value), kind, value))
    return found


def swaps(tokens: Sequence[Token]) -> Iterator[Change]:
    """Yield the changes of single tokens: operators, constants, literals."""
    for token, after in zip(tokens, [*tokens[1:], None], strict=True):
        for new in _instead_of(token, after.text if after is not None else ""):
            yield token.start, token.end, new


def _instead_of(token: Token, after: str) -> Sequence[str]:
    if token.kind in Number:
        return _other_numbers(token.text)
    if token.kind in String.Char:
        return ["'?'"]
    if token.kind in String:
        # a docstring says nothing to the program, and quotes and braces belong to its grammar
        plain = token.kind not in String.Doc and token.kind not in String.Affix and token.kind not in String.Interpol
        return [""] if plain and token.kind not in String.Escape and token.text.strip("\"'") else []
    if token.text == "is" and after == "not":  # which "not" is dropped for
        return []
    if token.kind in Operator or token.kind in Keyword or token.kind in Name:
        return SWAPS.get(token.text, ())
    return []


def _other_numbers(text: str) -> list[str]:
    """Return the neighbours of a number; none where it is written in a way that is not known here."""
    try:
        number = int(text.rstrip("lL"), 0)
    except ValueError:
        try:
            return [repr(float(text.rstrip("fFdD")) + 1)]
        except ValueError:
            return []
    return [str(number + 1), str(number - 1)]
