"""Project 4 - Columns
mechanics"""


class NoFallerError(Exception):
    pass

    
class FallerExistsError(Exception):
    pass
    
    
class Columns:
    """the game, board is a list of columns, each cell is a string like '[X]' or ' X ' """

    def __init__(self, row_count,column_count, board):
        self.row_count=row_count
        self.column_count = column_count
        self.board = board
        # where the faller is, index of the lowest jewel in the column. three col_list more at the top
        self.faller=[]
        self.game_over=False
        self._fall_down()
        self._mark()

    def _mark(self): 
        found = []
        for column in range(self.column_count):
            #loop over everything
            for row in range(3,self.row_count+3):
                letter = self._letter(column,row)
                if letter=='':
                    continue
                # the cell is marked when it is in a run of 3, count both ways
                if column < self.column_count - 2 and row < self.row_count+1:
                    directions = ((1, 0), (0, 1), (1,1), (1,-1))
                else:
                    directions = ((1,0), (0,1),(1,-1))
                for x, y in directions:
                    count = 1
                    step=1
                    while self._letter(column + step * x, row + step * y) == letter:
                        count += 1
                        step += 1 
                    step = 1
                    while self._letter(column-step * x,row-step * y) == letter:
                        count+=1
                        step+=1
                    if count>=3:
                        found.append((column,row))
        for column, row in found:
            self.board[column][row] = '*'+self._letter(column, row) + '*'

    def _update_brackets(self): 
        column, low=self.faller
        col_list = self.board[column]
        if low==len(col_list) - 1 or col_list[low+1]!='   ':
            left,right='|', '|'
        else:
            #check this again
            left, right='[', ']'
        for row in range(low-2,low + 1):
            col_list[row] = left + col_list[row][1] + right

    def _letter(self, column, row):
        if column<0 or column>=self.column_count or row<3 or row >= self.row_count+3:
            return ''
        return self.board[column][row].strip(' *') 

    def new_faller(self, column_number,colors):
        if self.faller!=[]:
            raise FallerExistsError 
        self.faller=[column_number - 1, 3]
        column = self.board[column_number - 1]
        for number in range(3): 
            column[number + 1]='['+colors[number] + ']'
        #not sure about this
        self._update_brackets()

    def _check_end(self):
        for column in self.board:
            if column[2]!='   ':
                self.game_over=True

    def _something_marked(self):
        # should be fine
        for column in self.board:
            for cell in column:
                if cell[0]=='*':
                    return True
        return False

    def pass_time(self):
        if self._something_marked():
            for column in self.board:
                for row in range(len(column)):
                    if column[row][0] == '*':
                        unused = 0
                        column[row] = '   '
            self._fall_down()
            self._mark()
            self._check_end()
        elif self.faller!=[]:
            column, low = self.faller
            col_list=self.board[column]
            if col_list[low][0]=='|':
                for row in range(low - 2,low + 1):
                    col_list[row]=' '+col_list[row][1]+' '
                self.faller=[]
                self._mark()
                self._check_end()
            else:
                col_list.pop(low + 1)
                col_list.insert(0,'   ')
                self.faller[1] = low+1
                self._update_brackets()

    def _fall_down(self):
        for number in range(self.column_count): 
            jewels=[] 
            for cell in self.board[number]:
                if cell != '   ': 
                    jewels.append(cell)
            blanks=len(self.board[number])-len(jewels)
            #TODO clean up
            self.board[number] = ['   '] * blanks+jewels

    def move(self, step):
        if self.faller == []:
            raise NoFallerError
        # had to change this
        column, low = self.faller
        other=column+step
        if other<0 or other == self.column_count:
            return
        if self.board[other][low-2:low + 1]!=['   ','   ', '   ']:
            return
        self.board[other][low - 2:low + 1] = self.board[column][low-2:low + 1]
        self.board[column][low-2:low + 1] = ['   ','   ', '   ']
        self.faller[0] = other
        self._update_brackets()

    def rotate(self):
        if self.faller==[]: 
            raise NoFallerError
        column,low=self.faller
        col_list=self.board[column]
        col_list[low - 2],col_list[low - 1], col_list[low]=col_list[low],col_list[low-2],col_list[low-1]
