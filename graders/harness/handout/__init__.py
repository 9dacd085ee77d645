"""Files that leave the repository: starters and students' bundles."""
