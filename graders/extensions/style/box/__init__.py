"""The lint server's code in its boxes: python-ta on submitted files, which are never imported."""
