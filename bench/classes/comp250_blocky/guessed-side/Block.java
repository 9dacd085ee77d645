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
        // ADD YOUR CODE HERE
        this.level = lvl;
        this.maxDepth = maxDepth;
        boolean subdivide = false;
        if (this.level < this.maxDepth)
        {
            double random = gen.nextDouble();
            double threshold = Math.exp(-0.25 * this.level);
            if (random < threshold)
            {
                subdivide = true;
            }
        }
        if (subdivide)
        {
            this.color = null;
            Block[] newChildren = new Block[4];
            int index = 0;
            while (index < newChildren.length)
            {
                newChildren[index] = new Block(this.level + 1, this.maxDepth);
                index++;
            }
            this.children = newChildren;
        }
        else
        {
            int colorIndex = gen.nextInt(GameColors.BLOCK_COLORS.length);
            this.color = GameColors.BLOCK_COLORS[colorIndex];
            this.children = new Block[]{};
        }
    }

    /**
     * Sets the size and position of this block, and of the blocks in it.
     *
     * Throws IllegalArgumentException if the size is negative, or cannot be halved down to the unit cells.
     */
    public void updateSizeAndPosition(int size, int xCoord, int yCoord) {
        // ADD YOUR CODE HERE
        if (size < 0)
        {
            throw new IllegalArgumentException("The size cannot be negative");
        }
        if (size > 1 && size % 2 != 0)
        {
            throw new IllegalArgumentException("The size cannot be divided evenly");
        }
        this.size = size;
        this.xCoord = xCoord;
        this.yCoord = yCoord;
        if (this.children.length != 0)
        {
            int childSize = size / 2;
            for (int i = 0; i < this.children.length; i++)
            {
                int newX = xCoord;
                int newY = yCoord;
                if (i == 0 || i == 3)
                {
                    newX += childSize;
                }
                if (i == 2 || i == 3)
                {
                    newY += childSize;
                }
                this.children[i].updateSizeAndPosition(childSize, newX, newY);
            }
        }
    }

    /**
     * Returns the squares to draw: for each undivided block its square in its colour, with stroke 0, and the frame of
     * the square in FRAME_COLOR, with stroke 3.
     */
    public ArrayList<BlockToDraw> getBlocksToDraw() {
        ArrayList<BlockToDraw> blocks=new ArrayList<>();
        addTo(blocks);
        return blocks;
    }

    private void addTo(ArrayList<BlockToDraw> blocks)
    {
        if(color!=null)
        {
            blocks.add(new BlockToDraw(color,xCoord,yCoord,size,0));
            blocks.add(new BlockToDraw(GameColors.FRAME_COLOR,xCoord,yCoord,size,3));
        }
        for(int k=0;k<children.length;k++)
        {
            children[k].addTo(blocks);
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
        // ADD YOUR CODE HERE
        if (lvl > this.maxDepth || lvl < this.level)
        {
            throw new IllegalArgumentException("The level is not valid");
        }
        if (!this.contains(x, y))
        {
            return null;
        }
        Block current = this;
        while (current.level < lvl && current.children.length > 0)
        {
            for (int i = 0; i < 4; i++)
            {
                if (current.children[i].contains(x, y))
                {
                    current = current.children[i];
                    break;
                }
            }
        }
        return current;
    }

    private boolean contains(int x, int y)
    {
        int right = this.xCoord + this.size;
        int bottom = this.yCoord + this.size;
        return x >= this.xCoord && x < right && y >= this.yCoord && y < bottom;
    }

    /**
     * Mirrors this block and everything in it: top and bottom change places if direction is 0, left and right if it
     * is 1.
     *
     * Throws IllegalArgumentException for any other direction, even if there is nothing to mirror.
     */
    public void reflect(int direction) {
        // ADD YOUR CODE HERE
        if (direction == 0 || direction == 1)
        {
            if (this.children.length > 0)
            {
                Block[] old = this.children;
                this.children = new Block[4];
                for (int i = 0; i < 4; i++)
                {
                    if (direction == 0)
                    {
                        this.children[i] = old[3 - i];
                    }
                    else if (i % 2 == 0)
                    {
                        this.children[i] = old[i + 1];
                    }
                    else
                    {
                        this.children[i] = old[i - 1];
                    }
                    this.children[i].reflect(direction);
                }
            }
        }
        else
        {
            throw new IllegalArgumentException("The direction must be 0 or 1");
        }
    }

    /**
     * Turns this block and everything in it by a quarter: clockwise if direction is 1, counter-clockwise if it is 0.
     *
     * Throws IllegalArgumentException for any other direction, even if there is nothing to turn.
     */
    public void rotate(int direction) {
        // ADD YOUR CODE HERE
        if (direction == 0 || direction == 1)
        {
            if (this.children.length > 0)
            {
                Block[] old = this.children;
                this.children = new Block[4];
                for (int i = 0; i < 4; i++)
                {
                    if (direction == 1)
                    {
                        this.children[i] = old[(i + 1) % 4];
                    }
                    else
                    {
                        this.children[i] = old[(i + 3) % 4];
                    }
                    this.children[i].rotate(direction);
                }
            }
        }
        else
        {
            throw new IllegalArgumentException("The direction must be 0 or 1");
        }
    }

    /**
     * Replaces the contents of this block by four new random blocks, and returns true. Returns false and changes
     * nothing if this is the whole board or a unit cell.
     */
    public boolean smash() {
        // ADD YOUR CODE HERE
        if (this.level > 0 && this.level < this.maxDepth)
        {
            this.children = new Block[4];
            this.children[0] = new Block(this.level + 1, this.maxDepth);
            this.children[1] = new Block(this.level + 1, this.maxDepth);
            this.children[2] = new Block(this.level + 1, this.maxDepth);
            this.children[3] = new Block(this.level + 1, this.maxDepth);
            this.children[0].updateSizeAndPosition(this.size / 2, this.xCoord + this.size / 2, this.yCoord);
            this.children[1].updateSizeAndPosition(this.size / 2, this.xCoord, this.yCoord);
            this.children[3].updateSizeAndPosition(this.size / 2, this.xCoord, this.yCoord + this.size / 2);
            this.children[2].updateSizeAndPosition(this.size / 2, this.xCoord + this.size / 2, this.yCoord + this.size / 2);
            return true;
        }
        else
        {
            return false;
        }
    }

    /** Returns the colours of the unit cells in this block, row by row from the top, each row from the left. */
    public Color[][] flatten() {
        // ADD YOUR CODE HERE
        int length = this.children.length == 0 ? 1 : 2;
        if (this.children.length > 0)
        {
            for (Block child : this.children)
            {
                if (child.children.length > 0)
                {
                    length = this.size / 4;
                }
            }
        }
        Color[][] colors = new Color[length][length];
        int unit = this.size / length;
        for (int row = 0; row < length; row++)
        {
            for (int col = 0; col < length; col++)
            {
                colors[row][col] = this.getSelectedBlock(col * unit, row * unit, this.maxDepth).color;
            }
        }
        return colors;
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
