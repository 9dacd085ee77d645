"""The judge's end of the pipe: calls to a sandboxed process, its callbacks, the oracle.

Everything that comes over the pipe is untrusted plain data.
"""
