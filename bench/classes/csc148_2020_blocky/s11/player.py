"""Blocky: the players, human and otherwise."""
from __future__ import annotations

import random
from typing import List, Optional, Tuple

import pygame
from actions import (
    COMBINE,
    KEY_ACTION,
    PAINT,
    PASS,
    ROTATE_CLOCKWISE,
    ROTATE_COUNTER_CLOCKWISE,
    SMASH,
    SWAP_HORIZONTAL,
    SWAP_VERTICAL,
)
from block import Block
from goal import Goal, generate_goals


def create_players(num_human: int, num_random: int,
                   smart_players: List[int]) -> List[Player]:
    """Return the players of a game, each with a random goal.

    The <num_human> human players come first, then <num_random> random ones,
    then one smart player for each difficulty in <smart_players>, in that
    order. Their ids count up from 0 through the whole list.

    Precondition: there are no more players than colours in COLOUR_LIST
    """
    players = []
    how_many = num_human + num_random + len(smart_players)
    goals = generate_goals(how_many)
    i = 0
    while i < how_many:
        goal = goals[i]
        if i < num_human:
            new_player = HumanPlayer(i, goal)
        elif i - num_human < num_random:
            new_player = RandomPlayer(i, goal)
        else:
            new_player = SmartPlayer(i, goal,
                                     smart_players[i - num_human - num_random])
        players.append(new_player)
        i += 1
    return players


def _get_block(block: Block, location: Tuple[int, int], level: int) -> \
        Optional[Block]:
    """Return the block at <level> in <block> that contains <location>.

    If the blocks at <location> do not reach down to <level>, return the
    deepest of them. If <location> is outside <block>, return None.

    A block contains its upper and left edges, but not its lower and right
    ones. <location> is an (x, y) in pixels, and <level> counts from the whole
    board, like the attribute of a block.

    Precondition: block.level <= level <= block.max_depth
    """
    x, y = location
    current = None
    candidates = [block]
    while candidates:
        hit = None
        for candidate in candidates:
            cx, cy = candidate.position
            if cx <= x < cx + candidate.size and \
                    cy <= y < cy + candidate.size:
                hit = candidate
                break
        if hit is None:
            return current
        current = hit
        if current.level == level:
            return current
        candidates = current.children
    return current


class Player:
    """A player of Blocky.

    This class is abstract: create only players of its subclasses.

    Attributes:
    - id: the number of this player, unique in the game.
    - goal: what this player tries to achieve.
    """

    id: int
    goal: Goal

    def __init__(self, player_id: int, goal: Goal) -> None:
        """Make player number <player_id>, who pursues <goal>."""
        self.goal = goal
        self.id = player_id

    def get_selected_block(self, board: Block) -> Optional[Block]:
        """Return the block of <board> that this player points at.

        Return None if this player does not point at a block.
        """
        raise NotImplementedError

    def process_event(self, event: pygame.event.Event) -> None:
        """React to <event>, if it concerns this player."""
        raise NotImplementedError

    def generate_move(self, board: Block) -> \
            Optional[Tuple[str, Optional[int], Block]]:
        """Return the move that this player makes on <board>.

        A move consists of the two parts of an action, and a block.
        Return None if this player has not decided yet.
        """
        raise NotImplementedError


def _create_move(action: Tuple[str, Optional[int]], block: Block) -> \
        Tuple[str, Optional[int], Block]:
    """Return the move that applies <action> to <block>."""
    return action[0], action[1], block


def _try_action(block: Block, action: Tuple[str, Optional[int]],
                colour: Tuple[int, int, int]) -> bool:
    """Apply <action> to <block>; return True if <block> was changed."""
    name, number = action
    if name == 'rotate':
        worked = block.rotate(number)
    elif name == 'swap':
        worked = block.swap(number)
    elif name == 'smash':
        worked = block.smash()
    elif name == 'combine':
        worked = block.combine()
    elif name == 'paint':
        worked = block.paint(colour)
    else:
        worked = False
    return worked


class HumanPlayer(Player):
    """A player at the keyboard and the mouse.

    The mouse points at a position, the keys W and S select a larger or smaller
    block at that position, and the keys in KEY_ACTION choose an action for it.

    Private attributes:
    - _level: the level of the block that the player points at.
    - _desired_action: the action that the player chose, until generate_move
      returns it; None if there is no such action.

    Invariants:
    - _level >= 0
    """

    _level: int
    _desired_action: Optional[Tuple[str, Optional[int]]]

    def __init__(self, player_id: int, goal: Goal) -> None:
        """Make a player who selects the whole board and has no action yet."""
        Player.__init__(self, player_id, goal)
        self._level = 0
        self._desired_action = None

    def get_selected_block(self, board: Block) -> Optional[Block]:
        """Return the block of <board> under the mouse at the chosen level.

        Return None if the mouse is not over <board>.
        """
        # The key S may have raised the level above the maximum depth.
        self._level = min(self._level, board.max_depth)
        return _get_block(board, pygame.mouse.get_pos(), self._level)

    def process_event(self, event: pygame.event.Event) -> None:
        """React to a key that chooses an action or changes the level."""
        if event.type != pygame.KEYDOWN:
            return

        if event.key in KEY_ACTION:
            self._desired_action = KEY_ACTION[event.key]
        elif event.key == pygame.K_w:
            self._level = max(0, self._level - 1)
            self._desired_action = None
        elif event.key == pygame.K_s:
            self._level += 1
            self._desired_action = None

    def generate_move(self, board: Block) -> \
            Optional[Tuple[str, Optional[int], Block]]:
        """Return the move that the player chose, even if it is impossible.

        Return None if no action was chosen, or if the mouse is not over
        <board>.
        """
        block = self.get_selected_block(board)
        if block is None or self._desired_action is None:
            return None

        move = _create_move(self._desired_action, block)
        self._desired_action = None
        return move


class RandomPlayer(Player):
    """A computer player who makes random valid moves.

    Private attributes:
    - _proceed: whether this player should move. A click of the left mouse
      button sets it.
    """

    _proceed: bool

    def __init__(self, player_id: int, goal: Goal) -> None:
        """Make random player number <player_id>, who pursues <goal>."""
        Player.__init__(self, player_id, goal)
        self._proceed = False

    def get_selected_block(self, board: Block) -> Optional[Block]:
        """Return None: a computer player does not point at blocks."""
        return None

    def process_event(self, event: pygame.event.Event) -> None:
        """Take note of a click, which lets this player move."""
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._proceed = True

    def generate_move(self, board: Block) -> \
            Optional[Tuple[str, Optional[int], Block]]:
        """Return a random move that would succeed on <board>.

        It is never a pass, and painting uses the colour of this player's
        goal. <board> does not change, and the block of the move is one of
        its blocks.

        Return None until a click lets this player move. After a move has
        been returned, the next one waits for another click.
        """
        if not self._proceed:
            return None

        actions = [ROTATE_CLOCKWISE, ROTATE_COUNTER_CLOCKWISE, SWAP_HORIZONTAL,
                   SWAP_VERTICAL, SMASH, COMBINE, PAINT]
        while self._proceed:
            # walk down the tree, and stop somewhere
            block = board
            while block.children and random.randint(0, 3) > 0:
                block = random.choice(block.children)
            random.shuffle(actions)
            for action in actions:
                if _try_action(block.create_copy(), action, self.goal.colour):
                    self._proceed = False
                    return _create_move(action, block)
        return None


class SmartPlayer(Player):
    """A computer player who tries some moves on copies and makes the best.

    Private attributes:
    - _proceed: whether this player should move. A click of the left mouse
      button sets it.
    """

    _proceed: bool

    def __init__(self, player_id: int, goal: Goal, difficulty: int) -> None:
        """Make smart player number <player_id>, who pursues <goal>.

        The greater <difficulty>, the harder this player is to beat: it is the
        number of moves tried before one is made.
        """
        Player.__init__(self, player_id, goal)
        self._proceed = False
        self._difficulty = difficulty

    def get_selected_block(self, board: Block) -> Optional[Block]:
        """Return None: a computer player does not point at blocks."""
        return None

    def process_event(self, event: pygame.event.Event) -> None:
        """Take note of a click, which lets this player move."""
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._proceed = True

    def generate_move(self, board: Block) -> \
            Optional[Tuple[str, Optional[int], Block]]:
        """Return the best of some random moves that would succeed on <board>.

        The number of tried moves is the difficulty of this player. The best
        move is the one after which this player's goal has the highest score;
        the cost of a move does not matter. If no tried move makes the score
        greater than it is now, return a pass.

        <board> does not change, and the block of the move is one of its
        blocks.

        Return None until a click lets this player move. After a move has
        been returned, the next one waits for another click.
        """
        if not self._proceed:
            return None

        actions = [ROTATE_CLOCKWISE, ROTATE_COUNTER_CLOCKWISE, SWAP_HORIZONTAL,
                   SWAP_VERTICAL, SMASH, COMBINE, PAINT]
        best_move = _create_move(PASS, board)
        best_score = self.goal.score(board)
        rounds = 0
        while rounds < self._difficulty:
            # walk down the board and its copy at the same time
            board_copy = board.create_copy()
            block, block_copy = board, board_copy
            while block.children and random.randint(0, 3) > 0:
                index = random.randint(0, 3)
                block = block.children[index]
                block_copy = block_copy.children[index]
            action = random.choice(actions)
            if _try_action(block_copy, action, self.goal.colour):
                rounds += 1
                new_score = self.goal.score(board_copy)
                if new_score > best_score:
                    best_score = new_score
                    best_move = _create_move(action, block)
        self._proceed = False
        return best_move


if __name__ == '__main__':
    import python_ta
    python_ta.check_all(config={
        'allowed-io': ['process_event'],
        'allowed-import-modules': [
            'doctest', 'python_ta', 'random', 'typing', 'actions', 'block',
            'goal', 'pygame', '__future__'
        ],
        'max-attributes': 10
    })
