"""A record of a program's calls to show, play or wait, in order."""

calls = []
"""(name, positional arguments) of the first MOST recorded calls, such as ("draw.rect", (surface,
colour, rect)).
"""
MOST = 10000


def record(name, *arguments):
    """Record one call."""
    if len(calls) < MOST:
        calls.append((name, arguments))


def recorder(name, answer=None):
    """Return a function that records its calls as *name* and returns the result of *answer*."""

    def called(*arguments, **keywords):
        record(name, *arguments)
        return answer(*arguments, **keywords) if answer is not None else None

    called.__name__ = name.rsplit(".", 1)[-1]
    return called
