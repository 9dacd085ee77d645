"""Tests of what is said about how code is written: rules, python-ta, and what findings cost."""
