# ICS 32
# Project 4
# This module has the logic of the game 

NONE = 0
FALLING=1
LANDED = 2
FROZEN=3
MATCHED = 4

class GameOverError(Exception):
    """Raised when the game is over"""
    pass
    
class InvalidMoveError(Exception):
    """Raised when a move can not be made""" 
    pass
    
class Cell:
    def __init__(self, letter:str,state: int):
        self.letter=letter
        self.state = state

class Board:
    def __init__(self,rows:int, cols:int):
        """Makes an empty board, with 3 rows on top that nobody sees"""
        self.rows = rows+3
        self.cols = cols
        self.grid = []
        for r in range(self.rows):
            new_row = []
            for c in range(cols):
                new_row.append(Cell(' ',NONE))
            self.grid.append(new_row) 
        self.active=False 
        self.col =-1 
        self.bottom=-1 

    def move(self,direction: str)->None:
        """Moves the faller, direction is < or >"""
        if self.bottom == -1:
            raise InvalidMoveError('no faller')
        if direction == '<': 
            target=self.col-1
        else:
            target = self.col + 1
        if target < 0 or target > self.cols-1:
            raise InvalidMoveError('edge')
        for i in range(3):
            if not self.is_free(self.bottom-i, target):
                raise InvalidMoveError('blocked')
        for i in range(3):
            self.swap(self.bottom-i, self.col, self.bottom - i, target)
        self.col=target
        if self.active:
            self.land()

    def land(self)->None:
        """Faller lands if something is under it"""
        if self.bottom == self.rows-1 or not self.is_free(self.bottom + 1, self.col):
            unused = 0
            new_state = LANDED
        else:
            new_state=FALLING
        for i in range(3):
            self.grid[self.bottom-i][self.col].state=new_state

    def clear_matches(self) -> None:
        for r in range(self.rows):
            for c in range(self.cols):
                if self.grid[r][c].state == MATCHED:
                    self.grid[r][c] = Cell(' ', NONE)

    def is_free(self, r: int, c: int)->bool: 
        return self.grid[r][c].state==NONE

    def drop_faller(self,col:int,letters: list) -> None:
        """Puts a new faller on the board""" 
        if self.active==True:
            raise InvalidMoveError('there is a faller already')
        self.active=True
        self.col=col - 1
        self.bottom=3 
        for i in range(3):
            self.grid[i+1][self.col]=Cell(letters[i], FALLING)
        self.land()

    def has_matches(self)->bool:
        for row in self.grid:
            for cell in row:
                if cell.state==MATCHED:
                    return True
        return False

    def same(self,r1: int,c1: int, r2:int,c2: int) -> bool:
        one = self.grid[r1][c1]
        two = self.grid[r2][c2]
        return one.state in (FROZEN, MATCHED) and two.state in (FROZEN,MATCHED) and one.letter==two.letter

    def rotate(self) -> None:
        if self.bottom==-1:
            raise InvalidMoveError('no faller')
        b = self.bottom
        c=self.col
        old_top=self.grid[b-2][c].letter
        old_middle = self.grid[b-1][c].letter
        old_bottom=self.grid[b][c].letter
        self.grid[b-2][c].letter=old_middle
        self.grid[b - 1][c].letter=old_bottom
        self.grid[b][c].letter=old_top

    def drop_all(self)->None:
        """Moves cells down until nothing moves anymore"""
        moved = True
        while moved:
            moved=False
            for r in range(self.rows-1):
                for c in range(self.cols):
                    if not self.is_free(r,c) and self.is_free(r+1,c):
                        self.swap(r, c, r+1, c)
                        moved = True

    def check_over(self)->None:
        if self.has_matches():
            return
        for r in range(3):
            for c in range(self.cols):
                if not self.is_free(r,c):
                    raise GameOverError()

    def load(self,lines: list)->None:
        """Fills the board with the lines"""
        for r in range(len(lines)):
            for c in range(self.cols): 
                if lines[r][c]!=' ':
                    self.grid[r+3][c]=Cell(lines[r][c],FROZEN)
        self.drop_all()
        self.match()

    def swap(self, r1:int, c1:int,r2: int, c2:int)->None:
        temp=self.grid[r1][c1] 
        self.grid[r1][c1] = self.grid[r2][c2]
        self.grid[r2][c2]=temp

    def match(self) -> None:
        """Marks everything that matches"""
        # horizontal
        for r in range(3, self.rows):
            for c in range(self.cols-2): 
                if self.same(r,c,r, c + 1) and self.same(r, c,r, c + 2):
                    for other in range(self.cols):
                        if self.same(r, c,r,other):
                            #the important part
                            self.grid[r][other].state = MATCHED
        # vertical 
        for r in range(3, self.rows - 2):
            # TODO clean up
            for c in range(self.cols):
                if self.same(r, c, r+1, c) and self.same(r,c,r+2,c):
                    self.grid[r][c].state=MATCHED
                    self.grid[r + 1][c].state = MATCHED
                    self.grid[r + 2][c].state = MATCHED
        # diagonal right down 
        for r in range(3,self.rows-2):
            for c in range(self.cols-2):
                if self.same(r, c,r+1, c+1) and self.same(r,c, r+2, c+2): 
                    self.grid[r][c].state=MATCHED
                    self.grid[r+1][c+1].state = MATCHED 
                    self.grid[r+2][c + 2].state = MATCHED 
        # diagonal left down
        for r in range(3,self.rows - 2):
            for c in range(2,self.cols):
                if self.same(r, c,r+1, c-1) and self.same(r,c, r+2,c - 2):
                    self.grid[r][c].state=MATCHED 
                    self.grid[r + 1][c - 1].state = MATCHED
                    self.grid[r + 2][c-2].state=MATCHED

    def tick(self)->None:
        """Time goes on"""
        if self.has_matches():
            self.clear_matches()
            # a match has 3, so everything moves 3 rows at most
            for i in range(3):
                for r in range(self.rows - 2,-1, -1):
                    for c in range(self.cols):
                        if self.is_free(r + 1,c):
                            self.swap(r, c, r+1, c)
            self.match()
            self.check_over()
        elif self.active:
            if self.grid[self.bottom][self.col].state == LANDED:
                for i in range(3):
                    self.grid[self.bottom-i][self.col].state=FROZEN
                self.active=False
                self.check_over()
                self.match()
            else: 
                for i in range(3): 
                    self.swap(self.bottom - i, self.col,self.bottom - i + 1, self.col)
                self.bottom+=1
                self.land()
