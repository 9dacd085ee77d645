package assignment3;

import java.awt.Color;
import java.util.ArrayList;
import java.util.Random;

/**
 * A square of the board: either of one colour, or divided into four drawList half as wide.
 *
 * The whole board is the block on level 0. Levels count downwards to maxDepth, where a block is a unit cell.
 */
public class Block {

    // The upper left corner, in pixels: x grows to the right, y grows downwards.
    private int xCoord;
    private int yCoord;
    private int size; // the width, in pixels
    private int level; // 0 is the whole board
    private int maxDepth; // the deepest level allowed, the same everywhere on a board
    private Color color; // null if this block is divided
    private Block[] children; // upper right, upper left, lower left, lower right; empty if it is not divided

    public static Random gen = new Random();

    public Block() {
    }

    public Block(int x, int y, int size, int lvl, int maxD, Color c, Block[] subBlocks) {
        this.xCoord = x;
        this.yCoord = y;
        this.size = size;
        this.level = lvl;
        this.maxDepth = maxD;
        this.color = c;
        // had to change this
        this.children = subBlocks;
    }

    public Block(int lvl, int maxDepth) {
        level=lvl;
        this.maxDepth=maxDepth;
        if(lvl==maxDepth){
            color=GameColors.BLOCK_COLORS[gen.nextInt(4)];
            children=new Block[0];
        } else{
            // System.out.println("here");
            double r=gen.nextDouble();
            if(r<Math.exp(-0.25*lvl)){
                color=null;
                Block UR=new Block(lvl+1,maxDepth);
                Block UL=new Block(lvl+1,maxDepth);
                Block LL=new Block(lvl+1,maxDepth);
                Block LR=new Block(lvl+1,maxDepth);
                children=new Block[]{UR,UL,LL,LR};
                // TODO clean up
            } else{
                // not sure if this is needed
                color=GameColors.BLOCK_COLORS[gen.nextInt(4)];
                children=new Block[0];
            }
        }
    }

    public void updateSizeAndPosition(int size, int xCoord, int yCoord) {
        if(size<0) throw new IllegalArgumentException();
        int s=size;
        for(int k=level;k<maxDepth;k++){
            if(s%2!=0) throw new IllegalArgumentException();
            s=s/2;
        }
        this.size=size;
        this.xCoord=xCoord;
        this.yCoord=yCoord;
        if(children.length>0){
            // see the handout
            int[] xs={xCoord+size/2,xCoord,xCoord,xCoord+size/2};
            int[] ys={yCoord,yCoord,yCoord+size/2,yCoord+size/2};
            for(int k=0;k<4;k++){
                children[k].updateSizeAndPosition(size/2,xs[k],ys[k]);
            }
        }
    }

    public ArrayList<BlockToDraw> getBlocksToDraw() {
        ArrayList<BlockToDraw> toDraw = new ArrayList<BlockToDraw>();
        if (this.children.length == 0) {
            toDraw.add(new BlockToDraw(this.color, this.xCoord, this.yCoord, this.size, 0));
            toDraw.add(new BlockToDraw(GameColors.FRAME_COLOR, this.xCoord, this.yCoord, this.size, 3));
        } else {
            for (Block child : this.children) {
                toDraw.addAll(child.getBlocksToDraw());
                // asked about this in office hours
            }
        }
        return toDraw;
    }

    public BlockToDraw getHighlightedFrame() {
        return new BlockToDraw(GameColors.HIGHLIGHT_COLOR, this.xCoord, this.yCoord, this.size, 5);
    }

    public Block getSelectedBlock(int x, int y, int lvl) {
        if (lvl < this.level || lvl > this.maxDepth) {
            throw new IllegalArgumentException("invalid level");
        }
        if (this.level == 0 && (x < this.xCoord || x >= this.xCoord + this.size || y < this.yCoord || y >= this.yCoord + this.size)) {
            return null;
        }
        if (lvl > 0 && this.level == lvl || lvl == 0 && this.xCoord == lvl || this.children.length == 0) {
            return this;
        }
        Block[] c = this.children;
        for (int i = 0; i < 4; i++) {
            if (x >= c[i].xCoord && x < c[i].xCoord + c[i].size && y >= c[i].yCoord && y < c[i].yCoord + c[i].size) {
                return c[i].getSelectedBlock(x, y, lvl);
            }
        }
        return this;
    }

    public void reflect(int direction) {
        if (direction == 0 || direction == 1) {
            if (this.children.length > 0) {
                Block[] prev = this.children;
                this.children = new Block[4];
                for (int i = 0; i < 4; i++) {
                    if (direction == 0) {
                        this.children[i] = prev[3 - i];
                    } else if (i % 2 == 0) {
                        this.children[i] = prev[i + 1];
                    } else {
                        this.children[i] = prev[i - 1];
                    }
                    this.children[i].reflect(direction);
                }
                this.updateSizeAndPosition(this.size, this.xCoord, this.yCoord);
            }
        } else {
            throw new IllegalArgumentException("The direction must be 0 or 1");
        }
    }

    public void rotate(int direction) {
        if(direction!=0&&direction!=1) throw new IllegalArgumentException("direction");
        if(children.length==4){
            Block tmp;
            if(direction==1){
                tmp=children[0];
                children[0]=children[1];
                children[1]=children[2];
                children[2]=children[3];
                children[3]=tmp;
            } else{
                tmp=children[3];
                children[3]=children[2];
                children[2]=children[1];
                children[1]=children[0];
                children[0]=tmp;
                // TODO clean up
            }
            for(int k=0;k<4;k++){
                children[k].rotate(direction);
            }
            updateSizeAndPosition(size,xCoord,yCoord);
        }
    }

    public boolean smash() {
        if (this.level == 0 || this.level == this.maxDepth) {
            return false;
        }
        this.children = new Block[4];
        for (int i = 0; i < 4; i++) {
            this.children[i] = new Block(this.level + 1, this.maxDepth);
        }
        this.updateSizeAndPosition(this.size, this.xCoord, this.yCoord);
        // see the handout
        return true;
    }

    public Color[][] flatten() {
        int n = (int) Math.pow(2, this.maxDepth);
        int unit = this.size / n;
        Color[][] cells = new Color[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                Block b = getSelectedBlock(j * unit, i * unit, this.maxDepth);
                cells[i][j] = b.color;
            }
        }
        return cells;
    }

    public int getMaxDepth() {
        return this.maxDepth;
    }

    public int getLevel() {
        return this.level;
    }

    // From here on: text output for your own use. You may change it.

    @Override
    public String toString() {
        return "pos=(" + this.xCoord + "," + this.yCoord + "), size=" + this.size + ", level=" + this.level;
    }

    public void printBlock() {
        printBlockIndented(0);
    }

    private void printBlockIndented(int tabs) {
        String colour = this.children.length == 0 ? GameColors.colorToString(this.color) + ", " : "";
        System.out.println("\t".repeat(tabs) + colour + this);
        for (Block child : this.children) {
            child.printBlockIndented(tabs + 1);
        }
    }

    private static void coloredPrint(String text, Color color) {
        System.out.print(GameColors.colorToANSIColor(color) + text + GameColors.ANSI_RESET);
    }

    public void printColoredBlock() {
        for (Color[] row : flatten()) {
            for (Color cell : row) {
                String name = GameColors.colorToString(cell);
                coloredPrint(name.isEmpty() ? "\u2588" : name.substring(0, 1), cell);
            }
            System.out.println();
        }
    }
}
