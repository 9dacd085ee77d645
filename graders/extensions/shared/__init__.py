"""Tools that the extensions for authors of graders share; the core does not import them.

- `exemplars` and `mutants` are programs whose faults are known; `gradings` grades them.
- `languages` and `syntax_trees` read their sources; `overlay` lays changes over the reference, in
  each language by its `authoring`.
- `checks_of_tests` are checks made of existing tests, `refresh_parts` the parts of
  ``grader refresh``.
"""
