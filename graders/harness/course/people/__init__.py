"""Who is in a class, and whose submission is whose."""
