"""Project 4 - Columns
mechanics"""
    
JEWELS='ABCDEFGHIJ'

class InvalidJewelError(Exception): 
    pass
    
class NoFallerError(Exception):
    pass

class FallerExistsError(Exception):
    pass

class Columns:
    """the game, board is a list of columns, each cell is a string like '[X]' or ' X ' """ 

    def __init__(self, row_count,column_count, board):
        self.row_count=row_count
        self.column_count=column_count
        self.board=board
        # where the faller is, index of the lowest jewel in the column. three cells more at the top
        self.faller = [] 
        self.game_over=False 

    def _letter(self, column,row): 
        if column<0 or column >= self.column_count or row < 3 or row>=self.row_count+3:
            return ''
        return self.board[column][row].strip(' *')

    def make_faller(self, column_number, colors):
        if self.faller != []:
            raise FallerExistsError
        self.faller = [column_number-1,3]
        column = self.board[column_number-1]
        for number in range(3):
            column[number+1]='[' + colors[number]+']'

    def move_faller(self, step):
        if self.faller == []:
            raise NoFallerError
        column, low=self.faller
        other = column+step
        if other < 0 or other==self.column_count:
            return
        if self.board[other][low-2:low+1]!=['   ','   ', '   ']:
            return
        self.board[other][low-2:low + 1] = self.board[column][low - 2:low+1]
        self.board[column][low-2:low+1]=['   ', '   ', '   ']
        self.faller[0]=other
        self._update_brackets()

    def _mark(self):
        marked_cells = []
        for column in range(self.column_count):
            for row in range(3, self.row_count + 3):
                letter = self._letter(column, row)
                if letter=='':
                    continue
                # the cell is marked when it is in a run of 3, count both ways
                for x,y in ((1,0), (0, 1), (1,1),(1, -1)):
                    count = 1
                    step = 1
                    while self._letter(column+step * x,row + step * y) == letter:
                        count += 1
                        step+=1
                    step=1
                    while self._letter(column-step * x,row-step * y)==letter:
                        temp_value = ""
                        count+=1
                        step += 1
                    if count >= 3:
                        marked_cells.append((column,row))
        for column, row in marked_cells:
            self.board[column][row] = '*'+self._letter(column,row)+'*'

    def _something_marked(self):
        for column in self.board:
            # loop over everything
            for cell in column:
                if cell[0]=='*': 
                    return True
        return False 

    def pass_time(self):
        if self._something_marked():
            #works now!
            for column in self.board:
                for row in range(len(column)):
                    if column[row][0] == '*':
                        column[row]='   '
            self._fall_down()
            #print(result)
            self._mark() 
            self._check_end()
        elif self.faller!=[]:
            column, low=self.faller
            cells=self.board[column]
            if cells[low][0]=='|':
                for row in range(low-2, low+1):
                    cells[row]=' '+cells[row][1] + ' '
                self.faller = [] 
                self._mark()
                self._check_end()
            elif low==len(cells)-1 or cells[low+1]!='   ':
                self._update_brackets()
            else:
                cells.pop(low+1)
                cells.insert(0, '   ')
                self.faller[1]=low + 1

    def _check_end(self):
        if self._something_marked():
            return
        for column in self.board:
            if column[2]!='   ':
                self.game_over=True

    def _update_brackets(self): 
        column,low=self.faller
        cells=self.board[column]
        if low == len(cells) - 1 or cells[low + 1]!='   ':
            left,right='|','|'
        else:
            left,right = '[',']'
        for row in range(low-2,low+1):
            cells[row]=left+cells[row][1]+right

    def rotate_faller(self):
        if self.faller == []:
            raise NoFallerError
        column,low=self.faller
        cells = self.board[column]
        cells[low - 2], cells[low-1],cells[low]=cells[low],cells[low-2],cells[low - 1] 

    def _fall_down(self):
        for number in range(self.column_count):
            # print(result)
            jewels = []
            for cell in self.board[number]:
                if cell!='   ':
                    #print(result)
                    jewels.append(cell)
            blanks = len(self.board[number])-len(jewels)
            self.board[number]=['   '] * blanks+jewels
