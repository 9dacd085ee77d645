"""Boards in the colours of this edition."""

from graders.blocky.painting import Boards

# letters of a board in pictures and scenarios: Pacific Point, Real Red, Old Olive, Daffodil Delight
PAINTER = Boards(
    {
        "P": (1, 128, 181),
        "R": (199, 44, 58),
        "O": (138, 151, 71),
        "D": (255, 211, 92),
    }
)
