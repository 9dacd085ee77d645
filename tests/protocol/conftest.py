"""What tests of the protocol share."""

from tests.inside.conftest import python_of_each_release

__all__ = ["python_of_each_release"]
