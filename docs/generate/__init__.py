"""The pages of ``docs/`` that are made from the code, each by the module of its name."""
