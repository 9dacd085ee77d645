"""What a program asked pygame to show, to play or to wait for, in order, so that it can be looked
at afterwards.
"""

calls = []
"""(name, positional arguments) of the first MOST recorded calls, such as ("draw.rect", (surface,
colour, rect)).
"""
MOST = 10000


def record(name, *arguments):
    """Keep one call."""
    if len(calls) < MOST:
        calls.append((name, arguments))


def recorder(name, answer=None):
    """Return a function that keeps its calls under *name* and returns what *answer* returns (or
    None).
    """

    def called(*arguments, **keywords):
        record(name, *arguments)
        return answer(*arguments, **keywords) if answer is not None else None

    called.__name__ = name.rsplit(".", 1)[-1]
    return called
