"""Other common tools, on the same submission and the same checks, in the same run.

:mod:`bench.rivals.running` prepares and times them. Everything else here runs inside the tools' processes and reaches
the checks through :mod:`bench.rivals.adapter`.
"""
