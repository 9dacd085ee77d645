"""Rules about the code's style, applied to its text: standard library, Python 3.10 syntax.

They run in the submission's box, because parsing hostile source is risky. They are modules beside
the driver of an assignment whose manifest names them. Nothing of the submission is imported or run.
A finding is a list ``[rule, severity, file, line, message]``; the manifest decides its cost.
"""
