"""Many submissions: a class is graded, kept, compared with its roster, and shown to staff."""
