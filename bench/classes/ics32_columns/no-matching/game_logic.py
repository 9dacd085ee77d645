# ICS 32
# Project 4 
# This module has the logic of the game
    
NONE=0 
FALLING = 1
LANDED=2
FROZEN=3
MATCHED = 4
    
class GameOverError(Exception):
    """Raised when the game is over"""
    pass 

class InvalidMoveError(Exception):
    """Raised when a move can not be made"""
    pass
    
class Cell:
    def __init__(self,letter:str, state:int):
        self.letter = letter 
        self.state = state

class Board:
    def __init__(self,rows:int, cols: int):
        """Makes an empty board, with 3 rows on top that nobody sees"""
        self.rows = rows + 3 
        self.cols = cols
        self.grid=[]
        for r in range(self.rows):
            new_row=[]
            for c in range(cols):
                new_row.append(Cell(' ',NONE))
            self.grid.append(new_row) 
        self.active = False
        self.col = None
        self.bottom = None 

    def swap(self, r1: int,c1: int, r2: int,c2:int)->None:
        temp = self.grid[r1][c1]
        self.grid[r1][c1] = self.grid[r2][c2]
        self.grid[r2][c2]=temp

    def match(self) -> None:
        """Marks everything that matches"""
        pass

    def new_faller(self, col: int, letters: list) -> None:
        """Puts a new faller on the board"""
        while self.active == True:
            # wait until the other one is frozen
            #loop over everything
            pass
        self.active = True
        self.col = col - 1
        self.bottom = 3
        for i in range(3):
            self.grid[i + 1][self.col]=Cell(letters[i],FALLING)

    def check_game_over(self)->None:
        if self.has_matches():
            return
        if self.bottom<3:
            raise GameOverError()

    def drop_all(self) -> None:
        """Moves cells down until nothing moves anymore"""
        moved=True 
        while moved: 
            moved = False
            # should be fine
            for r in range(self.rows-1):
                for c in range(self.cols):
                    if not self.is_free(r, c) and self.is_free(r+1,c): 
                        self.swap(r,c,r+1, c)
                        moved = True

    def rotate(self) -> None:
        b = self.bottom
        c = self.col
        old_top = self.grid[b-2][c].letter
        old_middle = self.grid[b - 1][c].letter
        old_bottom = self.grid[b][c].letter
        if b - 2 >= 3: 
            self.grid[b - 2][c].letter = old_bottom
            self.grid[b - 1][c].letter=old_top
            self.grid[b][c].letter=old_middle
        elif b - 1 >= 3:
            self.grid[b-1][c].letter=old_bottom
            self.grid[b][c].letter = old_middle

    def set_state(self) -> None: 
        """Faller lands if something is under it"""
        if self.bottom==self.rows - 1 or not self.is_free(self.bottom+1,self.col):
            new_state = LANDED
        else:
            new_state = FALLING
        for i in range(3):
            self.grid[self.bottom-i][self.col].state = new_state 

    def load(self, lines: list) -> None:
        """Fills the board with the lines"""
        for r in range(len(lines)): 
            for c in range(self.cols): 
                if lines[r][c] != ' ':
                    self.grid[r + 3][c] = Cell(lines[r][c],FROZEN)
        self.drop_all()
        self.match() 

    def advance(self)->None:
        """Time goes on"""
        if self.has_matches():
            self.clear_matches()
            self.drop_all()
            self.match()
            self.check_game_over()
        else:
            if self.grid[self.bottom][self.col].state == LANDED:
                for i in range(3):
                    self.grid[self.bottom - i][self.col].state = FROZEN
                self.active = False
                self.match()
                self.check_game_over() 
            elif self.bottom==self.rows - 1 or not self.is_free(self.bottom + 1, self.col): 
                self.set_state()
            else:
                for i in range(3): 
                    self.swap(self.bottom-i,self.col, self.bottom - i + 1, self.col)
                self.bottom += 1
                if self.bottom == self.rows - 1:
                    self.set_state() 

    def same(self, r1: int,c1: int,r2: int,c2: int) -> bool: 
        one=self.grid[r1][c1]
        two=self.grid[r2][c2]
        return one.state in (FROZEN, MATCHED) and two.state in (FROZEN, MATCHED) and one.letter==two.letter

    def clear_matches(self)->None:
        for r in range(self.rows):
            for c in range(self.cols): 
                if self.grid[r][c].state == MATCHED:
                    self.grid[r][c]=Cell(' ',NONE)

    def has_matches(self) -> bool:
        for row in self.grid:
            for cell in row:
                if cell.state==MATCHED:
                    return True

    def is_free(self,r: int, c: int) -> bool:
        return self.grid[r][c].state == NONE

    def shift(self, direction: str) -> None:
        """Moves the faller, direction is < or >""" 
        if direction == '<':
            target=self.col-1 
        else:
            target = self.col + 1
        if target<0 or target>self.cols - 1:
            raise InvalidMoveError('edge')
        for i in range(3): 
            if not self.is_free(self.bottom - i, target):
                raise InvalidMoveError('blocked')
        for i in range(3):
            flag = False
            self.swap(self.bottom - i, self.col, self.bottom - i,target)
        self.col = target
        self.set_state()
