"""Standard streams for programs in a box: output that is counted, input that is typed, and a
terminal of the two.

What happens at a terminal are events, lists in the order in which they happen:

====================== ==================================================================================
``["printed", text]``  text on standard output; what is printed in one go or in several is one event
``["typed", line]``    the program took the next line (without its line break)
``["ahead", number]``  the program took all that was left, so many lines, at once: it does not wait for a person
``["starved"]``        the program asked for a line when nobody types any more; it sees the end of the input
====================== ==================================================================================
"""


class OutputFlood(BaseException):
    """More was printed than the cap allows."""


class _Stream(object):
    """What all of these streams have, as a file object of text that is no terminal."""

    encoding = "utf-8"
    errors = "backslashreplace"
    closed = False
    newlines = None
    line_buffering = False

    def isatty(self):
        return False

    def seekable(self):
        return False

    def fileno(self):
        raise OSError("this stream has no file descriptor")

    def flush(self):
        pass

    def close(self):
        pass


class _Output(_Stream):
    mode = "w"
    name = "<stdout>"

    def readable(self):
        return False

    def writable(self):
        return True

    def writelines(self, lines):
        for line in lines:
            self.write(line)


class _Input(_Stream):
    mode = "r"
    name = "<stdin>"

    def readable(self):
        return True

    def writable(self):
        return False

    def read(self, size=-1):
        return "".join(self.readlines())

    def __iter__(self):
        return self

    def __next__(self):
        line = self.readline()
        if not line:
            raise StopIteration
        return line


KEPT = 1000
"""Characters that are kept of what is printed in one call: a person is shown the beginning."""


class CappedText(_Output):
    """Output that counts what is printed in one call, keeps its beginning, and raises at the cap."""

    def __init__(self, cap):
        self.cap = cap
        self.reset()

    def write(self, text):
        size = self.counted(text)
        if self.room > 0:
            self.pieces.append(str.__add__(text, "")[: self.room])
            self.room -= max(1, str.__len__(self.pieces[-1]))
        return size

    def counted(self, text):
        """Count *text*, which somebody else keeps; return its length."""
        if not isinstance(text, str):
            raise TypeError("write() argument must be str, not %s" % type(text).__name__)
        self.count += len(text)
        if self.count > self.cap:
            self.flooded = True
            raise OutputFlood()
        return len(text)

    def beginning(self):
        """Return the first characters that were printed, one more than are kept if there were more."""
        return "".join(self.pieces)

    def reset(self):
        self.count = 0
        self.flooded = False
        self.pieces = []
        self.room = KEPT + 1


class NoInput(_Input):
    """Input of a program that nobody is typing to: every read finds the end."""

    def readline(self, size=-1):
        return ""

    def readlines(self, hint=-1):
        return []


class Screen(_Output):
    """Output that keeps what is printed among *events*; *counted* is the stream that counts it."""

    def __init__(self, events, counted):
        self.events = events
        self.counted = counted

    def write(self, text):
        size = self.counted.counted(text)
        if size:
            plain = str.__add__(text, "")
            if self.events and self.events[-1][0] == "printed":
                self.events[-1][1].append(plain)
            else:
                self.events.append(["printed", [plain]])
        return size


class Keyboard(_Input):
    """Input that hands out *lines*, and keeps that among *events*."""

    def __init__(self, events, lines):
        self.events = events
        self.lines = list(lines)

    def readline(self, size=-1):
        if not self.lines:
            self.events.append(["starved"])
            return ""
        line = self.lines.pop(0)
        self.events.append(["typed", line])
        return line + "\n"

    def readlines(self, hint=-1):
        rest, self.lines = self.lines, []
        self.events.append(["ahead", len(rest)])
        return [line + "\n" for line in rest]


def told(events):
    """Return *events* as plain data: the pieces of what was printed are joined."""
    return [
        ["printed", "".join(event[1])] if event[0] == "printed" else list(event) for event in events
    ]
