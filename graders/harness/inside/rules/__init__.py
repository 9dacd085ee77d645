"""Rules on how code is written, read from its text alone: standard library only, Python 3.10.

They run in the submission's box (parsing hostile source is an attack too), as modules beside the
driver of an assignment whose manifest names them. Nothing of the submission is imported or run. A
finding is a list ``[rule, severity, file, line, message]``; what it costs is the manifest's affair.
"""
