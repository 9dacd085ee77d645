"""Reports: a :class:`~graders.harness.result.Result` as text, pages and other formats.

A report reads a result and nothing else; :mod:`graders.harness.reports.audience` alone decides what
its readers may see.
"""
