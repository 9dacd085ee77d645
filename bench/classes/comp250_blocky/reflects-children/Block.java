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
        // base case first
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
        // TODO clean up
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
                // had to change this
                children=new Block[]{UR,UL,LL,LR};
            } else{
                color=GameColors.BLOCK_COLORS[gen.nextInt(4)];
                children=new Block[0];
            }
        }
    }

    public void updateSizeAndPosition(int size, int xCoord, int yCoord) {
        boolean unit = this.level == this.maxDepth && size == 1;
        if (size < 0 || (size % 2 != 0 && !unit)) {
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
        ArrayList<BlockToDraw> res = new ArrayList<BlockToDraw>();
        if (this.children.length == 0) {
            res.add(new BlockToDraw(this.color, this.xCoord, this.yCoord, this.size, 0));
            res.add(new BlockToDraw(GameColors.FRAME_COLOR, this.xCoord, this.yCoord, this.size, 3));
        } else {
            for (Block child : this.children) {
                // see the handout
                res.addAll(child.getBlocksToDraw());
            }
        }
        return res;
    }

    public BlockToDraw getHighlightedFrame() {
        return new BlockToDraw(GameColors.HIGHLIGHT_COLOR, this.xCoord, this.yCoord, this.size, 5);
    }

    public Block getSelectedBlock(int x, int y, int lvl) {
    	if(lvl<level||lvl>maxDepth) throw new IllegalArgumentException("level");
    	if(lvl==level) return this;
    	if(children.length==0) return this;
    	int midX=xCoord+size/2;
    	int midY=yCoord+size/2;
    	if(x>midX && y<midY) return children[0].getSelectedBlock(x,y,lvl);
    	else if(x<=midX && y<midY) return children[1].getSelectedBlock(x,y,lvl);
    	else if(x<=midX) return children[2].getSelectedBlock(x,y,lvl);
    	else return children[3].getSelectedBlock(x,y,lvl);
    }

    public void reflect(int direction) {
        if (direction != 0 && direction != 1) {
            throw new IllegalArgumentException("invalid direction");
        }
        if (this.children.length == 0) {
            return;
        }
        Block ur = children[0];
        Block b2 = children[1];
        Block c2 = children[2];
        Block lr = children[3];
        if (direction == 0) {
            this.children = new Block[] {lr, c2, b2, ur};
        } else {
            this.children = new Block[] {b2, ur, lr, c2};
        }
        for (Block child : this.children) {
            child.reflect(direction);
        }
        updateSizeAndPosition(this.size, this.xCoord, this.yCoord);
    }

    public void rotate(int direction) {
        if (direction != 0 && direction != 1) {
            throw new IllegalArgumentException("invalid direction");
        }
        if (this.children.length == 0) {
            // System.out.println("here");
            return;
        }
        Block ur = children[0];
        Block ul = children[1];
        Block ll = children[2];
        Block lr = children[3];
        if (direction == 1) {
            this.children = new Block[] {ul, ll, lr, ur};
        } else {
            this.children = new Block[] {lr, ur, ul, ll};
        }
        for (Block child : this.children) {
            child.reflect(direction);
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
    	int side=(int)Math.pow(2,maxDepth);
    	Color[][] result=new Color[side][side];
    	paint(result,size/side);
    	return result;
    }

    private void paint(Color[][] result,int unit){
    	if(children.length==0){
    		for(int r=yCoord/unit;r<(yCoord+size)/unit;r++){
    			for(int c=xCoord/unit;c<(xCoord+size)/unit;c++){
    				result[r][c]=color;
    			}
    		}
    	}
    	for(int k=0;k<children.length;k++){
    		children[k].paint(result,unit);
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
                // asked about this in office hours
                coloredPrint(name.isEmpty() ? "\u2588" : name.substring(0, 1), cell);
            }
            System.out.println();
        }
    }
}
