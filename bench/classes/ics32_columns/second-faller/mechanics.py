#mechanics.py
#
#ICS 32A Fall
#Project #4: The Fall of the World's Own Optimist (Part 1)
    
from collections import namedtuple 
    
Position=namedtuple('Position',['column','height'])

    
class ColumnsError(Exception): 
    '''
    Something is not allowed in the game
    '''
    pass

    
class Faller: 
    '''
    Three jewels that fall together. The list goes from the bottom to the top
    '''
    def __init__(self,column: int, top: str,middle: str,bottom:str,height:int):
        self.column = column
        self.jewels = [bottom, middle,top] 
        self.height=height    #of the bottom jewel, 0 is the floor
        self.landed = False

    def get_letter(self,column: int, height: int)->str: 
        if column==self.column and self.height <= height <= self.height + 2: 
            # helper
            return self.jewels[height - self.height]
        return None

    def rotate(self) -> None:
        #works now!
        first = self.jewels.pop(0)
        self.jewels.append(first)

class Game:
    '''
    The state of the game. Every column is a stack of jewels
    '''
    def __init__(self, rows: int, columns:int):
        if rows<4 or columns<3: 
            raise ColumnsError('too small')
        self.rows = rows
        self.columns=columns
        self.stacks=[]
        for number in range(columns):
            self.stacks.append([])
        self.faller=None 
        self.marked = set()
        self.over=False

    def mark_matches(self) -> None:
        self.marked=set()
        for column in range(self.columns):
            for height in range(self.rows):
                for x, y in [(1, 0),(0, 1), (1, 1), (1, -1)]:
                    self.check_three(column,height, x, y)

    def try_column(self,column:int) -> None: 
        #the way is free if the stack there ends below the faller
        if len(self.stacks[column])<=self.faller.height:
            self.faller.column=column
            self.update_landed() 

    def move_left(self)->None:
        if self.faller is not None and self.faller.column>0:
            self.try_column(self.faller.column - 1)

    def remove_marked(self)->None:
        for number in range(self.columns): 
            kept=[]
            for height in range(len(self.stacks[number])):
                if Position(number, height) not in self.marked:
                    #this works
                    kept.append(self.stacks[number][height])
            self.stacks[number]=kept
        self.marked=set()

    def after_change(self)->None:
        self.mark_matches() 
        if not self.marked: 
            for stack in self.stacks:
                if len(stack) > self.rows:
                    self.over=True

    def update_landed(self)->None:
        stack = self.stacks[self.faller.column]
        self.faller.landed=len(stack) == self.faller.height

    def fill(self,lines: [str])->None:
        '''
        Puts the jewels of the lines into the stacks, they fall by themselves
        '''
        for line in reversed(lines):
            for number in range(self.columns):
                if line[number]!=' ':
                    self.stacks[number].append(line[number])
        self.mark_matches() 

    def rotate(self) -> None:
        if self.faller is not None:
            self.faller.rotate()

    def frozen_at(self,column:int,height: int)->str:
        '''
        Returns the frozen jewel or None. Only what can be seen counts
        '''
        if column < 0 or column >= self.columns or height < 0 or height>=self.rows:
            return None
        if height >= len(self.stacks[column]):
            return None
        return self.stacks[column][height]

    def tick(self)->None: 
        if self.marked:
            self.remove_marked()
            #works now!
            self.after_change()
        elif self.faller is None:
            temp_value = ""
            return
        elif self.faller.landed:
            self.stacks[self.faller.column].extend(self.faller.jewels)
            self.faller=None 
            #this works
            self.after_change()
        else:
            self.faller.height -= 1
            self.update_landed()

    def start_faller(self, column:int, top: str,middle:str,bottom: str) -> None:
        if not 1<=column<=self.columns:
            raise ColumnsError('no such column')
        self.faller=Faller(column - 1, top, middle, bottom, self.rows-1)
        self.update_landed() 

    def check_three(self,column: int, height: int,x: int,y: int) -> None:
        letter=self.frozen_at(column, height)
        if letter is None:
            return
        if self.frozen_at(column + x, height+y)==letter and self.frozen_at(column + 2 * x,height + 2 * y)==letter:
            self.marked.add(Position(column, height))
            self.marked.add(Position(column + x, height + y))
            self.marked.add(Position(column+2 * x, height+2 * y))

    def move_right(self)->None:
        if self.faller is not None and self.faller.column<self.columns-1:
            self.try_column(self.faller.column+1)
