"""Shared by the tests of the protocol."""

from tests.inside.conftest import python_of_each_release

__all__ = ["python_of_each_release"]
