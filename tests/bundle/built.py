"""Bundles for tests: each is built once in a process."""
