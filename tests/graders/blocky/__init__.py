"""Tests of what the graders of all editions of Blocky share."""
