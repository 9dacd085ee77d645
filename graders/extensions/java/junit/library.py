"""The methods of Java's library on plain data, in Python."""

from __future__ import annotations

import calendar
import datetime
import re

from graders.extensions.java.junit.terms import (
    LISTS,
    MAPS,
    PLAIN,
    SETS,
    TEXT,
    Term,
    joined,
)
from graders.extensions.shared.checks_of_tests import NotConvertible

FIXED = ("List.of", "Set.of", "Map.of", "Map.ofEntries", "Collections.unmodifiableList")
"""Methods whose collections nobody can change."""
_UNMODIFIABLE = ("unmodifiableList", "unmodifiableMap", "unmodifiableSet", "unmodifiableCollection")
_EMPTY = {"emptyList": ("[]", "List"), "emptySet": ("set()", "Set"), "emptyMap": ("{}", "Map")}
_MAKERS = frozenset(
    (
        *("List.of", "Set.of", "Map.of", "String.join", "BigInteger.valueOf", "Arrays.asList"),
        *(f"Collections.{name}" for name in (*_UNMODIFIABLE, *_EMPTY, "singletonList")),
        "Collections.singleton",
    )
)
_DATES = ("LocalDate", "LocalDateTime")
_MONTHS = tuple(name.upper() for name in calendar.month_name)
_MOST = {"Integer": ("int", 2**31), "Long": ("long", 2**63)}
CONSTANTS = {
    "Math.PI": Term("3.141592653589793", "double"),
    "Math.E": Term("2.718281828459045", "double"),
    **{f"{kind}.MAX_VALUE": Term(str(most - 1), plain) for kind, (plain, most) in _MOST.items()},
    **{f"{kind}.MIN_VALUE": Term(str(-most), plain) for kind, (plain, most) in _MOST.items()},
    **{
        f"BigInteger.{word}": Term(str(number), "BigInteger")
        for word, number in {"ZERO": 0, "ONE": 1, "TWO": 2, "TEN": 10}.items()
    },
}


def constant(name: str) -> Term | None:
    """Return a constant of the library; None for others."""
    kind, _, word = name.rpartition(".")
    if kind in ("DayOfWeek", "Month") or name in _MONTHS:
        return Term(repr(word), f"{kind or 'Month'}{TEXT}")
    return CONSTANTS.get(name)


def is_maker(method: str) -> bool:
    """Return whether a static method, such as ``List.of``, makes plain data."""
    kind = method.partition(".")[0]
    return (
        method in _MAKERS
        or f"Collections.{method}" in _MAKERS
        or (f"Arrays.{method}" in _MAKERS or kind in _DATES)
    )


def made(method: str, terms: list[Term]) -> Term:
    """Return what such a static method makes. Raises NotConvertible."""
    if method.partition(".")[0] in _DATES:
        return _date(method, terms)
    last = method.removeprefix("Collections.").removeprefix("Arrays.")
    first = terms[0] if terms else Term("")
    match last, terms:
        case name, [only] if name in _UNMODIFIABLE:
            return only
        case name, [] if name in _EMPTY:
            return Term(*_EMPTY[name])
        case (("List.of" | "asList" | "singletonList"), [only]) if only.is_array:
            return Term(only.code, f"List<{only.part}>")
        case (("List.of" | "asList" | "singletonList"), _):
            return Term(f"[{joined(terms)}]", f"List<{first.type}>")
        case (("Set.of" | "singleton"), _):
            return Term(f"{{{joined(terms)}}}" if terms else "set()", f"Set<{first.type}>")
        case "Map.of", _:
            return table([*zip(terms[::2], terms[1::2], strict=True)])
        case "String.join", [between, *texts] if texts and all(
            text.type == "String" for text in texts
        ):
            return Term(f"{between.code}.join([{joined(texts)}])", "String")
        case "BigInteger.valueOf", [only]:
            return Term(only.code, "BigInteger")
    raise NotConvertible(f"it calls {method} in an unusual way")


def table(pairs: list[tuple[Term, Term]]) -> Term:
    """Return a map."""
    codes = ", ".join(f"{key.code}: {value.code}" for key, value in pairs)
    kinds = [f"{key.type}, {value.type}" for key, value in pairs[:1]]
    return Term(f"{{{codes}}}", f"Map<{''.join(kinds)}>")


def new(kind: str, full: str, terms: list[Term]) -> Term:
    """Return a new object of a class of the library. full: the type with its arguments."""
    is_set, is_list = kind in SETS, kind in LISTS
    if (is_set or is_list or kind in MAPS) and not terms:
        return Term("set()" if is_set else "[]" if is_list else "{}", full)
    if (is_set or is_list or kind in MAPS) and len(terms) == 1:
        copied = terms[0]
        if copied.is_list or copied.raw in (*SETS, *MAPS):
            name = "set" if is_set else "list" if is_list else "dict"
            return Term(f"{name}({copied.code})", full)
    if kind == "BigInteger" and len(terms) == 1 and re.fullmatch(r"'-?\d+'", terms[0].code):
        return Term(terms[0].code.strip("'"), "BigInteger")
    raise NotConvertible(f"it makes a {kind}, which is no plain data")


def _date(method: str, terms: list[Term]) -> Term:
    """Return a date as its text, which the driver makes a date again."""
    kind, _, name = method.partition(".")
    words = [term.code.strip("'") for term in terms]
    text = words[0] if name == "parse" and len(words) == 1 else ""
    if name == "of":
        numbers = [str(_MONTHS.index(word)) if word in _MONTHS else word for word in words]
        if all(word.isdecimal() for word in numbers):
            try:
                text = datetime.datetime(*map(int, numbers)).isoformat()  # type: ignore[arg-type]
            except (TypeError, ValueError):
                raise NotConvertible(f"it makes a date of {', '.join(words)}") from None
            text = text if kind == "LocalDateTime" else text.partition("T")[0]
    pattern = r"\d{4}-\d\d-\d\d" + r"T\d\d:\d\d(:\d\d)?" * (kind == "LocalDateTime")
    if not re.fullmatch(pattern, text):
        raise NotConvertible("it computes a date, or asks for the time")
    return Term(repr(re.sub(r"(T\d\d:\d\d):00$", r"\1", text)), f"{kind}{TEXT}")


_OF_SIZED = {
    ("size", 0): ("len({})", "int"),
    ("length", 0): ("len({})", "int"),
    ("isEmpty", 0): ("(len({}) == 0)", "boolean"),
}
_OF_TEXTS = {
    ("startsWith", 1): ("{}.startswith({})", "boolean"),
    ("endsWith", 1): ("{}.endswith({})", "boolean"),
    ("toString", 0): ("{}", "String"),
}
_EQUALS = {("equals", 1): ("({} == {})", "boolean")}
_CONTAINS = {("contains", 1): ("({1} in {0})", "boolean")}
_CONTAINS_KEY = {("containsKey", 1): ("({1} in {0})", "boolean")}


def method_of(term: Term, name: str, codes: list[str]) -> Term:
    """Return the result of a method of plain data. Raises NotConvertible."""
    is_table = term.raw in MAPS and term.key in PLAIN
    forms = {
        **(_OF_SIZED if term.has_size else {}),
        **(_CONTAINS if term.has_size and term.raw not in MAPS else {}),
        **(_CONTAINS_KEY if is_table else {}),
        **(_OF_TEXTS if term.type == "String" else {}),
        **(_EQUALS if term.raw in ("String", *LISTS) else {}),
    }
    if term.raw in LISTS or is_table:
        forms["get", 1] = "{}[{}]", term.part
    if term.raw == "SortedMap" and is_table:
        forms |= {("firstKey", 0): ("[*{}][0]", term.key), ("lastKey", 0): ("[*{}][-1]", term.key)}
    if term.type == "Throwable":
        forms["getMessage", 0] = "str({}.value)", "String"
    if (name, len(codes)) not in forms:
        raise NotConvertible(f"it calls {name} of {term.type or 'a value of unknown type'}")
    form, kind = forms[name, len(codes)]
    return Term(form.format(term.code, *codes), kind)
