"""Count the words on standard input."""

# starter, to do: write the program.
# solution begins
import sys

words = sys.stdin.read().split()
print(len(words), "words")
print(len(set(words)), "different")
# solution ends
