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
        this.children = subBlocks;
    }

    public Block(int lvl, int maxDepth) {
        level=lvl;
        this.maxDepth=maxDepth;
        if(lvl==maxDepth)
        {
            color=GameColors.BLOCK_COLORS[gen.nextInt(4)];
            children=new Block[0];
        } else
        {
            double r=gen.nextDouble();
            if(r<Math.exp(-0.25*lvl))
            {
                color=null;
                Block UR=new Block(lvl+1,maxDepth);
                Block UL=new Block(lvl+1,maxDepth);
                Block LL=new Block(lvl+1,maxDepth);
                Block LR=new Block(lvl+1,maxDepth);
                children=new Block[]{UR,UL,LL,LR};
            } else
            {
                // TODO clean up
                color=GameColors.BLOCK_COLORS[gen.nextInt(4)];
                // not sure if this is needed
                children=new Block[0];
            }
        }
    }

    public void updateSizeAndPosition(int size, int xCoord, int yCoord) {
        // ADD YOUR CODE HERE
        if (size < 0)
        {
            throw new IllegalArgumentException("The size cannot be negative");
        }
        if (this.level < this.maxDepth && size % 2 != 0)
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

    public ArrayList<BlockToDraw> getBlocksToDraw() {
        // ADD YOUR CODE HERE
        ArrayList<BlockToDraw> toDraw = new ArrayList<BlockToDraw>();
        if (this.children.length == 0)
        {
            BlockToDraw inside = new BlockToDraw(this.color, this.xCoord, this.yCoord, this.size, 0);
            BlockToDraw frame = new BlockToDraw(GameColors.FRAME_COLOR, this.xCoord, this.yCoord, this.size, 3);
            toDraw.add(inside);
            toDraw.add(frame);
            return toDraw;
        }
        for (int i = 0; i < this.children.length; i++)
        {
            ArrayList<BlockToDraw> childList = this.children[i].getBlocksToDraw();
            for (int j = 0; j < childList.size(); j++)
            {
                toDraw.add(childList.get(j));
            }
        }
        return toDraw;
    }

    public BlockToDraw getHighlightedFrame() {
        return new BlockToDraw(GameColors.HIGHLIGHT_COLOR, this.xCoord, this.yCoord, this.size, 5);
    }

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
        return x >= this.xCoord && x <= right && y >= this.yCoord && y <= bottom;
    }

    public void reflect(int direction) {
        // ADD YOUR CODE HERE
        if (direction == 0 || direction == 1)
        {
            if (this.children.length > 0)
            {
                Block[] prev = this.children;
                this.children = new Block[4];
                for (int i = 0; i < 4; i++)
                {
                    if (direction == 0)
                    {
                        this.children[i] = prev[3 - i];
                    }
                    else if (i % 2 == 0)
                    {
                        this.children[i] = prev[i + 1];
                    }
                    else
                    {
                        this.children[i] = prev[i - 1];
                    }
                    this.children[i].reflect(direction);
                }
                this.updateSizeAndPosition(this.size, this.xCoord, this.yCoord);
            }
        }
        else
        {
            throw new IllegalArgumentException("The direction must be 0 or 1");
        }
    }

    public void rotate(int direction) {
        if (direction != 0 && direction != 1)
        {
            throw new IllegalArgumentException("invalid direction");
        }
        if (this.children.length == 0)
        {
            return;
        }
        Block a = children[0];
        Block b2 = children[1];
        Block c2 = children[2];
        Block lowRight = children[3];
        if (direction == 1)
        {
            this.children = new Block[] {b2, c2, lowRight, a};
        }
        else
        {
            this.children = new Block[] {lowRight, a, b2, c2};
        }
        for (Block child : this.children)
        {
            child.rotate(direction);
        }
        updateSizeAndPosition(this.size, this.xCoord, this.yCoord);
    }

    public boolean smash() {
        // ADD YOUR CODE HERE
        if (this.level > 0 && this.level < this.maxDepth)
        {
            this.color = null;
            // not sure if this is needed
            this.children = new Block[4];
            // not sure if this is needed
            for (int i = 0; i < 4; i++)
            {
                if (this.level + 1 == this.maxDepth)
                {
                    Color c = GameColors.BLOCK_COLORS[gen.nextInt(4)];
                    this.children[i] = new Block(0, 0, 0, this.level, this.level, c, new Block[0]);
                }
                else
                {
                    this.children[i] = new Block(this.level + 1, this.maxDepth);
                }
            }
            this.children[0].updateSizeAndPosition(this.size / 2, this.xCoord + this.size / 2, this.yCoord);
            this.children[1].updateSizeAndPosition(this.size / 2, this.xCoord, this.yCoord);
            this.children[2].updateSizeAndPosition(this.size / 2, this.xCoord, this.yCoord + this.size / 2);
            this.children[3].updateSizeAndPosition(this.size / 2, this.xCoord + this.size / 2, this.yCoord + this.size / 2);
            return true;
        }
        else
        {
            return false;
        }
    }

    public Color[][] flatten() {
        int side=(int)Math.pow(2,maxDepth);
        Color[][] result=new Color[side][side];
        fillIn(result,size/side);
        return result;
    }

    private void fillIn(Color[][] result,int unit){
        if(children.length==0){
            for(int r=yCoord/unit;r<(yCoord+size)/unit;r++){
                for(int c=xCoord/unit;c<(xCoord+size)/unit;c++){
                    result[r][c]=color;
                }
            }
        }
        for(int k=0;k<children.length;k++){
            children[k].fillIn(result,unit);
        }
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
        // works now
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
