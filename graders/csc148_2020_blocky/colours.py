"""The course's colours, for reading.py."""

from settings import COLOUR_LIST

COLOURS = tuple(COLOUR_LIST)  # a copy, because a submission may change the list
