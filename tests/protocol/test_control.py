"""Messages over a Unix socket have a limit of size."""

from __future__ import annotations

import socket

import pytest

from graders.harness.protocol import control, messages, values


def test_largest_message_is_received_and_a_larger_one_refused() -> None:
    message = messages.NotMade(1, "why")
    size = len(values.encode(messages.to_list(message), control.LIMIT))
    one, other = socket.socketpair()
    with one, other:
        control.send(one, message)
        assert control.receive(other, 10, size)[0] == messages.to_list(message)
        control.send(one, message)
        with pytest.raises(control.Broken, match=f"more than {size - 1} bytes"):
            control.receive(other, 10, size - 1)
