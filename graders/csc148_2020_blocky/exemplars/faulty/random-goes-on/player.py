class RandomPlayer(Player):
    def generate_move(self, board: Block) -> \
            Optional[Tuple[str, Optional[int], Block]]:
        """Return a random move that is valid on <board>."""
        if not self._proceed:
            return None

        move = _random_valid_move(board, self.goal.colour)
        if (move[0], move[1]) in (SMASH, COMBINE, PAINT):
            self._proceed = False
        elif move[0] == 'rotate':
            self._proceed = False
        return move
