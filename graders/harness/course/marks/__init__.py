"""What staff decide about a class, and the marks that follow."""
