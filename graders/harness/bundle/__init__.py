"""What leaves this repository in one piece: for students, and for platforms."""
