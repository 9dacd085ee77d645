"""The commands of ``grader``, one module each: its grammar (``add``), and what it does (``run``)."""
