"""The messages of the sandbox, by direction.

A message is a NamedTuple. It travels as a list: its kind, usually the class's name in lower case,
then its fields. Each direction has a table of kinds, and a function that parses a received list or
raises :class:`~.values.WireError`.

Judge and child use the child's connection, judge and zygote the zygote's control socket, judge and
launcher the launcher's socket. *call* is the number of a call in its connection, *child* the
judge's number of a child, *box* the judge's number of a box.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias, get_origin, get_type_hints, is_typeddict

from .config import BoxRequest, ProcessLimits
from .values import WireError

Message: TypeAlias = tuple[Any, ...]
"""Any NamedTuple of this module."""

# From the judge to a child.


REFUSED_FILES = "refused_files"
"""An operation that every driver has: the names of the submitted files that do not compile."""


class Call(NamedTuple):
    """Call an operation of the driver, or REFUSED_FILES."""

    call: int
    operation: str
    arguments: list[Any]


class Answer(NamedTuple):
    """The answer to an Ask."""

    ask: int
    value: Any


class Refused(NamedTuple):
    """The refusal of an Ask."""

    ask: int
    reason: str


class Fresh(NamedTuple):
    """Reset the interpreter before the calls of another check."""

    number: int
    variant: str = ""
    """The check's variant, which replaces no file, as the process's does not; "" if it stays."""


class Spell(NamedTuple):
    """Resend the first results since the last reset, as JSON."""

    results: int
    """Their number."""


# From a child to the judge.


class Importing(NamedTuple):
    """A file of the submission is about to run at import."""

    call: int
    module: str


class Imported(NamedTuple):
    """The file was imported without an exception."""

    call: int
    module: str


class Ask(NamedTuple):
    """A callback; the call continues after the answer."""

    call: int
    ask: int
    operation: str
    arguments: list[Any]


class Printed(NamedTuple):
    """The beginning of the call's output, sent before its result."""

    call: int
    text: str


class Busy(NamedTuple):
    """Sent repeatedly in a long call: its current line, the beginning of its output, and the CPU
    seconds that it has taken at least.
    """

    call: int
    where: str
    text: str
    seconds: float


class Return(NamedTuple):
    """The operation's result."""

    call: int
    value: Any


class Raise(NamedTuple):
    """The submission raised an exception."""

    call: int
    type: str
    text: str
    where: str
    """Lines of the submission, see ``server.where_of``."""
    what: str
    """ "error", "memory" or "recursion"."""


THREADS_LEFT = "threads_left"
"""Reason not to make a call: threads of earlier ones still run. It needs a fresh process."""


class MissingReply(NamedTuple):
    """A file or name that the call needs is not there, or does not load; its kind is "missing"."""

    call: int
    module: str
    """A module for lack of which later calls would fail too, or ""."""
    kind: str
    """ "file_missing", "file_broken", "file_unusable", "name_missing" or THREADS_LEFT."""
    file: str
    """ "" if *text* is the whole message."""
    text: str
    """The missing name, or the error of Python or the compiler."""
    where: str
    """The lines of the error; of a missing name, where it may be, or ""."""


class Output(NamedTuple):
    """The call printed more than the limit allows."""

    call: int


class Reset(NamedTuple):
    """The answer to Fresh, with the same kind, "fresh"."""

    number: int
    done: bool


# Between the judge and a zygote.


class LoadProgram(NamedTuple):
    """The first message to a zygote, the program of its box; its kind is "program"."""

    program: dict[str, Any]
    limits: ProcessLimits


class Change(NamedTuple):
    """Serve other files of the submission from now on. Not answered."""

    submitted: dict[str, bytes]


class Connect(NamedTuple):
    """Fork a child to serve the descriptor that comes with the message."""

    child: int
    variant: str
    cpu_seconds: float


class Renew(NamedTuple):
    """Give a child this much CPU time from now on."""

    child: int
    cpu_seconds: float


class Finish(NamedTuple):
    """End a child. A child that hung up gets a grace period to end by itself."""

    child: int
    hung_up: bool


class Child(NamedTuple):
    """A child is confined and serves its descriptor."""

    child: int


class Renewed(NamedTuple):
    """A child has new CPU time."""

    child: int
    cpu_seconds: float
    """Used since the last Renew, or its start."""


class Ended(NamedTuple):
    """A child has ended."""

    child: int
    by_itself: bool
    status: int
    """Exit status, or minus the signal."""
    cause: str
    """ "cpu", "memory", "files" or ""."""
    cpu_seconds: float
    peak_kilobytes: int


class NotMade(NamedTuple):
    """The child or box of this number could not be made."""

    number: int
    text: str


BUSY = "every small file system is in use by another grading"
"""Text of the fault of a box that has to wait for a place for files."""


# Between the judge and a launcher.


class Open(NamedTuple):
    """Make a box whose zygote serves the descriptor that comes with the message."""

    box: int
    request: BoxRequest


class Close(NamedTuple):
    """End a box and every process in it."""

    box: int


class Branch(NamedTuple):
    """Serve another judge at the descriptor that comes with the message. Not answered."""


class Preload(NamedTuple):
    """Import the files of a trusted program for all boxes to come. Not answered."""

    program: dict[str, Any]
    starter: dict[str, bytes]
    """Files that its rules compare submissions with."""


class Opened(NamedTuple):
    """A box is ready."""

    box: int


class Closed(NamedTuple):
    """A box has ended."""

    box: int
    status: int
    """Exit status of its first process, or minus the signal."""
    kills: int
    """Number of its processes that were killed for lack of memory."""


# Between the judge and a process that is started again for each connection.


class Start(NamedTuple):
    """Serve a program in one variant."""

    program: dict[str, Any]
    variant: str
    limits: ProcessLimits
    code: list[Any]
    """Code of trusted files, see ``modules.Program.to_code``."""


class Compile(NamedTuple):
    """Compile a trusted program."""

    program: dict[str, Any]


class Compiled(NamedTuple):
    """The code of all files that compile."""

    code: list[Any]


# Kinds and parsers.

KIND_OF: dict[type, str] = {
    LoadProgram: "program",
    NotMade: "fault",
    MissingReply: "missing",
    Reset: "fresh",
}
"""The kind of each class."""
_TYPES_OF: dict[type, list[tuple[type, ...]]] = {}
"""By class: for each field the types that its value may have; empty for any type."""


def table(*classes: type, **kinds: type) -> dict[str, type]:
    """Return the messages of one direction by kind; register kind and fields of each class.

    kinds: classes whose kind is not their name.
    """
    for kind, message in kinds.items():
        KIND_OF[message] = kind
    for message in (*classes, *kinds.values()):
        KIND_OF.setdefault(message, message.__name__.lower())
        _TYPES_OF[message] = [_types(value) for value in get_type_hints(message).values()]
    return {KIND_OF[message]: message for message in (*classes, *kinds.values())}


def _types(hint: Any) -> tuple[type, ...]:
    if hint is Any:
        return ()
    if hint is float:
        return (float, int)
    if is_typeddict(hint):
        return (dict,)
    return (get_origin(hint) or hint,)


_TO_CHILD = table(Call, Answer, Refused, Fresh, Spell)
_FROM_CHILD = table(
    Importing, Imported, Ask, Printed, Busy, Return, Raise, MissingReply, Output, Reset
)
_TO_ZYGOTE = table(LoadProgram, Change, Connect, Renew, Finish)
_FROM_ZYGOTE = table(Child, Renewed, Ended, NotMade)
_TO_LAUNCHER = table(Open, Close, Branch, Preload)
_FROM_LAUNCHER = table(Opened, Closed, NotMade)
_TO_PLAIN = table(Start, Compile)
_FROM_PLAIN = table(Compiled)

_INTERIM = tuple(
    f'["{KIND_OF[message]}"'.encode() for message in (Importing, Imported, Ask, Printed, Busy)
)
"""How the messages begin that do not end a call."""
_ASK = f'["{KIND_OF[Ask]}"'.encode()

Reply: TypeAlias = (
    Importing | Imported | Ask | Printed | Busy | Return | Raise | MissingReply | Output | Reset
)


def to_list(message: Message) -> list[Any]:
    """Return *message* as a list to send."""
    return [KIND_OF[type(message)], *message]


def parse_to_child(message: list[Any]) -> Call | Answer | Refused | Fresh | Spell:
    """Parse a message from the judge to a child. Raises WireError."""
    parsed: Call | Answer | Refused | Fresh | Spell = parse(_TO_CHILD, message)
    return parsed


def parse_reply(message: list[Any]) -> Reply:
    """Parse a hostile message from a child to the judge. Raises WireError."""
    parsed: Reply = parse(_FROM_CHILD, message)
    return parsed


def is_interim(payload: bytes) -> bool:
    """Return whether the call goes on after *payload*, an encoded message from a child."""
    return payload.startswith(_INTERIM)


def is_callback(payload: bytes) -> bool:
    """Return whether *payload*, an encoded message from a child, waits for an answer."""
    return payload.startswith(_ASK)


ToZygote: TypeAlias = LoadProgram | Change | Connect | Renew | Finish


def parse_to_zygote(message: list[Any]) -> ToZygote:
    """Parse a message from the judge to a zygote. Raises WireError."""
    parsed: ToZygote = parse(_TO_ZYGOTE, message)
    return parsed


def parse_from_zygote(message: list[Any]) -> Child | Renewed | Ended | NotMade:
    """Parse a message from a zygote to the judge. Raises WireError."""
    parsed: Child | Renewed | Ended | NotMade = parse(_FROM_ZYGOTE, message)
    return parsed


def parse_to_launcher(message: list[Any]) -> Open | Close | Branch | Preload:
    """Parse a message from the judge to a launcher. Raises WireError."""
    parsed: Open | Close | Branch | Preload = parse(_TO_LAUNCHER, message)
    return parsed


def parse_from_launcher(message: list[Any]) -> Opened | Closed | NotMade:
    """Parse a message from a launcher to the judge. Raises WireError."""
    parsed: Opened | Closed | NotMade = parse(_FROM_LAUNCHER, message)
    return parsed


def parse_to_plain(message: list[Any]) -> Start | Compile:
    """Parse the first message to a process started for one connection. Raises WireError."""
    parsed: Start | Compile = parse(_TO_PLAIN, message)
    return parsed


def parse_from_plain(message: list[Any]) -> Compiled:
    """Parse the answer to Compile. Raises WireError."""
    parsed: Compiled = parse(_FROM_PLAIN, message)
    return parsed


def parse(kinds: dict[str, type], message: list[Any]) -> Any:
    """Return the NamedTuple of a received list, of one of the *kinds* of a direction.

    Raises WireError if its fields do not fit.
    """
    kind = message[0] if message else None
    message_class = kinds.get(kind) if type(kind) is str else None
    if message_class is None:
        raise WireError("a message of unknown kind")
    fields, types = message[1:], _TYPES_OF[message_class]
    if len(fields) != len(types):
        raise WireError(f"a message {kind} of {len(fields)} fields")
    for field, allowed in zip(fields, types, strict=True):
        if allowed and type(field) not in allowed:
            raise WireError(f"a message {kind} with a field of the wrong type")
    return message_class(*fields)
