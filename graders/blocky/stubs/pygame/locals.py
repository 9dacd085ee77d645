"""The names for ``from pygame.locals import *``."""

from pygame.constants import *  # noqa: F403
from pygame.geometry import Rect  # noqa: F401
