import sys

try:
    lines = open(sys.argv[1]).read().splitlines()
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 2
    print("\n".join(lines[-count:]))
except FileNotFoundError:
    print(sys.argv[1], "is missing", file=sys.stderr)
