"""What ``from pygame.locals import *`` brings."""

from pygame.constants import *  # noqa: F403
from pygame.geometry import Rect  # noqa: F401
