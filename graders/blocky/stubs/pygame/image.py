"""Images, which are neither read nor written."""

from pygame.recording import record, recorder
from pygame.surface import Surface


def load(file, namehint=""):
    """Return a surface instead of the image."""
    record("image.load", file)
    return Surface((64, 64))


save = recorder("image.save")
