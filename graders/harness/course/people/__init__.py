"""The people of a class, and the authors of its submissions."""
