"""CSC148 Assignment 2: Blocky, the players."""
from __future__ import annotations
from typing import List, Optional, Tuple
import random
import pygame

from block import Block
from goal import Goal, generate_goals

from actions import KEY_ACTION, ROTATE_CLOCKWISE, ROTATE_COUNTER_CLOCKWISE, \
    SWAP_HORIZONTAL, SWAP_VERTICAL, SMASH, PASS, PAINT, COMBINE


def create_players(num_human: int, num_random: int, smart_players: List[int]) \
        -> List[Player]:
    """Return human players, random players and smart players, in this order.

    The numbers in <smart_players> are difficulties.
    """
    goals = generate_goals(num_human + num_random + len(smart_players))
    players = []
    for _ in range(num_human):
        number = len(players)
        players.append(HumanPlayer(number, goals[number]))
    for _ in range(num_random):
        number = len(players)
        players.append(RandomPlayer(number, goals[number]))
    for difficulty in smart_players:
        number = len(players)
        players.append(SmartPlayer(number, goals[number], difficulty))
    return players


def _get_block(block: Block, location: Tuple[int, int], level: int) -> \
        Optional[Block]:
    """Return the block at <level> that contains <location>, or the deepest
    one there if it is not that deep. None if <location> is outside.
    """
    x, y = block.position
    if not (x <= location[0] < x + block.size
            and y <= location[1] < y + block.size):
        return None
    if block.level == level:
        return block
    for child in block.children:
        found = _get_block(child, location, level)
        if found is not None:
            return found
    return block


def _try_action(action: Tuple[str, Optional[int]], block: Block,
                colour: Tuple[int, int, int]) -> bool:
    """Do <action> to <block>, paint with <colour>. Return if it worked."""
    if action in (ROTATE_CLOCKWISE, ROTATE_COUNTER_CLOCKWISE):
        return block.rotate(action[1])
    if action in (SWAP_HORIZONTAL, SWAP_VERTICAL):
        return block.swap(action[1])
    if action == SMASH:
        return block.smash()
    if action == COMBINE:
        return block.combine()
    if action == PAINT:
        return block.paint(colour)
    return False


def _random_valid_move(board: Block, colour: Tuple[int, int, int]) -> \
        Tuple[Tuple[str, Optional[int]], Block, Block]:
    """Return an action that works, the block of <board> it works on, and a
    copy of the board after it.
    """
    actions = [action for action in KEY_ACTION.values() if action != PASS]
    while True:
        location = (random.randint(0, board.size - 1),
                    random.randint(0, board.size - 1))
        level = random.randint(0, board.max_depth)
        action = random.choice(actions)
        copy = board.create_copy()
        block = _get_block(copy, location, level)
        if block is not None and _try_action(action, block, colour):
            return action, _get_block(board, location, level), copy


class Player:
    """Someone who plays the game. This is an abstract class.

    === Public Attributes ===
    id: number of this player, from 0
    goal: what this player tries to reach
    """
    id: int
    goal: Goal

    def __init__(self, player_id: int, goal: Goal) -> None:
        """Make a player with this number and this goal."""
        self.goal = goal
        self.id = player_id

    def get_selected_block(self, board: Block) -> Optional[Block]:
        """Return the block of <board> that this player points at, if any."""
        raise NotImplementedError

    def process_event(self, event: pygame.event.Event) -> None:
        """Take note of <event>."""
        raise NotImplementedError

    def generate_move(self, board: Block) -> \
            Optional[Tuple[str, Optional[int], Block]]:
        """Return this player's next move on <board>, None if not ready."""
        raise NotImplementedError


def _create_move(action: Tuple[str, Optional[int]], block: Block) -> \
        Tuple[str, Optional[int], Block]:
    """Return the move that does <action> to <block>."""
    return action[0], action[1], block


class HumanPlayer(Player):
    """A person with a mouse and a keyboard.
    """
    # === Private Attributes ===
    # _level: the level of the block the person selects
    # _desired_action: what the person asked for last, if anything
    _level: int
    _desired_action: Optional[Tuple[str, Optional[int]]]

    def __init__(self, player_id: int, goal: Goal) -> None:
        """Make a human player who points at the whole board."""
        Player.__init__(self, player_id, goal)
        self._level = 0
        self._desired_action = None

    def get_selected_block(self, board: Block) -> Optional[Block]:
        """Return the block under the mouse, at the selected level."""
        return _get_block(board, pygame.mouse.get_pos(),
                          min(self._level, board.max_depth))

    def process_event(self, event: pygame.event.Event) -> None:
        """Change the level or remember an action, depending on the key."""
        if event.type == pygame.KEYDOWN:
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
        """Return the move asked for, None as long as there is none."""
        block = self.get_selected_block(board)
        if block is None or self._desired_action is None:
            return None
        move = _create_move(self._desired_action, block)
        self._desired_action = None
        return move


class RandomPlayer(Player):
    """A computer player who does anything that is possible."""
    # === Private Attributes ===
    # _proceed: whether it is time for the next move
    _proceed: bool

    def __init__(self, player_id: int, goal: Goal) -> None:
        """Make a random player who waits."""
        Player.__init__(self, player_id, goal)
        self._proceed = False

    def get_selected_block(self, board: Block) -> Optional[Block]:
        """Return None, a computer points at nothing."""
        return None

    def process_event(self, event: pygame.event.Event) -> None:
        """Go on when the left mouse button is pressed."""
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._proceed = True

    def generate_move(self, board: Block) -> \
            Optional[Tuple[str, Optional[int], Block]]:
        """Return any valid move on <board>, None if it is not yet time."""
        if not self._proceed:
            return None
        action, block, _ = _random_valid_move(board, self.goal.colour)
        self._proceed = False
        return _create_move(action, block)


class SmartPlayer(Player):
    """A computer player who tries a few moves and takes the best."""
    # === Private Attributes ===
    # _proceed: whether it is time for the next move
    # _difficulty: number of moves to try
    _proceed: bool
    _difficulty: int

    def __init__(self, player_id: int, goal: Goal, difficulty: int) -> None:
        """Make a smart player who waits."""
        Player.__init__(self, player_id, goal)
        self._proceed = False
        self._difficulty = difficulty

    def get_selected_block(self, board: Block) -> Optional[Block]:
        """Return None, a computer points at nothing."""
        return None

    def process_event(self, event: pygame.event.Event) -> None:
        """Go on when the left mouse button is pressed."""
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._proceed = True

    def generate_move(self, board: Block) -> \
            Optional[Tuple[str, Optional[int], Block]]:
        """Return the best of some valid moves on <board>, or a pass if none
        of them helps. None if it is not yet time.
        """
        if not self._proceed:
            return None
        best_move = _create_move(PASS, board)
        best_score = self.goal.score(board)
        for _ in range(self._difficulty):
            action, block, after = _random_valid_move(board, self.goal.colour)
            score = self.goal.score(after)
            if score > best_score:
                best_score = score
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
        'max-attributes': 10,
        'generated-members': 'pygame.*'
    })
