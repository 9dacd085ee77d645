"""The platforms that courses use, one module each.

Each module has a `PLATFORM` (see `protocol.Platform`): it recognises the platform's download and
writes marks and pages as that platform takes them. Nothing imports these modules: they are found by
name (`intake.platforms.platforms`), and a package adds its own by an entry point of the group
"graders.platforms".
"""
