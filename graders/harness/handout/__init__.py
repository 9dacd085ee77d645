"""Files that leave the repository: starters, students' bundles, Gradescope's autograder."""
