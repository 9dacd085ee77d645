def reverse(first):
    copy = None
    while first is not None:
        copy, first = Node(first.value, copy), first.next
    return copy
