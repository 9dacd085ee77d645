"""Tests of what authors use beyond the core's own proofs."""
