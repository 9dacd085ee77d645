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
        boolean split = false;
        if (this.level < this.maxDepth) {
            double random = gen.nextDouble();
            double threshold = Math.exp(-0.25 * this.level);
            if (random < threshold) {
                split = true;
            }
        }
        if (split) {
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
            int childSize = size / 2;
            for (int i = 0; i < this.children.length; i++) {
                int newX = xCoord;
                int newY = yCoord;
                if (i == 0 || i == 3) {
                    newX += childSize;
                }
                if (i == 2 || i == 3) {
                    newY += childSize;
                }
                this.children[i].updateSizeAndPosition(childSize, newX, newY);
            }
        }
    }

    public ArrayList<BlockToDraw> getBlocksToDraw() {
    	ArrayList<BlockToDraw> list=new ArrayList<>();
    	helper(list);
    	return list;
    }

    private void helper(ArrayList<BlockToDraw> list){
    	if(color!=null){
    		list.add(new BlockToDraw(color,xCoord,yCoord,size,0));
    		list.add(new BlockToDraw(GameColors.FRAME_COLOR,xCoord,yCoord,size,3));
    	}
    	for(int k=0;k<children.length;k++){
    		children[k].helper(list);
    	}
    }

    public BlockToDraw getHighlightedFrame() {
        return new BlockToDraw(GameColors.HIGHLIGHT_COLOR, this.xCoord, this.yCoord, this.size, 5);
    }

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
        Block first=children[a];
        children[a]=children[b];
        children[b]=first;
    }

    public void rotate(int direction) {
        if (direction != 0 && direction != 1) {
            throw new IllegalArgumentException("invalid direction");
        }
        if (this.children.length == 0) {
            return;
        }
        Block topRight = children[0];
        Block b2 = children[1];
        Block lowLeft = children[2];
        Block lowRight = children[3];
        if (direction == 1) {
            this.children = new Block[] {b2, lowLeft, lowRight, topRight};
        } else {
            this.children = new Block[] {lowRight, topRight, b2, lowLeft};
        }
        for (Block child : this.children) {
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
        Color[][] ur = children[0].flatten();
        Color[][] topLeft = children[1].flatten();
        Color[][] lowLeft = children[2].flatten();
        Color[][] bottomRight = children[3].flatten();
        for (int i = 0; i < n / 2; i++) {
            for (int j = 0; j < n / 2; j++) {
                cells[i][j] = topLeft[i][j];
                cells[i][j + n / 2] = ur[i][j];
                cells[i + n / 2][j] = lowLeft[i][j];
                cells[i + n / 2][j + n / 2] = bottomRight[i][j];
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
