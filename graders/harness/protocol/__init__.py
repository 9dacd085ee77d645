"""The protocol between the judge and the processes of the sandbox: frames, values, messages.

Both sides of the wall import this package. So it holds no secret, and needs only the standard
library of Python 3.10.
"""
