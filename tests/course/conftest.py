"""What a cache of its own and the strongest sandbox are to tests: see tests/fixtures.py."""

from tests.fixtures import backend, cache, cold

__all__ = ["backend", "cache", "cold"]
