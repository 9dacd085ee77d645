"""Rectangles, with the methods that programs need to draw a board."""


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

    w = property(lambda self: self.width)
    h = property(lambda self: self.height)
    left = property(lambda self: self.x)
    top = property(lambda self: self.y)
    right = property(lambda self: self.x + self.width)
    bottom = property(lambda self: self.y + self.height)
    topleft = property(lambda self: (self.x, self.y))
    size = property(lambda self: (self.width, self.height))
    centerx = property(lambda self: self.x + self.width // 2)
    centery = property(lambda self: self.y + self.height // 2)
    center = property(lambda self: (self.x + self.width // 2, self.y + self.height // 2))

    def copy(self):
        return Rect(*self)

    def move(self, dx, dy):
        return Rect(self.x + dx, self.y + dy, self.width, self.height)

    def inflate(self, dx, dy):
        return Rect(self.x - dx // 2, self.y - dy // 2, self.width + dx, self.height + dy)

    def collidepoint(self, *point):
        x, y = point[0] if len(point) == 1 else point
        return self.x <= x < self.right and self.y <= y < self.bottom
