"""The judge's end of the pipe: calls to a sandboxed process, the callbacks it may make, the oracle.

Nothing that comes over the pipe is trusted beyond being plain data.
"""
