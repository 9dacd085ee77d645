# solution begins
"""Draw the eight pictures of actions, and write them beside this file.

To change a picture, run `python draw.py`, which needs Pillow. The game shows
the pictures in the key panel at a small size, and over the block of a move at
that block's size. So each picture is a dark disc that stands out from every
colour of the board, with a clear margin around it.
"""
import math
from pathlib import Path
from typing import Callable, Dict, List, Tuple

from PIL import Image, ImageDraw

SIZE = 256  # of a finished picture, in pixels
SCALE = 4  # pictures are drawn this much larger, so that edges become smooth

WHITE = (250, 250, 250, 255)
DISC = (22, 26, 36, 255)
BLUE = (75, 196, 213, 255)
RED = (234, 62, 112, 255)
GREEN = (168, 190, 88, 255)
YELLOW = (255, 211, 92, 255)

Colour = Tuple[int, int, int, int]
Point = Tuple[float, float]


class Canvas:
    """A picture measured in hundredths from its centre.

    The disc has a radius of 42; x points right and y points down.
    """

    def __init__(self) -> None:
        """Make a canvas with only the disc on it."""
        self.image = Image.new('RGBA', (SIZE * SCALE, SIZE * SCALE), (0, 0, 0, 0))
        self._draw = ImageDraw.Draw(self.image)
        self.circle((0, 0), 42, WHITE)
        self.circle((0, 0), 40.5, DISC)

    def _pixels(self, point: Point) -> Point:
        """Return <point> in pixels of the large image."""
        unit = SIZE * SCALE / 100
        return (50 + point[0]) * unit, (50 + point[1]) * unit

    def circle(self, centre: Point, radius: float, colour: Colour) -> None:
        """Fill a circle."""
        x, y = centre
        self._draw.ellipse([self._pixels((x - radius, y - radius)),
                            self._pixels((x + radius, y + radius))], fill=colour)

    def polygon(self, points: List[Point], colour: Colour) -> None:
        """Fill a polygon."""
        self._draw.polygon([self._pixels(point) for point in points], fill=colour)

    def stroke(self, points: List[Point], width: float, colour: Colour) -> None:
        """Draw a line through <points> with round ends and corners."""
        self._draw.line([self._pixels(point) for point in points], fill=colour,
                        width=round(width * SIZE * SCALE / 100))
        for point in points:
            self.circle(point, width / 2, colour)

    def tile(self, centre: Point, side: float, colour: Colour, tilt: float = 0.0) -> None:
        """Draw a square with rounded corners, turned clockwise by <tilt> degrees."""
        half = side / 2 - 1.6
        corners = [turned((x, y), tilt, centre)
                   for x, y in [(-half, -half), (half, -half), (half, half), (-half, half)]]
        self.polygon(corners, colour)
        self.stroke(corners + corners[:1], 3.2, colour)

    def arrow_head(self, tip: Point, angle: float, length: float, colour: Colour) -> None:
        """Draw the head of an arrow that points to <angle> degrees (0 is right, 90 is down)."""
        corners = [turned(point, angle, tip)
                   for point in [(0.0, 0.0), (-length, -0.8 * length), (-length, 0.8 * length)]]
        self.polygon(corners, colour)
        self.stroke(corners + corners[:1], 2, colour)


def turned(point: Point, angle: float, origin: Point) -> Point:
    """Return <point> turned clockwise by <angle> degrees and moved by <origin>."""
    cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    x, y = point
    return origin[0] + cos * x - sin * y, origin[1] + sin * x + cos * y


def arc(radius: float, first: float, last: float) -> List[Point]:
    """Return points on a circle around the centre, from one angle to another."""
    steps = 120
    return [turned((radius, 0), first + (last - first) * i / steps, (0, 0)) for i in range(steps + 1)]


def rotate_cw(canvas: Canvas) -> None:
    """An arrow that runs clockwise around a divided block."""
    canvas.stroke(arc(25, -235, 20), 5.5, BLUE)
    canvas.arrow_head(turned((25, 0), 44, (0, 0)), 44 + 90 - 12, 12.5, BLUE)
    four_tiles(canvas, 10, 11.4)


def rotate_ccw(canvas: Canvas) -> None:
    """The same arrow, counter-clockwise."""
    canvas.stroke([(-x, y) for x, y in arc(25, -235, 20)], 5.5, BLUE)
    x, y = turned((25, 0), 44, (0, 0))
    canvas.arrow_head((-x, y), 90 - 44 + 12, 12.5, BLUE)
    four_tiles(canvas, 10, 11.4)


def four_tiles(canvas: Canvas, side: float, apart: float) -> None:
    """The four quarters of a block, around the centre."""
    half = apart / 2
    canvas.tile((half, -half), side, YELLOW)
    canvas.tile((-half, -half), side, WHITE)
    canvas.tile((-half, half), side, WHITE)
    canvas.tile((half, half), side, WHITE)


def swap_horizontal(canvas: Canvas) -> None:
    """Two tiles side by side, with an arrow from each to the other's place."""
    swap(canvas, 0)


def swap_vertical(canvas: Canvas) -> None:
    """The same, upright."""
    swap(canvas, 90)


def swap(canvas: Canvas, angle: float) -> None:
    """Two tiles and two arrows, all turned by <angle> degrees."""
    def at(x: float, y: float) -> Point:
        return turned((x, y), angle, (0, 0))

    canvas.tile(at(-11.5, 0), 17, YELLOW)
    canvas.tile(at(11.5, 0), 17, BLUE)
    canvas.stroke([at(-17, -20), at(10, -20)], 5.5, YELLOW)
    canvas.arrow_head(at(20, -20), angle, 11, YELLOW)
    canvas.stroke([at(17, 20), at(-10, 20)], 5.5, BLUE)
    canvas.arrow_head(at(-20, 20), angle + 180, 11, BLUE)


def smash(canvas: Canvas) -> None:
    """A flash, and four pieces that fly off."""
    for i in range(8):
        canvas.stroke([turned((7, 0), 45 * i, (0, 0)),
                       turned((30 if i % 2 == 0 else 13, 0), 45 * i, (0, 0))], 3.4, WHITE)
    canvas.tile((18, -18), 16, RED, 18)
    canvas.tile((-18, -18), 16, YELLOW, -22)
    canvas.tile((-18, 18), 16, GREEN, 14)
    canvas.tile((18, 18), 16, BLUE, -16)


def combine(canvas: Canvas) -> None:
    """Four arrows that push towards one tile."""
    canvas.tile((0, 0), 22, YELLOW)
    for angle in (45, 135, 225, 315):
        canvas.stroke([turned((33, 0), angle, (0, 0)), turned((27, 0), angle, (0, 0))], 5.5, WHITE)
        canvas.arrow_head(turned((18.5, 0), angle, (0, 0)), angle + 180, 9, WHITE)


def paint(canvas: Canvas) -> None:
    """A brush that has left a stroke of colour."""
    canvas.stroke([(x / 4, 24 + 1.8 * math.sin(x / 18)) for x in range(-96, 97)], 6, RED)
    # The brush lies along a line through its tip, which points down and left.
    tip, angle = (-17.0, 15.0), -45

    def along(forward: float, aside: float) -> Point:
        return turned((forward, aside), angle, tip)

    bristles = [along(0, 0), along(5, -6), along(11, -7.5), along(17, -6),
                along(17, 6), along(11, 7.5), along(5, 6)]
    canvas.polygon(bristles, RED)
    canvas.stroke(bristles + bristles[:1], 2, RED)
    canvas.polygon([along(18.5, -6.5), along(26, -5), along(26, 5), along(18.5, 6.5)], WHITE)
    canvas.stroke([along(28, 0), along(53, 0)], 7.4, YELLOW)


def skip(canvas: Canvas) -> None:
    """Two triangles and a bar: on to the next player."""
    for x in (-24, -3):
        corners: List[Point] = [(x, -16.0), (x + 20.0, 0.0), (x, 16.0)]
        canvas.polygon(corners, WHITE)
        canvas.stroke(corners + corners[:1], 2, WHITE)
    canvas.stroke([(24, -15), (24, 15)], 5.5, YELLOW)


PICTURES: Dict[str, Callable[[Canvas], None]] = {
    'rotate-cw': rotate_cw,
    'rotate-ccw': rotate_ccw,
    'swap-horizontal': swap_horizontal,
    'swap-vertical': swap_vertical,
    'smash': smash,
    'combine': combine,
    'paint': paint,
    'pass': skip,
}


def main() -> None:
    """Write every picture."""
    for name, draw in PICTURES.items():
        canvas = Canvas()
        draw(canvas)
        picture = canvas.image.resize((SIZE, SIZE), Image.LANCZOS)
        # The disc is slightly transparent.
        picture.putalpha(picture.getchannel('A').point(lambda value: value * 235 // 255))
        picture.quantize(64, method=Image.FASTOCTREE).save(
            Path(__file__).with_name(name + '.png'), optimize=True)


if __name__ == '__main__':
    main()
# solution ends
