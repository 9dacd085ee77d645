"""One submission, from a session with its program to its result."""
