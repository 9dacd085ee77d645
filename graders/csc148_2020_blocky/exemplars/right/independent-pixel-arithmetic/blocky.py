"""CSC148 Assignment 2: Blocky, the states of the game."""
from __future__ import annotations
from typing import Dict, List, Optional, Tuple
import pygame

from actions import ACTION_MESSAGE, ACTION_PENALTY, COMBINE, PAINT, PASS, \
    ROTATE_CLOCKWISE, ROTATE_COUNTER_CLOCKWISE, SMASH, SWAP_HORIZONTAL, \
    SWAP_VERTICAL
from block import Block
from player import Player
from renderer import Renderer
from settings import ANIMATION_DURATION


def _block_to_squares(board: Block) -> List[Tuple[Tuple[int, int, int],
                                                  Tuple[int, int], int]]:
    """Return the squares to draw for <board>.
    """
    squares = []
    if board.colour is not None:
        squares.append((board.colour, board.position, board.size))
    for child in board.children:
        squares += _block_to_squares(child)
    return squares


class GameData:
    """Everything that the states of one game share.

    === Public Attributes ===
    max_turns: number of turns before the game ends
    board: the board that is played on
    players: the players, each at the index of its id
    smashes: number of smashes made, by player id
    combines: number of combines made, by player id
    paints: number of paints made, by player id
    """
    max_turns: int
    board: Block
    players: List[Player]
    smashes: Dict[int, int]
    combines: Dict[int, int]
    paints: Dict[int, int]

    def __init__(self, board: Block, players: List[Player]) -> None:
        """Start with no turns and no penalties."""
        self.max_turns = 0
        self.board = board
        self.players = players
        self.smashes = {}
        self.combines = {}
        self.paints = {}
        for player in players:
            self.smashes[player.id] = 0
            self.combines[player.id] = 0
            self.paints[player.id] = 0

    def calculate_score(self, player_id: int) -> Tuple[int, int]:
        """Return the goal score and the penalty of a player."""
        score = self.players[player_id].goal.score(self.board)
        penalty = (self.smashes[player_id] * ACTION_PENALTY[SMASH]
                   + self.combines[player_id] * ACTION_PENALTY[COMBINE]
                   + self.paints[player_id] * ACTION_PENALTY[PAINT])
        return score, penalty


class GameState:
    """One state of the game. This is an abstract class."""

    def process_event(self, event: pygame.event.Event) -> None:
        """Take note of <event>."""
        raise NotImplementedError

    def update(self) -> GameState:
        """Do one step and return the state that comes next."""
        raise NotImplementedError

    def render(self, renderer: Renderer) -> None:
        """Draw this state."""
        raise NotImplementedError


class MainState(GameState):
    """The state in which a player is to make a move."""
    # === Private Attributes ===
    # _turn: number of turns finished
    # _data: the data of the game
    # _current_player_index: index of the player who moves
    # _current_score: that player's score minus penalty
    _turn: int
    _data: GameData
    _current_player_index: int
    _current_score: int

    def __init__(self, data: GameData) -> None:
        """Start with the first player."""
        self._turn = 0
        self._data = data
        self._current_player_index = 0
        score, penalty = self._data.calculate_score(0)
        self._current_score = score - penalty

    def _current_player(self) -> Player:
        """Return the player who moves."""
        return self._data.players[self._current_player_index]

    def process_event(self, event: pygame.event.Event) -> None:
        """Hand <event> to the player who moves."""
        self._current_player().process_event(event)

    def update(self) -> GameState:
        """Ask for a move, do it, and return the next state."""
        if self._turn >= self._data.max_turns:
            return GameOverState(self._data)
        player = self._current_player()
        move = player.generate_move(self._data.board)
        if move is None:
            return self
        before = _block_to_squares(self._data.board)
        if self._do_move(move):
            return AnimateMoveState(self, player.id, move, before)
        return self

    def render(self, renderer: Renderer) -> None:
        """Draw the board, the selection and the status line."""
        player = self._current_player()
        renderer.draw_board(_block_to_squares(self._data.board))
        selected = player.get_selected_block(self._data.board)
        if selected is not None:
            renderer.highlight_block(selected.position, selected.size)
        renderer.draw_status(
            f'Turn {self._turn} | Player {player.id} | '
            f'Score {self._current_score} | {player.goal.description()}')

    def _update_player(self) -> None:
        """Let the next player move."""
        self._current_player_index += 1
        if self._current_player_index >= len(self._data.players):
            self._current_player_index = 0
            self._turn += 1
        score, penalty = self._data.calculate_score(self._current_player_index)
        self._current_score = score - penalty

    def _do_move(self, move: Tuple[str, Optional[int], Block]) -> bool:
        """Do <move> for the current player, return whether it worked."""
        player = self._current_player()
        action = (move[0], move[1])
        block = move[2]
        done = False
        if action in (ROTATE_CLOCKWISE, ROTATE_COUNTER_CLOCKWISE):
            done = block.rotate(action[1])
        elif action in (SWAP_HORIZONTAL, SWAP_VERTICAL):
            done = block.swap(action[1])
        elif action == SMASH:
            done = block.smash()
            if done:
                self._data.smashes[player.id] += 1
        elif action == COMBINE:
            done = block.combine()
            if done:
                self._data.combines[player.id] += 1
        elif action == PAINT:
            done = block.paint(player.goal.colour)
            if done:
                self._data.paints[player.id] += 1
        elif action == PASS:
            done = True
        if done:
            self._update_player()
        return done


class AnimateMoveState(GameState):
    """The state in which a move is shown for a moment."""
    # === Private Attributes ===
    # _parent: the state to go back to
    # _player_id: who made the move
    # _move: the move
    # _start_time: when this state began, in milliseconds
    # _background: the squares of the board before the move
    _parent: GameState
    _player_id: int
    _move: Tuple[str, Optional[int], Block]
    _start_time: int
    _background: List[Tuple[Tuple[int, int, int], Tuple[int, int], int]]

    def __init__(self, parent: GameState, player_id: int,
                 move: Tuple[str, Optional[int], Block],
                 background: List[Tuple[Tuple[int, int, int],
                                        Tuple[int, int], int]]) -> None:
        """Show <move> from now on."""
        self._parent = parent
        self._player_id = player_id
        self._move = move
        self._start_time = pygame.time.get_ticks()
        self._background = background

    def process_event(self, event: pygame.event.Event) -> None:
        """Ignore <event>."""

    def update(self) -> GameState:
        """Return to the parent when the time is over."""
        if pygame.time.get_ticks() - self._start_time \
                > ANIMATION_DURATION * 1000:
            return self._parent
        return self

    def render(self, renderer: Renderer) -> None:
        """Draw the old board and the action on top of it."""
        action, block = (self._move[0], self._move[1]), self._move[2]
        renderer.draw_board(self._background)
        renderer.highlight_block(block.position, block.size)
        renderer.draw_image(action, block.position, block.size)
        renderer.draw_status(
            f'Player {self._player_id}: {ACTION_MESSAGE[action]}')


class GameOverState(GameState):
    """The state after the last turn."""
    # === Private Attributes ===
    # _scores: id, goal score and penalty of each player
    # _winner: id of the player with the best result
    _scores: List[Tuple[int, int, int]]
    _winner: int

    def __init__(self, data: GameData) -> None:
        """Work out the results."""
        self._scores = []
        self._winner = 0
        best = None
        for player in data.players:
            score, penalty = data.calculate_score(player.id)
            self._scores.append((player.id, score, penalty))
            if best is None or score - penalty > best:
                best = score - penalty
                self._winner = player.id

    def process_event(self, event: pygame.event.Event) -> None:
        """Ignore <event>."""

    def update(self) -> GameState:
        """Stay here."""
        return self

    def render(self, renderer: Renderer) -> None:
        """Print the results."""
        line = renderer.text_height()
        y = line
        for player_id, score, penalty in self._scores:
            renderer.print(f'Player {player_id}: {score} - {penalty} = '
                           f'{score - penalty}', line, y)
            y += line
        renderer.print(f'Player {self._winner} wins', line, y)


if __name__ == '__main__':
    import python_ta
    python_ta.check_all(config={
        'allowed-io': ['run_game'],
        'allowed-import-modules': [
            'doctest', 'python_ta', 'typing', 'pygame', '__future__',
            'actions', 'block', 'player', 'renderer', 'settings'
        ],
    })
