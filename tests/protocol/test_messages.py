"""Each message arrives unchanged, and no other value is parsed as a message."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graders.extensions.java import jvm_messages
from graders.harness.protocol import messages, values
from graders.harness.protocol.values import WireError

REQUEST = {"level": "A", "limits": {}, "bubblewrap": "", "library_path": "", "guest": None}
SAMPLES: list[tuple[Callable[[list[Any]], Any], Any]] = [
    (messages.parse_to_child, messages.Call(1, "turn", [(1, 2)])),
    (messages.parse_to_child, messages.Answer(1, None)),
    (messages.parse_to_child, messages.Refused(1, "not now")),
    (messages.parse_to_child, messages.Fresh(2)),
    (messages.parse_reply, messages.Importing(1, "game")),
    (messages.parse_reply, messages.Imported(1, "game")),
    (messages.parse_reply, messages.Ask(1, 1, "total", [3])),
    (messages.parse_reply, messages.Printed(1, "hello")),
    (messages.parse_reply, messages.Busy(1, "game.py, line 3", "", 0.25)),
    (messages.parse_reply, messages.Return(1, {"any": (1, 2.5)})),
    (messages.parse_reply, messages.Raise(1, "ValueError", "no", "game.py, line 3", "error")),
    (messages.parse_to_child, messages.Spell(3)),
    (messages.parse_reply, messages.MissingReply(1, "game", "file_missing", "game.py", "", "")),
    (messages.parse_reply, messages.MissingReply(1, "", "name_missing", "game.py", "turn", "")),
    (messages.parse_reply, messages.Output(1)),
    (messages.parse_reply, messages.Reset(2, True)),
    (messages.parse_to_zygote, messages.Change({"work.py": b""})),
    (messages.parse_to_zygote, messages.LoadProgram({"submitted": {}}, {})),  # type: ignore[typeddict-item]
    (messages.parse_to_zygote, messages.Connect(3, "own", 2.5)),
    (messages.parse_to_zygote, messages.Renew(3, 10)),
    (messages.parse_to_zygote, messages.Finish(3, False)),
    (messages.parse_from_zygote, messages.Child(3)),
    (messages.parse_from_zygote, messages.Renewed(3, 0.25)),
    (messages.parse_from_zygote, messages.Ended(3, True, -11, "", 0.5, 9000)),
    (messages.parse_from_zygote, messages.NotMade(3, "no room")),
    (messages.parse_to_launcher, messages.Open(1, REQUEST)),  # type: ignore[arg-type]
    (messages.parse_to_launcher, messages.Close(1)),
    (messages.parse_to_launcher, messages.Branch()),
    (messages.parse_to_launcher, messages.Preload({}, {"game.py": b""})),
    (messages.parse_from_launcher, messages.Opened(1)),
    (messages.parse_from_launcher, messages.Closed(1, -9, 2)),
    (messages.parse_from_launcher, messages.NotMade(1, "no namespaces")),
    (messages.parse_to_plain, messages.Start({}, "own", {}, [])),  # type: ignore[typeddict-item]
    (messages.parse_to_plain, messages.Compile({})),
    (messages.parse_from_plain, messages.Compiled([["driver", "driver.py", b""]])),
    (jvm_messages.parse_from_machine, jvm_messages.CompiledClasses(1, {}, {}, True)),
]


@pytest.mark.parametrize(("parse", "message"), SAMPLES, ids=lambda value: type(value).__name__)
def test_message_comes_back_as_it_was_sent(parse: Callable[[list[Any]], Any], message: Any) -> None:
    """Messages of each direction pass through the codec."""
    payload = values.encode(messages.to_list(message), 1 << 20)
    back = parse(values.decode(payload))
    assert back == message
    assert type(back) is type(message)


def test_every_kind_has_a_sample() -> None:
    """A new kind needs one, so that it is tested, too."""
    sent_only = {
        jvm_messages.CompileClasses,
        jvm_messages.Load,
        jvm_messages.Reload,
    }  # to Java, which has its own parser
    assert {type(message) for _, message in SAMPLES} | sent_only == set(messages.KIND_OF)


@pytest.mark.parametrize(
    "received",
    [
        [],
        [[]],
        [None],
        ["return"],
        ["return", 1],
        ["return", 1, 2, 3],
        ["return", True, 2],
        ["return", "1", 2],
        ["return", 1.0, 2],
        ["printed", 1, ["text"]],
        ["ask", 1, 1, "total", (1, 2)],
        ["call", 1, "turn", []],
        ["nothing", 1],
        [{"kind": 1}, 1],
    ],
)
def test_anything_else_from_a_child_is_refused(received: list[Any]) -> None:
    """Another kind, direction, number of fields or type."""
    with pytest.raises(WireError):
        messages.parse_reply(received)


@pytest.mark.slow
@given(
    st.lists(
        st.sampled_from(["return", "raise", "ask", "busy"])
        | st.integers()
        | st.text()
        | st.lists(st.none())
    )
)
def test_hostile_lists_raise_only_wire_errors(received: list[Any]) -> None:
    """A child's bytes are a message or raise a WireError."""
    try:
        assert isinstance(messages.parse_reply(received), tuple)
    except WireError:
        pass
