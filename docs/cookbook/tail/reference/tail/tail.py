"""Print the last lines of a file: python tail.py FILE [COUNT]"""

# starter, to do: write the program.
# solution begins
import sys

try:
    with open(sys.argv[1]) as file:
        lines = file.read().splitlines()
except FileNotFoundError:
    sys.exit(f"{sys.argv[1]} is missing")
count = int(sys.argv[2]) if len(sys.argv) > 2 else 2
print("\n".join(lines[-count:]))
# solution ends
