class Block:
    def smash(self) -> bool:
        """Divide this block into four random children, if it is smashable.

        Chance decides whether a child is divided in turn: a child at a level
        n that is less than max_depth is divided if random.random() is less
        than math.exp(-0.25 * n). A child that is not divided gets a random
        colour from COLOUR_LIST.

        Return whether this block was smashed. If not, it is unchanged.
        """
        if not self.smashable():
            return 0

        self.colour = None
        for position in self._children_positions():
            child = Block(position, self._child_size(), None,
                          self.level + 1, self.max_depth)
            if (child.smashable()
                    and random.random() < math.exp(-0.25 * child.level)):
                child.smash()
            else:
                child.colour = random.choice(COLOUR_LIST)
            self.children.append(child)
        return 1

    def swap(self, direction: int) -> bool:
        """Swap the halves of this block, if it has children.

        The left and right children change places if <direction> is 0, the
        upper and lower ones if it is 1. The inside of a child does not
        change: it is neither mirrored nor turned.

        Return whether the halves were swapped. If not, nothing has changed.

        Precondition: direction is 0 or 1
        """
        if not self.children:
            return 0

        upper_right, upper_left, lower_left, lower_right = self.children
        if direction == 0:
            self.children = [upper_left, upper_right, lower_right, lower_left]
        else:
            self.children = [lower_right, lower_left, upper_left, upper_right]
        self._update_children_positions(self.position)
        return 1

    def rotate(self, direction: int) -> bool:
        """Turn this block and everything in it, if it has children.

        A <direction> of 1 is a quarter turn clockwise, a <direction> of 3 a
        quarter turn counter-clockwise. The picture turns as a whole: each
        child that has children turns the same way.

        Return whether this block was turned. If not, nothing has changed.

        Precondition: direction is 1 or 3
        """
        if not self.children:
            return 0

        # The order of children runs counter-clockwise, so a turn is a shift.
        self.children = self.children[direction:] + self.children[:direction]
        for child in self.children:
            child.rotate(direction)
        self._update_children_positions(self.position)
        return 1

    def paint(self, colour: Tuple[int, int, int]) -> bool:
        """Give this block the colour <colour>, if it is a unit cell.

        A unit cell that already has that colour is not painted.

        Return whether the colour of this block changed.
        """
        if self.level != self.max_depth or self.colour == colour:
            return 0

        self.colour = colour
        return 1

    def combine(self) -> bool:
        """Make this block a leaf of its children's most frequent colour.

        Only a block whose children are unit cells can be combined, and only
        if one colour occurs among them more often than every other colour.

        Return whether this block was combined. If not, nothing has changed.
        """
        if not self.children or self.level != self.max_depth - 1:
            return 0

        votes = [child.colour for child in self.children]
        winner = max(votes, key=votes.count)
        others = [colour for colour in votes if colour != winner]
        if any(others.count(colour) == votes.count(winner)
               for colour in others):
            return 0

        self.colour = winner
        self.children = []
        return 1
