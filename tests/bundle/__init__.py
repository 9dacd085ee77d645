"""What leaves the repository, built for real and used elsewhere."""
