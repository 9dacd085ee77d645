"""Blocky: the players, people and computer players."""
import random
from typing import Optional, Tuple

import pygame
from block import Block
from goal import Goal
from renderer import Renderer

# The time for which a computer player shows its block, in milliseconds.
TIME_DELAY = 600

# solution begins
# The moves of computer players: a method of Block and its argument.
MOVES = [('rotate', 1), ('rotate', 3), ('swap', 0), ('swap', 1)]

# The number of moves that a smart player compares at difficulty 0, 1, 2, ...
CANDIDATES = [5, 10, 25, 50, 100, 150]

# solution ends

class Player:
    """A player of Blocky.

    This class is abstract: create only players of its subclasses.

    Attributes:
    - renderer: the object that draws in the window.
    - id: the number of this player.
    - goal: what this player tries to achieve.
    """

    renderer: Renderer
    id: int
    goal: Goal

    def __init__(self, renderer: Renderer, player_id: int, goal: Goal) -> None:
        """Make player number <player_id>, who pursues <goal>."""
        self.renderer = renderer
        self.id = player_id
        self.goal = goal

    def make_move(self, board: Block) -> int:
        """Choose a move, and make it on <board>.

        Return 0 when the move is made, 1 if the player asked to quit.
        """
        raise NotImplementedError


class HumanPlayer(Player):
    """A player at the keyboard and the mouse.

    The mouse points at a position, the arrow keys up and down select a larger
    or smaller block there, and buttons and keys choose a move for it.

    Attributes:
    - num_smashes: the number of blocks that this player has smashed.

    Private attributes:
    - _selected_block: the block that this player points at.
    - _level: its level.

    Invariants:
    - num_smashes <= MAX_SMASHES
    """

    # The number of blocks that a person may smash in a game.
    MAX_SMASHES = 1

    num_smashes: int
    _selected_block: Optional[Block]
    _level: int

    def __init__(self, renderer: Renderer, player_id: int, goal: Goal) -> None:
        """Make a player who has not selected a block yet."""
        Player.__init__(self, renderer, player_id, goal)
        self.num_smashes = 0
        self._selected_block = None
        self._level = 0

    def process_event(self, board: Block,
                      event: pygame.event.Event) -> Optional[int]:
        """Select the block under the mouse, and carry out <event>.

        Return 1 if a move was made, 0 if the requested move is impossible,
        None if <event> does not request a move.
        """
        block = board.get_selected_block(pygame.mouse.get_pos(), self._level)
        if self._selected_block is not None:
            self._selected_block.highlighted = False
        self._selected_block = block
        self._selected_block.highlighted = True
        self._level = block.level

        if event.type == pygame.MOUSEBUTTONDOWN:
            block.rotate(event.button)
            return 1
        if event.type != pygame.KEYDOWN:
            return None

        if event.key == pygame.K_UP:
            if block.parent is not None:
                self._level -= 1
        elif event.key == pygame.K_DOWN:
            if len(block.children) != 0:
                self._level += 1
        elif event.key == pygame.K_h:
            block.swap(0)
            return 1
        elif event.key == pygame.K_v:
            block.swap(1)
            return 1
        elif event.key == pygame.K_s:
            return self._smash(block)
        return None

    def _smash(self, block: Block) -> int:
        """Smash <block> if possible; return 1 if it was smashed, else 0.
        """
        if self.num_smashes >= self.MAX_SMASHES:
            print('You have no smash left; do something else.')
            return 0
        if not block.smash():
            print('This block cannot be smashed; choose another one.')
            return 0
        self.num_smashes += 1
        return 1

    def make_move(self, board: Block) -> int:
        """Make the move on <board> that this person chooses.

        Return 0 when the move is made, 1 if the person closed the window.
        """
        self._level = 0
        self._selected_block = board
        pygame.event.clear()
        while True:
            self.renderer.draw(board, self.id)
            for event in pygame.event.get():
                if event.type == pygame.QUIT:
                    return 1
                result = self.process_event(board, event)
                self.renderer.draw(board, self.id)
                if result is not None and result > 0:
                    self._selected_block.highlighted = False
                    return 0
# solution begins


def _random_block(board: Block) -> Block:
    """Return a block of <board>, of a random level at a random position."""
    x = random.randrange(board.size)
    y = random.randrange(board.size)
    return board.get_selected_block((x, y), random.randint(0, board.max_depth))


def _perform(block: Block, move: Tuple[str, int]) -> None:
    """Do <move>, which is one of MOVES, to <block>."""
    method, direction = move
    if method == 'rotate':
        block.rotate(direction)
    else:
        block.swap(direction)


def _undo(block: Block, move: Tuple[str, int]) -> None:
    """Undo <move>, which was made on <block>."""
    method, direction = move
    _perform(block, (method, 4 - direction if method == 'rotate'
                     else direction))


class RandomPlayer(Player):
    """A computer player who makes any move on any block."""

    def make_move(self, board: Block) -> int:
        """Do one of five actions to a block of <board>, both at random.

        The block is shown before the action, the board after it. If the block
        cannot be smashed, a smash loses the turn. Return 0.
        """
        block = _random_block(board)
        block.highlighted = True
        self.renderer.draw(board, self.id)
        pygame.time.wait(TIME_DELAY)

        # The index after the last move stands for a smash.
        choice = random.randint(0, len(MOVES))
        if choice < len(MOVES):
            _perform(block, MOVES[choice])
        else:
            block.smash()

        block.highlighted = False
        self.renderer.draw(board, self.id)
        return 0


class SmartPlayer(Player):
    """A computer player who tries some moves and makes the best one.

    Private attributes:
    - _candidates: the number of moves this player tries before it makes one.
    """

    _candidates: int

    def __init__(self, renderer: Renderer, player_id: int, goal: Goal,
                 difficulty: int) -> None:
        """Make smart player number <player_id>, who pursues <goal>.

        The greater <difficulty>, the harder this player is to beat; above 5
        it makes no difference.

        Precondition: difficulty >= 0
        """
        Player.__init__(self, renderer, player_id, goal)
        self._candidates = CANDIDATES[min(difficulty, len(CANDIDATES) - 1)]

    def make_move(self, board: Block) -> int:
        """Make the best of some random moves on <board>, never a smash.

        Each candidate is made, scored and undone without being drawn. Then the
        best move's block is shown before the move, the board after. Return 0.
        """
        best = None
        for _ in range(self._candidates):
            block, move = _random_block(board), random.choice(MOVES)
            _perform(block, move)
            score = self.goal.score(board)
            _undo(block, move)
            if best is None or score > best[0]:
                best = (score, block, move)

        _, block, move = best
        block.highlighted = True
        self.renderer.draw(board, self.id)
        pygame.time.wait(TIME_DELAY)
        _perform(block, move)
        block.highlighted = False
        self.renderer.draw(board, self.id)
        return 0
# solution ends


if __name__ == '__main__':
    import python_ta
    python_ta.check_all(config={
        'allowed-io': ['_smash'],
        'allowed-import-modules': [
            'doctest', 'python_ta', 'random', 'typing', 'block', 'goal',
            'player', 'renderer', 'pygame'
        ],
        'max-attributes': 10,
        'generated-members': 'pygame.*'
    })
