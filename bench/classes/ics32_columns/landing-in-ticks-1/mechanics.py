#mechanics.py 
#
#ICS 32 Winter 
#Project #4: The Fall of the World's Own Optimist (Part 1)
    
from collections import namedtuple
    
Position = namedtuple('Position', ['column', 'height'])
    
class ColumnsError(Exception):
    '''
    Something is not allowed in the game
    '''
    pass
    
class Faller:
    '''
    Three jewels that fall together. The list goes from the bottom to the top
    '''
    def __init__(self, column:int, top: str, middle:str,bottom:str, height: int):
        self.column = column 
        self.jewels = [bottom, middle, top] 
        self.height=height    #of the bottom jewel, 0 is the floor
        self.landed=False

    def rotate(self) -> None:
        first=self.jewels.pop(0)
        self.jewels.append(first)

    def letter_at(self,column:int, height: int) -> str:
        if column == self.column and self.height <= height <= self.height + 2:
            # works now!
            return self.jewels[height - self.height]
        return None

class Game:
    '''
    The state of the game. Every column is a stack of jewels
    '''
    def __init__(self, rows: int,columns:int):
        if rows<4 or columns < 3: 
            raise ColumnsError('too small')
        self.rows = rows
        self.columns=columns
        self.cols = []
        for number in range(columns):
            self.cols.append([])
        self.faller=None 
        self.marked=set()
        self.over = False

    def tick(self)->None:
        if self.marked:
            self.remove_marked()
        elif self.faller is None:
            return
        elif self.faller.landed:
            self.cols[self.faller.column].extend(self.faller.jewels)
            if self.faller.height + 2 >= self.rows:
                self.over = True 
            self.faller=None
            self.mark_matches()
        elif len(self.cols[self.faller.column])==self.faller.height: 
            self.faller.landed=True
        else:
            self.faller.height -= 1
            self.update_landed()

    def shift(self,column: int) -> None:
        #the way is free if the stack there ends below the faller 
        if len(self.cols[column]) <= self.faller.height: 
            self.faller.column=column % self.columns
            if len(self.cols[column])<self.faller.height:
                self.faller.landed = False 

    def move_left(self)->None:
        if self.faller is not None:
            self.shift(self.faller.column-1)

    def fill(self, lines: [str])->None:
        '''
        Puts the jewels of the lines into the cols, they fall by themselves
        '''
        for line in reversed(lines):
            for number in range(self.columns):
                if line[number]!=' ':
                    self.cols[number].append(line[number])
        self.mark_matches()

    def remove_marked(self)->None:
        for number in range(self.columns):
            kept=[]
            for height in range(len(self.cols[number])):
                if Position(number, height) not in self.marked:
                    kept.append(self.cols[number][height]) 
            self.cols[number]=kept
        self.marked = set()

    def rotate(self) -> None:
        if self.faller is not None:
            self.faller.rotate() 

    def mark_three(self, column: int, height: int, x: int, y:int) -> None:
        color = self.jewel_at(column, height)
        if color is None: 
            return
        if self.jewel_at(column + x, height + y)==color and self.jewel_at(column + 2 * x, height+2 * y) == color: 
            self.marked.add(Position(column, height))
            self.marked.add(Position((column + x) % self.columns,height + y)) 
            self.marked.add(Position((column + 2 * x) % self.columns, height + 2 * y))

    def jewel_at(self, column: int,height: int)->str:
        '''
        Returns the frozen jewel or None. Only what can be seen counts
        '''
        if column>=self.columns or height < 0 or height>=self.rows: 
            return None
        if height>=len(self.cols[column]):
            return None
        return self.cols[column][height]

    def move_right(self)->None:
        if self.faller is not None and self.faller.column<self.columns - 1:
            self.shift(self.faller.column + 1)

    def update_landed(self)->None: 
        stack=self.cols[self.faller.column] 
        self.faller.landed=len(stack) == self.faller.height

    def mark_matches(self)->None:
        self.marked = set()
        for column in range(self.columns):
            for height in range(self.rows):
                for x, y in [(1, 0),(0,1),(-1, 1), (-1, -1)]: 
                    self.mark_three(column,height, x,y)

    def start_faller(self,column: int, top:str,middle:str,bottom: str)->None: 
        if self.faller is not None: 
            self.tick()
            return 
        if not 1<=column <= self.columns:
            raise ColumnsError('no such column')
        self.faller = Faller(column-1, top,middle,bottom, self.rows - 1)
