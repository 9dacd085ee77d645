class Vector:
    def __eq__(self, other):
        return self.x == other.x
