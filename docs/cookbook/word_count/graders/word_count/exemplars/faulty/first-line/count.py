words = input().split()
print(len(words), "words")
print(len(set(words)), "different")
