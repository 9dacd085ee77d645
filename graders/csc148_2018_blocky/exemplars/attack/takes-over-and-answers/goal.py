"""As block.py says."""

import block
