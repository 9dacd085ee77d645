"""Events, and a queue that only the program and its driver fill."""

from pygame import constants

_queue = []


class Event(object):
    """An event: its ``type``, and its attributes, passed as keywords or as a dict."""

    def __init__(self, type, dict=None, **attributes):
        self.type = type
        self.dict = {}
        self.dict.update(dict or {}, **attributes)
        self.__dict__.update(self.dict)

    def __eq__(self, other):
        return isinstance(other, Event) and (self.type, self.dict) == (
            other.type,
            other.dict,
        )

    __hash__ = None

    def __repr__(self):
        return "<Event(%s %r)>" % (event_name(self.type), self.dict)


EventType = Event


def post(event):
    """Put *event* into the queue."""
    _queue.append(event)
    return True


def get(eventtype=None, pump=True, exclude=None):
    """Remove the events from the queue and return them; only those of some types, if given."""
    wanted = (
        None
        if eventtype is None
        else set(eventtype)
        if isinstance(eventtype, (list, tuple, set))
        else {eventtype}
    )
    found = [event for event in _queue if wanted is None or event.type in wanted]
    _queue[:] = [event for event in _queue if wanted is not None and event.type not in wanted]
    return found


def poll():
    """Remove the oldest event and return it, or return an event of type NOEVENT."""
    return _queue.pop(0) if _queue else Event(constants.NOEVENT)


def wait(timeout=0):
    """Return the oldest event. An empty queue means that the window was closed, because no more
    events can come.
    """
    return _queue.pop(0) if _queue else Event(constants.QUIT)


def clear(eventtype=None, pump=True):
    """Discard the events of the queue."""
    get(eventtype)


def pump():
    """Do nothing: there is no window system to talk to."""


def event_name(type):
    """Return a name for a type of event."""
    names = {
        "QUIT": "Quit",
        "KEYDOWN": "KeyDown",
        "KEYUP": "KeyUp",
        "MOUSEMOTION": "MouseMotion",
        "MOUSEBUTTONDOWN": "MouseButtonDown",
        "MOUSEBUTTONUP": "MouseButtonUp",
    }
    return next(
        (shown for name, shown in names.items() if getattr(constants, name) == type),
        "Unknown",
    )
