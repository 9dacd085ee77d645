"""Events, and a queue of them that only the program itself and whoever drives it fill."""

from pygame import constants

_queue = []


class Event(object):
    """An event: its ``type``, and its attributes, given as keywords or as a dict."""

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
    """Take the events out of the queue (those of one or several types, if given)."""
    wanted = (
        None
        if eventtype is None
        else set(eventtype)
        if isinstance(eventtype, (list, tuple, set))
        else {eventtype}
    )
    found = [event for event in _queue if wanted is None or event.type in wanted]
    _queue[:] = [
        event for event in _queue if wanted is not None and event.type not in wanted
    ]
    return found


def poll():
    """Take the oldest event out of the queue; an event of type NOEVENT if there is none."""
    return _queue.pop(0) if _queue else Event(constants.NOEVENT)


def wait(timeout=0):
    """Return the oldest event. Nothing else happens in here, so an empty queue means the window was
    closed.
    """
    return _queue.pop(0) if _queue else Event(constants.QUIT)


def clear(eventtype=None, pump=True):
    """Throw the events of the queue away."""
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
