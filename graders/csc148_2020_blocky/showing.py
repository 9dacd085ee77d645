"""Exhibits of boards in the colours of this edition's palette."""

from graders.blocky.showing import Showing

LETTERS = "PROD"
"""Letters of the palette, in the order of COLOUR_LIST."""
SHOWING = Showing(LETTERS, ("Pacific Point", "Real Red", "Old Olive", "Daffodil Delight"))

colour_name = SHOWING.colour_name
refused = SHOWING.refused
returned = SHOWING.returned
same_board = SHOWING.same_board
same_cells = SHOWING.same_cells
shown_board = SHOWING.shown_board
shown_cells = SHOWING.shown_cells
shown_tree = SHOWING.shown_tree
unchanged = SHOWING.unchanged
