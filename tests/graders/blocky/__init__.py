"""Tests of the code that the graders of all editions of Blocky share."""
