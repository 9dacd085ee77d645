class Block:
    def combine(self) -> bool:
        """Combine the children of this block."""
        if not self.children or any(child.children for child in self.children):
            return False
        colours = [child.colour for child in self.children]
        for colour in colours:
            if all(colours.count(colour) > colours.count(other)
                   for other in colours if other != colour):
                self.colour = colour
                self.children = []
                return True
        return False
