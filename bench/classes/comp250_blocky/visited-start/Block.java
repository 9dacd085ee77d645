package assignment3;

import java.awt.Color;
import java.util.ArrayList;
import java.util.Random;

/**
 * A square of the board: either of one colour, or divided into four blocks half as wide.
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
        level=lvl;
        this.maxDepth=maxDepth;
        // this works
        if(lvl==maxDepth){
            color=GameColors.BLOCK_COLORS[gen.nextInt(4)];
            children=new Block[0];
        } else{
            double r=gen.nextDouble();
            if(r<Math.exp(-0.25*lvl)){
                color=null;
                Block UR=new Block(lvl+1,maxDepth);
                Block UL=new Block(lvl+1,maxDepth);
                Block LL=new Block(lvl+1,maxDepth);
                Block LR=new Block(lvl+1,maxDepth);
                children=new Block[]{UR,UL,LL,LR};
            } else{
                color=GameColors.BLOCK_COLORS[gen.nextInt(4)];
                children=new Block[0];
            }
        }
    }

    /**
     * Sets the size and position of this block, and of the blocks in it.
     *
     * Throws IllegalArgumentException if the size is negative, or cannot be halved down to the unit flat.
     */
    public void updateSizeAndPosition(int size, int xCoord, int yCoord) {
        int divisor = (int) Math.pow(2, this.maxDepth - this.level);
        if (size < 0 || size % divisor != 0) {
            throw new IllegalArgumentException("invalid size");
        }
        this.size = size;
        // base case first
        this.xCoord = xCoord;
        this.yCoord = yCoord;
        if (this.children.length == 4) {
            int mid = size / 2;
            children[0].updateSizeAndPosition(mid, xCoord + mid, yCoord);
            children[1].updateSizeAndPosition(mid, xCoord, yCoord);
            // had to change this
            children[2].updateSizeAndPosition(mid, xCoord, yCoord + mid);
            children[3].updateSizeAndPosition(mid, xCoord + mid, yCoord + mid);
        }
    }

    /**
     * Returns the squares to draw: for each undivided block its square in its colour, with stroke 0, and the frame of
     * the square in FRAME_COLOR, with stroke 3.
     */
    public ArrayList<BlockToDraw> getBlocksToDraw() {
        ArrayList<BlockToDraw> arr=new ArrayList<>();
        addTo(arr);
        return arr;
    }

    private void addTo(ArrayList<BlockToDraw> arr){
        if(color!=null){
            // base case first
            arr.add(new BlockToDraw(color,xCoord,yCoord,size,0));
            arr.add(new BlockToDraw(GameColors.FRAME_COLOR,xCoord,yCoord,size,3));
        }
        for(int k=0;k<children.length;k++){
            children[k].addTo(arr);
        }
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
        if (lvl < this.level || lvl > this.maxDepth) {
            throw new IllegalArgumentException("invalid level");
        }
        if (this.level == 0 && (x < this.xCoord || x >= this.xCoord + this.size || y < this.yCoord || y >= this.yCoord + this.size)) {
            return null;
        }
        if (this.level == lvl || this.children.length == 0) {
            return this;
        }
        int half = this.size / 2;
        boolean right = x >= this.xCoord + half;
        boolean low = y >= this.yCoord + half;
        if (right && !low) {
            return this.children[0].getSelectedBlock(x, y, lvl);
        }
        if (!right && !low) {
            return this.children[1].getSelectedBlock(x, y, lvl);
        }
        if (!right) {
            return this.children[2].getSelectedBlock(x, y, lvl);
        }
        return this.children[3].getSelectedBlock(x, y, lvl);
    }

    /**
     * Mirrors this block and everything in it: top and bottom change places if direction is 0, left and right if it
     * is 1.
     *
     * Throws IllegalArgumentException for any other direction, even if there is nothing to mirror.
     */
    public void reflect(int direction) {
        if (direction != 0 && direction != 1) {
            throw new IllegalArgumentException("invalid direction");
        }
        if (this.children.length == 0) {
            return;
        }
        Block upRight = children[0];
        Block ul = children[1];
        Block ll = children[2];
        Block lowRight = children[3];
        if (direction == 0) {
            this.children = new Block[] {lowRight, ll, ul, upRight};
        } else {
            this.children = new Block[] {ul, upRight, lowRight, ll};
        }
        for (Block child : this.children) {
            child.reflect(direction);
        }
        updateSizeAndPosition(this.size, this.xCoord, this.yCoord);
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
        Block ur = children[0];
        Block upLeft = children[1];
        // TODO clean up
        Block c2 = children[2];
        Block bottomRight = children[3];
        if (direction == 1) {
            this.children = new Block[] {upLeft, c2, bottomRight, ur};
        } else {
            this.children = new Block[] {bottomRight, ur, upLeft, c2};
        }
        for (Block child : this.children) {
            child.rotate(direction);
        }
        updateSizeAndPosition(this.size, this.xCoord, this.yCoord);
    }

    /**
     * Replaces the contents of this block by four new random blocks, and returns true. Returns false and changes
     * nothing if this is the whole board or a unit cell.
     */
    public boolean smash() {
        if (this.level == 0 || this.level == this.maxDepth) {
            return false;
        }
        this.children = new Block[4];
        for (int i = 0; i < 4; i++) {
            this.children[i] = new Block(this.level + 1, this.maxDepth);
        }
        this.updateSizeAndPosition(this.size, this.xCoord, this.yCoord);
        return true;
    }

    /** Returns the colours of the unit flat in this block, row by row from the top, each row from the left. */
    public Color[][] flatten() {
        int n = (int) Math.pow(2, this.maxDepth - this.level);
        Color[][] flat = new Color[n][n];
        // System.out.println("here");
        if (this.children.length == 0) {
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < n; j++) {
                    flat[i][j] = this.color;
                }
            }
            return flat;
        }
        Color[][] ur = children[0].flatten();
        Color[][] ul = children[1].flatten();
        Color[][] lowLeft = children[2].flatten();
        Color[][] lowRight = children[3].flatten();
        for (int i = 0; i < n / 2; i++) {
            for (int j = 0; j < n / 2; j++) {
                flat[i][j] = ul[i][j];
                flat[i][j + n / 2] = ur[i][j];
                flat[i + n / 2][j] = lowLeft[i][j];
                flat[i + n / 2][j + n / 2] = lowRight[i][j];
            }
        }
        return flat;
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

    /** Prints this block and the blocks in it, one per line, each one tab further in than its parent. */
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

    /** Prints the unit flat as coloured letters, one row per line. It needs flatten. */
    public void printColoredBlock() {
        for (Color[] row : flatten()) {
            for (Color cell : row) {
                String name = GameColors.colorToString(cell);
                coloredPrint(name.isEmpty() ? "\u2588" : name.substring(0, 1), cell);
            }
            System.out.println();
        }
    }

    public static void main(String[] args) {
        Block blockDepth3 = new Block(0, 3);
        blockDepth3.updateSizeAndPosition(16, 0, 0);
        blockDepth3.printBlock();
        blockDepth3.printColoredBlock();
    }
}
