"""The commands of ``grader``, one module each: its grammar (``add``) and its work (``run``)."""
