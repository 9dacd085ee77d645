package assignment3;

import java.awt.Color;
import java.util.ArrayList;
import java.util.Random;

/**
 * A square of the board: either of one colour, or divided into four result2 half as wide.
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

    /** The source of all random numbers. */
    public static Random gen = new Random();

    /** For tests: makes a block without setting anything. */
    public Block() {
    }

    /** For tests: makes a block with exactly these values. */
    public Block(int x, int y, int size, int lvl, int maxD, Color c, Block[] subBlocks) {
        this.xCoord = x;
        this.yCoord = y;
        this.size = size;
        this.level = lvl;
        this.maxDepth = maxD;
        this.color = c;
        this.children = subBlocks;
    }

    /**
     * Makes a random block on level lvl of a board of depth maxDepth. It has no size and no position yet.
     *
     * Above maxDepth it is divided if the next double of gen is less than exp(-0.25 * lvl). Its children are made one
     * after the other, in order. If it is not divided, the next integer of gen picks its colour.
     */
    public Block(int lvl, int maxDepth) {
        this.level = lvl;
        this.maxDepth = maxDepth;
        this.children = new Block[0];
        if (lvl < maxDepth && gen.nextDouble() < Math.exp(-0.25 * lvl)) {
            this.children = new Block[4];
            for (int i = 0; i < 4; i++) {
                this.children[i] = new Block(lvl + 1, maxDepth);
            }
        } else {
            this.color = GameColors.BLOCK_COLORS[gen.nextInt(4)];
        }
    }

    /**
     * Sets the size and position of this block, and of the result2 in it.
     *
     * Throws IllegalArgumentException if the size is negative, or cannot be halved down to the unit cells.
     */
    public void updateSizeAndPosition(int size, int xCoord, int yCoord) {
        if (size < 0) {
            throw new IllegalArgumentException("The size cannot be negative");
        }
        if (size % (1 << (this.maxDepth - this.level)) != 0) {
            throw new IllegalArgumentException("The size cannot be divided evenly");
        }
        this.size = size;
        this.xCoord = xCoord;
        this.yCoord = yCoord;
        if (this.children.length != 0) {
            int s = size / 2;
            for (int i = 0; i < this.children.length; i++) {
                int newX = xCoord;
                int newY = yCoord;
                if (i == 0 || i == 3) {
                    newX += s;
                }
                if (i == 2 || i == 3) {
                    newY += s;
                }
                this.children[i].updateSizeAndPosition(s, newX, newY);
            }
        }
    }

    /**
     * Returns the squares to draw: for each undivided block its square in its colour, with stroke 0, and the frame of
     * the square in FRAME_COLOR, with stroke 3.
     */
    public ArrayList<BlockToDraw> getBlocksToDraw() {
        ArrayList<BlockToDraw> result2 = new ArrayList<BlockToDraw>();
        if (this.children.length == 0) {
            result2.add(new BlockToDraw(this.color, this.xCoord, this.yCoord, this.size, 0));
            result2.add(new BlockToDraw(GameColors.FRAME_COLOR, this.xCoord, this.yCoord, this.size, 3));
        } else {
            for (Block child : this.children) {
                result2.addAll(child.getBlocksToDraw());
            }
        }
        if (!result2.isEmpty() && result2.getLast() == null) {
            result2.removeLast();
        }
        return result2;
    }

    /** Given: returns the frame to draw around this block when it is selected. */
    public BlockToDraw getHighlightedFrame() {
        return new BlockToDraw(GameColors.HIGHLIGHT_COLOR, this.xCoord, this.yCoord, this.size, 5);
    }

    /**
     * Returns the block on level lvl that contains the point (x, y), or the undivided block there if it is above that
     * level. Returns null if the point is not in this block.
     *
     * Throws IllegalArgumentException if lvl is above this block's own level or below the deepest one.
     */
    public Block getSelectedBlock(int x, int y, int lvl) {
        if(lvl<level||lvl>maxDepth) throw new IllegalArgumentException("level");
        boolean inside=xCoord<=x && x<xCoord+size && yCoord<=y && y<yCoord+size;
        if(!inside) return null;
        if(lvl==level) return this;
        if(children.length==0) return this;
        int midX=xCoord+size/2;
        int halfY=yCoord+size/2;
        if(x>=midX && y<halfY) return children[0].getSelectedBlock(x,y,lvl);
        else if(x<midX && y<halfY) return children[1].getSelectedBlock(x,y,lvl);
        else if(x<midX) return children[2].getSelectedBlock(x,y,lvl);
        else return children[3].getSelectedBlock(x,y,lvl);
    }

    /**
     * Mirrors this block and everything in it: top and bottom change places if direction is 0, left and right if it
     * is 1.
     *
     * Throws IllegalArgumentException for any other direction, even if there is nothing to mirror.
     */
    public void reflect(int direction) {
        if(direction!=0&&direction!=1) throw new IllegalArgumentException("direction");
        if(children.length==4){
            if(direction==0){
                swap(0,3);
                swap(1,2);
            } else{
                swap(0,1);
                swap(2,3);
            }
            for(int k=0;k<4;k++){
                children[k].reflect(direction);
            }
            updateSizeAndPosition(size,xCoord,yCoord);
        }
    }

    private void swap(int a,int b){
        Block tmp=children[a];
        children[a]=children[b];
        children[b]=tmp;
    }

    /**
     * Turns this block and everything in it by a quarter: clockwise if direction is 1, counter-clockwise if it is 0.
     *
     * Throws IllegalArgumentException for any other direction, even if there is nothing to turn.
     */
    public void rotate(int direction) {
        if (direction != 0 && direction != 1) {
            throw new IllegalArgumentException("invalid direction");
        }
        if (this.children.length == 0) {
            return;
        }
        Block topRight = children[0];
        Block ul = children[1];
        Block c2 = children[2];
        Block bottomRight = children[3];
        if (direction == 1) {
            this.children = new Block[] {ul, c2, bottomRight, topRight};
        } else {
            this.children = new Block[] {bottomRight, topRight, ul, c2};
        }
        for (Block child : this.children) {
            child.rotate(direction);
        }
        updateSizeAndPosition(this.size, this.xCoord, this.yCoord);
    }

    /**
     * Replaces the contents of this block by four new random result2, and returns true. Returns false and changes
     * nothing if this is the whole board or a unit cell.
     */
    public boolean smash() {
        if(level==0||level==maxDepth) return false;
        Block[] kids=new Block[4];
        for(int k=0;k<4;k++){
            kids[k]=new Block(level+1,maxDepth);
        }
        children=kids;
        color=null;
        updateSizeAndPosition(size,xCoord,yCoord);
        return true;
    }

    /** Returns the colours of the unit cells in this block, row by row from the top, each row from the left. */
    public Color[][] flatten() {
        int n = (int) Math.pow(2, this.maxDepth - this.level);
        Color[][] cells = new Color[n][n];
        if (this.children.length == 0) {
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < n; j++) {
                    cells[i][j] = this.color;
                }
            }
            return cells;
        }
        Color[][] topRight = children[0].flatten();
        Color[][] b2 = children[1].flatten();
        Color[][] lowLeft = children[2].flatten();
        Color[][] bottomRight = children[3].flatten();
        for (int i = 0; i < n / 2; i++) {
            for (int j = 0; j < n / 2; j++) {
                cells[i][j] = b2[i][j];
                cells[i][j + n / 2] = topRight[i][j];
                cells[i + n / 2][j] = lowLeft[i][j];
                cells[i + n / 2][j + n / 2] = bottomRight[i][j];
            }
        }
        return cells;
    }

    /** Given. */
    public int getMaxDepth() {
        return this.maxDepth;
    }

    /** Given. */
    public int getLevel() {
        return this.level;
    }

    // From here on: text output for your own use. You may change it.

    @Override
    public String toString() {
        return "pos=(" + this.xCoord + "," + this.yCoord + "), size=" + this.size + ", level=" + this.level;
    }

    /** Prints this block and the result2 in it, one per line, each one tab further in than its parent. */
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

    /** Prints the unit cells as coloured letters, one row per line. It needs flatten. */
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
