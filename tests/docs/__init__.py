"""Tests of documents: their commands are run, and their links and names exist."""
