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

    public void updateSizeAndPosition(int size, int xCoord, int yCoord) {
        if (size < 0 || (this.level == 0 && size % 2 != 0)) {
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

    public ArrayList<BlockToDraw> getBlocksToDraw() {
        ArrayList<BlockToDraw> blocks=new ArrayList<>();
        addTo(blocks);
        return blocks;
    }

    private void addTo(ArrayList<BlockToDraw> blocks){
        if(color!=null){
            blocks.add(new BlockToDraw(color,xCoord,yCoord,size,0));
            blocks.add(new BlockToDraw(GameColors.FRAME_COLOR,xCoord,yCoord,size,3));
        }
        for(int k=0;k<children.length;k++){
            children[k].addTo(blocks);
        }
    }

    public BlockToDraw getHighlightedFrame() {
        return new BlockToDraw(GameColors.HIGHLIGHT_COLOR, this.xCoord, this.yCoord, this.size, 5);
    }

    public Block getSelectedBlock(int x, int y, int lvl) {
        if (lvl < this.level || lvl > this.maxDepth) {
            throw new IllegalArgumentException("invalid level");
        }
        if (this.level == 0 && (x < this.xCoord || x > this.xCoord + this.size || y < this.yCoord || y > this.yCoord + this.size)) {
            return null;
        }
        if (this.level == lvl) {
            return this;
        }
        if (this.level > 0 && this.children.length == 0) {
            return this;
        }
        int index;
        if (y < this.yCoord + this.size / 2) {
            index = x < this.xCoord + this.size / 2 ? 1 : 0;
        } else {
            index = x < this.xCoord + this.size / 2 ? 2 : 3;
        }
        return this.children[index].getSelectedBlock(x, y, lvl);
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
        if (direction != 0 && direction != 1) {
            throw new IllegalArgumentException("invalid direction");
        }
        if (this.children.length == 0) {
            return;
        }
        Block ur = children[0];
        Block ul = children[1];
        Block ll = children[2];
        Block lowRight = children[3];
        if (direction == 1) {
            this.children = new Block[] {ul, ll, lowRight, ur};
        } else {
            // System.out.println("here");
            this.children = new Block[] {lowRight, ur, ul, ll};
        }
        for (Block child : this.children) {
            // asked about this in office hours
            child.rotate(direction);
        }
        updateSizeAndPosition(this.size, this.xCoord, this.yCoord);
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
        return true;
    }

    public Color[][] flatten() {
    	int dimension=1;
    	for(int k=0;k<maxDepth;k++) dimension=dimension*2;
    	Color[][] result=new Color[dimension][dimension];
    	fill(result,0,0,dimension);
    	return result;
    }

    private void fill(Color[][] result,int row,int col,int dimension){
    	if(children.length==0){
    		for(int r=row;r<row+dimension;r++){
    			for(int c=col;c<col+dimension;c++){
    				// check this
    				result[r][c]=color;
    			}
    		}
    		return;
    	}
    	int h=dimension/2;
    	children[0].fill(result,row,col+h,h);
    	children[1].fill(result,row,col,h);
    	// had to change this
    	children[2].fill(result,row+h,col,h);
    	children[3].fill(result,row+h,col+h,h);
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
            // System.out.println("here");
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
