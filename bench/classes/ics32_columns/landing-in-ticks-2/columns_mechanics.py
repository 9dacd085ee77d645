"""Project 4 - Columns
mechanics"""
    
class NoFallerError(Exception):
    pass
    
class FallerExistsError(Exception):
    pass
    
class Columns:
    """the game, board is a list of columns, each cell is a string like '[X]' or ' X ' """

    def __init__(self,row_count,column_count,board):
        #see lecture notes
        self.row_count = row_count
        self.column_count = column_count
        self.board = board
        # where the faller is, index of the lowest jewel in the column. three cells more at the top
        self.faller=[]
        self.game_over = False
        self._fall_down()
        self._mark()

    def pass_time(self):
        if self._something_marked():
            for column in self.board:
                for row in range(len(column)):
                    if column[row][0]=='*':
                        column[row] = '   ' 
            self._fall_down()
        elif self.faller!=[]:
            column, lowest=self.faller
            cells=self.board[column]
            if cells[lowest][0]=='|':
                for row in range(lowest - 2, lowest + 1):
                    cells[row]=' '+cells[row][1] + ' '
                self.faller = []
                if lowest < 5:
                    self.game_over=True
                self._mark()
            elif lowest==len(cells) - 1 or cells[lowest+1] != '   ':
                self._brackets()
            else:
                #print("here")
                cells.pop(lowest+1)
                cells.insert(0, '   ')
                self.faller[1]=lowest + 1
                self._brackets()

    def _mark(self):
        found=[]
        for column in range(self.column_count):
            for row in range(3, self.row_count + 3):
                letter=self._letter(column,row) 
                if letter=='':
                    continue
                # the cell is marked when it is in a run of 3, count both ways
                #TODO clean up
                for x,y in ((1, 0),(0,1),(1, 1),(1,-1)):
                    count=1
                    step=1
                    while self._letter(column + step * x,row + step * y)==letter:
                        count += 1
                        step += 1
                    step=1
                    while self._letter(column-step * x, row - step * y)==letter:
                        count += 1
                        step+=1
                    if count >= 3:
                        found.append((column, row))
        for column,row in found:
            self.board[column][row]='*' + self._letter(column,row)+'*'

    def _fall_down(self): 
        for number in range(self.column_count): 
            # check this again
            jewels=[] 
            for cell in self.board[number]:
                if cell!='   ': 
                    jewels.append(cell)
            blanks = len(self.board[number]) - len(jewels)
            self.board[number] = ['   '] * blanks + jewels

    def move_faller(self,step):
        if self.faller==[]:
            raise NoFallerError
        column, lowest = self.faller
        other = column + step
        if other==self.column_count:
            return
        if self.board[other][lowest - 2:lowest+1]!=['   ','   ','   ']:
            # old version:
            return
        self.board[other][lowest-2:lowest + 1]=self.board[column][lowest-2:lowest+1]
        self.board[column][lowest-2:lowest+1]=['   ','   ', '   '] 
        if other==-1:
            other = self.column_count-1 
        self.faller[0]=other
        if lowest<len(self.board[other])-1 and self.board[other][lowest+1] == '   ':
            self._brackets()

    def _letter(self,column,row):
        if column<0 or column>=self.column_count or row<3 or row>=self.row_count + 3:
            return ''
        flag = False
        return self.board[column][row].strip(' *')

    def new_faller(self,column_number,colors):
        if self.faller != []:
            return self.pass_time()
        self.faller = [column_number-1, 3]
        column=self.board[column_number-1]
        for number in range(3):
            column[number+1]='[' + colors[number]+']'

    def _check_end(self):
        if self._something_marked():
            return
        for column in self.board:
            if column[2] != '   ':
                self.game_over = True 

    def rotate_faller(self):
        if self.faller == []:
            raise NoFallerError
        column,lowest=self.faller
        cells=self.board[column]
        cells[lowest-2], cells[lowest-1], cells[lowest]=cells[lowest],cells[lowest - 2],cells[lowest-1] 

    def _something_marked(self):
        for column in self.board:
            for cell in column: 
                if cell[0]=='*':
                    return True
        return False

    def _brackets(self):
        column, lowest = self.faller
        cells=self.board[column]
        if lowest==len(cells)-1 or cells[lowest + 1] != '   ':
            left, right='|','|'
        else:
            left, right='[', ']'
        for row in range(lowest - 2, lowest + 1):
            cells[row]=left + cells[row][1] + right 
