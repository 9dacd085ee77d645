"""The judge's end of the pipe to a sandboxed process."""
