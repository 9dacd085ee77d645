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
        this.level = lvl;
        this.maxDepth = maxDepth;
        boolean split = false;
        // works now
        if (this.level < this.maxDepth) {
            double random = gen.nextDouble();
            double limit = Math.exp(-0.25 * this.level);
            if (random < limit) {
                split = true;
            }
        }
        if (split) {
            // not sure if this is needed
            this.color = null;
            Block[] newChildren = new Block[4];
            int index = 0;
            while (index < newChildren.length) {
                newChildren[index] = new Block(this.level + 1, this.maxDepth);
                index++;
            }
            this.children = newChildren;
        } else {
            int colorIndex = gen.nextInt(GameColors.BLOCK_COLORS.length);
            this.color = GameColors.BLOCK_COLORS[colorIndex];
            this.children = new Block[]{};
        }
    }

    /**
     * Sets the size and position of this block, and of the blocks in it.
     *
     * Throws IllegalArgumentException if the size is negative, or cannot be halved down to the unit arr.
     */
    public void updateSizeAndPosition(int size, int xCoord, int yCoord) {
        if (size < 0 || (size % 2 != 0 && this.level != this.maxDepth)) {
            throw new IllegalArgumentException("invalid size");
        }
        this.size = size;
        this.xCoord = xCoord;
        this.yCoord = yCoord;
        if (this.children.length == 4) {
            int half = size / 2;
            children[0].updateSizeAndPosition(half, xCoord + half, yCoord);
            children[1].updateSizeAndPosition(half, xCoord, yCoord);
            children[2].updateSizeAndPosition(half, xCoord, yCoord + half);
            children[3].updateSizeAndPosition(half, xCoord + half, yCoord + half);
        }
    }

    /**
     * Returns the squares to draw: for each undivided block its square in its colour, with stroke 0, and the frame of
     * the square in FRAME_COLOR, with stroke 3.
     */
    public ArrayList<BlockToDraw> getBlocksToDraw() {
        ArrayList<BlockToDraw> list = new ArrayList<BlockToDraw>();
        if (this.children.length == 0) {
            list.add(new BlockToDraw(this.color, this.xCoord, this.yCoord, this.size, 0));
            list.add(new BlockToDraw(GameColors.FRAME_COLOR, this.xCoord, this.yCoord, this.size, 3));
        } else {
            for (Block child : this.children) {
                list.addAll(child.getBlocksToDraw());
            }
        }
        return list;
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
        if (x < this.xCoord || x >= this.xCoord + this.size || y < this.yCoord || y >= this.yCoord + this.size) {
            return null;
        }
        if (this.level == lvl || this.children.length == 0) {
            return this;
        }
        for (Block child : this.children) {
            Block found = child.getSelectedBlock(x, y, lvl);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    /**
     * Mirrors this block and everything in it: top and bottom change places if direction is 0, left and right if it
     * is 1.
     *
     * Throws IllegalArgumentException for any other direction, even if there is nothing to mirror.
     */
    public void reflect(int direction) {
        if (direction == 0 || direction == 1) {
            if (this.children.length > 0) {
                Block[] copy = this.children;
                this.children = new Block[4];
                for (int i = 0; i < 4; i++) {
                    if (direction == 0) {
                        this.children[i] = copy[3 - i];
                    } else if (i % 2 == 0) {
                        this.children[i] = copy[i + 1];
                    } else {
                        this.children[i] = copy[i - 1];
                    }
                    this.children[i].reflect(direction);
                }
                this.updateSizeAndPosition(this.size, this.xCoord, this.yCoord);
            }
        } else {
            throw new IllegalArgumentException("The direction must be 0 or 1");
        }
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
            // base case first
            return;
        }
        Block upRight = children[0];
        Block ul = children[1];
        Block ll = children[2];
        Block lr = children[3];
        if (direction == 1) {
            this.children = new Block[] {ul, ll, lr, upRight};
        } else {
            this.children = new Block[] {lr, upRight, ul, ll};
        }
        for (Block child : this.children) {
            child.rotate(direction);
        }
        updateSizeAndPosition(this.size, this.xCoord, this.yCoord);
        // System.out.println(this);
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

    /** Returns the colours of the unit arr in this block, row by row from the top, each row from the left. */
    public Color[][] flatten() {
        int n = (int) Math.pow(2, this.maxDepth);
        int unit = this.size / n;
        Color[][] arr = new Color[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                Block b = getSelectedBlock(j * unit, i * unit, this.maxDepth);
                arr[i][j] = b.color;
            }
        }
        return arr;
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

    /** Prints the unit arr as coloured letters, one row per line. It needs flatten. */
    public void printColoredBlock() {
        for (Color[] row : flatten()) {
            for (Color cell : row) {
                String name = GameColors.colorToString(cell);
                coloredPrint(name.isEmpty() ? "\u2588" : name.substring(0, 1), cell);
                // had to change this
            }
            System.out.println();
        }
    }
}
