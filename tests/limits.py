"""The name that tests of the judge still use for `tests.world.with_limits`."""

from tests.world import with_limits

__all__ = ["with_limits"]
