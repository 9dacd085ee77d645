"""The commands of ``grader``, one module each; `grammar` reads their functions."""
