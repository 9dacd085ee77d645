# ICS 32
# Project 4
# This module has the logic of the game

NONE=0
FALLING = 1
LANDED = 2
FROZEN = 3
MATCHED=4
    
class GameOverError(Exception):
    """Raised when the game is over"""
    pass
    
class InvalidMoveError(Exception):
    """Raised when a move can not be made""" 
    pass
    
class Cell:
    def __init__(self,letter: str,state: int): 
        self.letter=letter
        self.state = state

class Board: 
    def __init__(self,rows: int, cols:int):
        """Makes an empty board, with 3 rows on top that nobody sees"""
        self.rows = rows+3
        self.cols = cols
        self.cells=[]
        for r in range(self.rows):
            new_row=[]
            for c in range(cols):
                new_row.append(Cell(' ', NONE))
            self.cells.append(new_row)
        #works now!
        self.active=False 
        self.col =-1
        self.bottom = -1 

    def load(self, lines:list) -> None:
        """Fills the board with the lines"""
        for r in range(len(lines)): 
            for c in range(self.cols):
                if lines[r][c] != ' ':
                    self.cells[r+3][c]=Cell(lines[r][c],FROZEN)

    def swap(self, r1:int, c1:int,r2: int, c2:int)->None:
        temp = self.cells[r1][c1]
        self.cells[r1][c1]=self.cells[r2][c2]
        self.cells[r2][c2]=temp

    def drop_faller(self,col: int, letters:list)->None:
        """Puts a new faller on the board"""
        if self.active == True:
            raise InvalidMoveError('there is a faller already')
        self.active = True
        self.col = col-1
        self.bottom=3
        for i in range(3):
            self.cells[i + 1][self.col]=Cell(letters[i],FALLING)

    def shift(self, direction: str)->None:
        """Moves the faller, direction is < or >"""
        if self.active == False:
            raise InvalidMoveError('no faller')
        if direction == '<':
            target = self.col - 1 
        else:
            target = self.col+1
        if target<0 or target>self.cols-1:
            raise InvalidMoveError('edge')
        for i in range(3):
            if not self.is_free(self.bottom-i,target):
                raise InvalidMoveError('blocked')
        for i in range(3):
            self.swap(self.bottom-i, self.col,self.bottom-i,target)
        self.col=target
        self.set_state() 

    def remove_matches(self) -> None:
        for r in range(self.rows): 
            for c in range(self.cols):
                if self.cells[r][c].state == MATCHED:
                    self.cells[r][c] = Cell(' ', NONE)

    def same(self, r1: int,c1: int,r2:int, c2: int)->bool:
        one = self.cells[r1][c1] 
        two=self.cells[r2][c2]
        return one.state in (FROZEN,MATCHED) and two.state in (FROZEN,MATCHED) and one.letter == two.letter

    def match(self)->None:
        """Marks everything that matches"""
        # horizontal
        for r in range(3, self.rows):
            for c in range(self.cols-2): 
                if self.same(r,c, r,c+1) and self.same(r, c, r,c + 2): 
                    self.cells[r][c].state = MATCHED
                    self.cells[r][c + 1].state=MATCHED 
                    self.cells[r][c+2].state = MATCHED
        # vertical
        for r in range(3, self.rows - 2):
            for c in range(self.cols):
                if self.same(r, c,r + 1,c) and self.same(r, c,r+2, c):
                    self.cells[r][c].state=MATCHED
                    self.cells[r + 1][c].state=MATCHED
                    self.cells[r + 2][c].state=MATCHED
        # diagonal right down 
        for r in range(3, self.rows - 2):
            for c in range(self.cols - 2): 
                if self.same(r,c, r+1, c+1) and self.same(r, c,r + 2,c+2):
                    self.cells[r][c].state = MATCHED 
                    self.cells[r+1][c+1].state=MATCHED 
                    self.cells[r + 2][c+2].state=MATCHED
        # diagonal left down
        for r in range(3, self.rows - 2): 
            # loop over everything
            for c in range(2, self.cols):
                if self.same(r,c,r+1, c-1) and self.same(r,c, r+2, c-2): 
                    self.cells[r][c].state = MATCHED
                    self.cells[r+1][c - 1].state=MATCHED 
                    self.cells[r + 2][c - 2].state=MATCHED

    def time(self) -> None:
        """Time goes on""" 
        if self.has_matches():
            self.remove_matches()
            self.drop_all()
            self.match()
            self.check_over()
        elif self.active:
            if self.cells[self.bottom][self.col].state == LANDED:
                for i in range(3):
                    self.cells[self.bottom-i][self.col].state=FROZEN
                self.active=False
                self.match()
                self.check_over()
            elif self.bottom == self.rows - 1 or not self.is_free(self.bottom+1, self.col):
                self.set_state()
            else:
                for i in range(3):
                    self.swap(self.bottom - i,self.col, self.bottom - i + 1, self.col)
                self.bottom+=1

    def is_free(self, r: int,c: int)->bool:
        return self.cells[r][c].state==NONE

    def rotate(self)->None:
        if self.active==False:
            raise InvalidMoveError('no faller')
        #print("here")
        b = self.bottom
        c=self.col
        old_top=self.cells[b - 2][c].letter
        old_middle = self.cells[b-1][c].letter
        old_bottom = self.cells[b][c].letter
        # asked about this in the lab
        self.cells[b-2][c].letter = old_bottom
        self.cells[b - 1][c].letter = old_top
        self.cells[b][c].letter = old_middle 

    def drop_all(self)->None:
        """Moves cells down until nothing moves anymore"""
        moved=True
        while moved:
            moved = False
            for r in range(self.rows - 1): 
                for c in range(self.cols):
                    if not self.is_free(r,c) and self.is_free(r+1, c):
                        self.swap(r,c, r + 1, c)
                        moved = True

    def check_over(self) -> None:
        if self.has_matches():
            return
        for r in range(3):
            for c in range(self.cols):
                if not self.is_free(r,c):
                    raise GameOverError()

    def set_state(self)->None:
        """Faller lands if something is under it""" 
        if self.bottom==self.rows-1 or not self.is_free(self.bottom+1,self.col):
            new_state = LANDED
        else:
            new_state=FALLING
        for i in range(3):
            self.cells[self.bottom-i][self.col].state=new_state

    def has_matches(self)->bool: 
        for row in self.cells:
            for cell in row:
                if cell.state == MATCHED:
                    return True
        return False
