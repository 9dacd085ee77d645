"""What mutants of Java need to know besides tokens: conditions, statements and methods, found by brackets.

This is no parser: what it takes for a statement and is none does not compile, and what does not compile is no mutant.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pygments.token import Name, Operator, Punctuation

from graders.harness.proving.mutants.tokens import Change, Place, Token

_OPENS, _CLOSES = frozenset("({["), frozenset(")}]")
_OWN_CHANGES = frozenset(("<", "<=", ">", ">=", "==", "!=", "&&", "||", "!"))
"""Operators by which a condition is changed already."""
_STAY = frozenset(
    (
        "else",
        "for",
        "while",
        "do",
        "try",
        "catch",
        "finally",
        "switch",
        "case",
        "default",
        "break",
        "continue",
        "import",
    )
)
"""Words at the head of what is not dropped."""
_VALUES: Mapping[str, Sequence[str]] = {
    "boolean": ("false", "true"),
    **dict.fromkeys(("byte", "short", "int", "long", "float", "double", "char"), ("0",)),
}
"""Type -> what is returned instead; null where it is an object's."""


def changes(text: str, tokens: Sequence[Token]) -> Iterator[Change]:
    """Yield conditions negated, statements dropped, and values that are not returned."""
    closes = _matching(tokens)
    types = _return_types(tokens, closes)
    for place, token in enumerate(tokens):
        if token.text in ("if", "while") and place + 1 in closes:
            inside = tokens[place + 2 : closes[place + 1]]
            if inside and not _OWN_CHANGES & {part.text for part in _outermost(inside)}:
                start, end = inside[0].start, inside[-1].end
                yield start, end, f"!({text[start:end]})"
    for statement in _statements(tokens):
        head, start, end = statement[0], statement[0].start, statement[-1].end
        yield start, end, ""
        if head.text == "return" and len(statement) > 1:
            kind = next((kind for first, last, kind in reversed(types) if first <= start < last), "")
            for value in _VALUES.get(kind, ("null",)):
                yield statement[1].start, end, value


def places(text: str, tokens: Sequence[Token]) -> list[Place]:
    """Return classes and methods with a body, the outer before the inner."""
    closes = _matching(tokens)
    return [
        (token.start, tokens[last].end, token.text)
        for place, token in enumerate(tokens)
        if token.kind in Name.Class or token.kind in Name.Function
        if (last := _body_end(tokens, closes, place)) is not None
    ]


def unheard(text: str) -> list[tuple[int, int]]:
    """Return nothing: comments are no tokens, and what an annotation says does not compile otherwise."""
    return []


def is_source(text: str) -> bool:
    """Say yes: whether it compiles is found out where it is run."""
    return True


def _is_sign(token: Token) -> bool:
    return token.kind in Punctuation or token.kind in Operator


def _matching(tokens: Sequence[Token]) -> dict[int, int]:
    """Return for the place of each opening bracket that of the closing one."""
    found: dict[int, int] = {}
    opened: list[int] = []
    for place, token in enumerate(tokens):
        if _is_sign(token) and token.text in _OPENS:
            opened.append(place)
        elif _is_sign(token) and token.text in _CLOSES and opened:
            found[opened.pop()] = place
    return found


def _outermost(tokens: Sequence[Token]) -> Iterator[Token]:
    """Yield the tokens that are in no brackets."""
    depth = 0
    for token in tokens:
        depth -= _is_sign(token) and token.text in _CLOSES
        if depth == 0:
            yield token
        depth += _is_sign(token) and token.text in _OPENS


def _statements(tokens: Sequence[Token]) -> Iterator[Sequence[Token]]:
    """Yield the statements that end with a semicolon, without it."""
    first, depth = 0, 0
    for place, token in enumerate(tokens):
        if not _is_sign(token):
            continue
        depth += (token.text in ("(", "[")) - (token.text in (")", "]"))
        if depth == 0 and token.text in (";", "{", "}"):
            statement = tokens[first:place]
            if token.text == ";" and statement and statement[0].text not in _STAY:
                yield statement
            first = place + 1


def _body_end(tokens: Sequence[Token], closes: Mapping[int, int], place: int) -> int | None:
    """Return the place of the bracket that closes the class or method whose name is at *place*."""
    while place < len(tokens) and tokens[place].text != ";":
        if tokens[place].text == "{":
            return closes.get(place)
        place = closes.get(place, place) + 1
    return None


def _return_types(tokens: Sequence[Token], closes: Mapping[int, int]) -> list[Place]:
    """Return where each method begins and ends, and the type that it returns (of an array its last bracket)."""
    return [
        (token.start, tokens[last].end, tokens[place - 1].text)
        for place, token in enumerate(tokens)
        if token.kind in Name.Function and place
        if (last := _body_end(tokens, closes, place)) is not None
    ]
