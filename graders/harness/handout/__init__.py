"""What leaves the repository: starters, bundles for students, the autograder for Gradescope."""
