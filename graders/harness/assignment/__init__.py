"""The parts of an assignment: its manifest, its checks, its scenarios."""
