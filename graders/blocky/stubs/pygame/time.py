"""A clock that advances only when the program waits: no time is lost, and every run sees the same
time.
"""

from pygame.recording import record

_now = [0]


def get_ticks():
    """Return the milliseconds that the program has waited so far."""
    return _now[0]


def wait(milliseconds):
    """Advance the clock."""
    record("time.wait", milliseconds)
    _now[0] += max(0, int(milliseconds))
    return int(milliseconds)


def delay(milliseconds):
    """Advance the clock."""
    record("time.delay", milliseconds)
    _now[0] += max(0, int(milliseconds))
    return int(milliseconds)


def set_timer(event, millis, loops=0):
    """Record the request only."""
    record("time.set_timer", event, millis)


class Clock(object):
    """A frame counter with exactly the requested rate."""

    def __init__(self):
        self._last = 0

    def tick(self, framerate=0):
        self._last = int(1000 / framerate) if framerate else 0
        record("time.Clock.tick", framerate)
        _now[0] += self._last
        return self._last

    tick_busy_loop = tick

    def get_time(self):
        return self._last

    def get_fps(self):
        return 1000.0 / self._last if self._last else 0.0
