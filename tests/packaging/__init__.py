"""How the project is packaged: the wheel, the lock files, the interface, and where assignments are found."""
