"""What the judge and the processes of the sandbox say to each other: frames, values, messages.

Both sides of the wall import this package, so it holds no secret and needs nothing but the
standard library of Python 3.10.
"""
