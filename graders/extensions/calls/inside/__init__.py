"""The driver, which runs in the box."""
