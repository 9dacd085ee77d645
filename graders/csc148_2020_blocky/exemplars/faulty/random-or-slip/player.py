class RandomPlayer(Player):
    def generate_move(self, board: Block) -> \
            Optional[Tuple[str, Optional[int], Block]]:
        """Return a random move that is valid on <board>."""
        if not self._proceed:
            return None

        move = None
        while move is None:
            kind = random.choice(['rotate', 'swap', 'smash', 'paint',
                                  'combine'])
            block = random.choice(_all_blocks(board))
            copy = block.create_copy()
            if kind == 'rotate' or 'swap':
                if copy.rotate(1):
                    move = _create_move(ROTATE_CLOCKWISE, block)
            elif kind == 'smash':
                if copy.smash():
                    move = _create_move(SMASH, block)
            elif kind == 'paint':
                if copy.paint(self.goal.colour):
                    move = _create_move(PAINT, block)
            elif copy.combine():
                move = _create_move(COMBINE, block)

        self._proceed = False
        return move
