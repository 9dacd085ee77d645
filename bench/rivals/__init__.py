"""The ways people grade today, on the same submission and the same checks, in the same run.

:mod:`bench.rivals.running` prepares and times them; everything else here runs inside their own processes and reaches
the checks through :mod:`bench.rivals.adapter`.
"""
