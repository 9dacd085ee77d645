class RandomPlayer(Player):
    def generate_move(self, board: Block) -> \
            Optional[Tuple[str, Optional[int], Block]]:
        """Return a random move that is valid on <board>."""
        if not self._proceed:
            return None

        move = None
        while move is None:
            block = random.choice(_all_blocks(board))
            copy = block.create_copy()
            action = random.choice([ROTATE_CLOCKWISE, SWAP_HORIZONTAL, SMASH,
                                    ROTATE_COUNTER_CLOCKWISE, SWAP_VERTICAL,
                                    COMBINE, PAINT])
            if action[0] == 'rotate':
                success = copy.rotate(action[1])
            elif action[0] == 'swap':
                success = copy.swap(action[1])
            elif action == SMASH:
                success = copy.smash()
            elif action == COMBINE:
                success = block_copy.combine()
            else:
                success = copy.paint(self.goal.colour)
            if success:
                move = _create_move(action, block)

        self._proceed = False
        return move
