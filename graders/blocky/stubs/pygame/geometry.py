"""Rectangles, with the methods that programs need to draw a board."""


def _set(rect, **values):
    for name, value in values.items():
        setattr(rect, name, int(value))


def _edges(place, size):
    """Return the attributes of the first edge, the middle and the last edge along an axis. To set
    one moves the rectangle.
    """

    def edge(part):
        return property(
            lambda self: getattr(self, place) + part(getattr(self, size)),
            lambda self, value: _set(self, **{place: value - part(getattr(self, size))}),
        )

    return edge(lambda length: 0), edge(lambda length: length // 2), edge(lambda length: length)


def _corner(x, y):
    """Return the attribute of a point with the attributes *x* and *y*, which moves with it."""
    return property(
        lambda self: (getattr(self, x), getattr(self, y)),
        lambda self, value: (setattr(self, x, value[0]), setattr(self, y, value[1])),
    )


class Rect(object):
    """A rectangle in whole numbers: ``Rect(x, y, w, h)``, ``Rect((x, y), (w, h))`` or
    ``Rect(rect)``.
    """

    def __init__(self, *parts):
        if len(parts) == 1:
            parts = tuple(parts[0])
        if len(parts) == 2:
            parts = tuple(parts[0]) + tuple(parts[1])
        self.x, self.y, self.width, self.height = (int(part) for part in parts)

    def __iter__(self):
        return iter((self.x, self.y, self.width, self.height))

    def __len__(self):
        return 4

    def __getitem__(self, index):
        return (self.x, self.y, self.width, self.height)[index]

    def __eq__(self, other):
        return isinstance(other, (Rect, tuple, list)) and tuple(self) == tuple(other)

    __hash__ = None

    def __repr__(self):
        return "Rect(%d, %d, %d, %d)" % tuple(self)

    w = property(lambda self: self.width, lambda self, value: _set(self, width=value))
    h = property(lambda self: self.height, lambda self, value: _set(self, height=value))
    size = property(
        lambda self: (self.width, self.height),
        lambda self, value: _set(self, width=value[0], height=value[1]),
    )
    left, centerx, right = _edges("x", "width")
    top, centery, bottom = _edges("y", "height")
    topleft, topright = _corner("left", "top"), _corner("right", "top")
    bottomleft, bottomright = _corner("left", "bottom"), _corner("right", "bottom")
    center = _corner("centerx", "centery")

    def copy(self):
        return Rect(*self)

    def move(self, dx, dy):
        return Rect(self.x + dx, self.y + dy, self.width, self.height)

    def inflate(self, dx, dy):
        return Rect(self.x - dx // 2, self.y - dy // 2, self.width + dx, self.height + dy)

    def collidepoint(self, *point):
        x, y = point[0] if len(point) == 1 else point
        return self.x <= x < self.right and self.y <= y < self.bottom
