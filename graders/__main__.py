"""``python -m graders``: the same as the command ``grader``."""

import sys

from graders.harness.cli import main

sys.exit(main())
