"""What the lint server runs in its boxes: python-ta on submitted files, which it reads and never
imports.
"""
