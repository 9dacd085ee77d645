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
    	this.level=lvl;
    	this.maxDepth=maxDepth;
    	this.children=new Block[0];
    	if(lvl < maxDepth&&gen.nextDouble() < Math.exp(-0.25*lvl)){
    		this.children=new Block[4];
    		for(int i=0; i < 4; i++){
    			this.children[i]=new Block(lvl+1,maxDepth);
    		}
    	}else{
    		this.color=GameColors.BLOCK_COLORS[gen.nextInt(4)];
    	}
    }

    public void updateSizeAndPosition(int size, int xCoord, int yCoord) {
    	int max=(int) Math.pow(2,this.maxDepth - this.level);
    	if(size < 0||size % max!=0){
    		throw new IllegalArgumentException("invalid size");
    	}
    	this.size=size;
    	this.xCoord=xCoord;
    	this.yCoord=yCoord;
    	if(this.children.length==4){
    		int half=size / 2;
    		children[0].updateSizeAndPosition(half,xCoord+half,yCoord);
    		children[1].updateSizeAndPosition(half,xCoord,yCoord);
    		children[2].updateSizeAndPosition(half,xCoord,yCoord+half);
    		children[3].updateSizeAndPosition(half,xCoord+half,yCoord+half);
    	}
    }

    public ArrayList<BlockToDraw> getBlocksToDraw() {
    	ArrayList<BlockToDraw> drawList = new ArrayList<BlockToDraw>();
    	if(this.children.length==0){
    		BlockToDraw inside=new BlockToDraw(this.color,this.xCoord,this.yCoord,this.size,0);
    		BlockToDraw frame=new BlockToDraw(GameColors.FRAME_COLOR,this.xCoord,this.yCoord,this.size,3);
    		drawList.add(inside);
    		drawList.add(frame);
    		return drawList;
    	}
    	for(int i=0; i < this.children.length; i++){
    		ArrayList<BlockToDraw> childList = this.children[i].getBlocksToDraw();
    		for(int j=0; j < childList.size(); j++){
    			drawList.add(childList.get(j));
    		}
    	}
    	return drawList;
    }

    public BlockToDraw getHighlightedFrame() {
        return new BlockToDraw(GameColors.HIGHLIGHT_COLOR, this.xCoord, this.yCoord, this.size, 5);
    }

    public Block getSelectedBlock(int x, int y, int lvl) {
    	if(lvl<level||lvl>maxDepth) throw new IllegalArgumentException("level");
    	boolean inside=xCoord<=x && x<xCoord+size && yCoord<=y && y<yCoord+size;
    	if(!inside) return null;
    	if(lvl==level) return this;
    	if(children.length==0) return this;
    	int midX=xCoord+size/2;
    	int midY=yCoord+size/2);
    	if(x>=midX && y<midY) return children[0].getSelectedBlock(x,y,lvl);
    	else if(x<midX && y<midY) return children[1].getSelectedBlock(x,y,lvl);
    	else if(x<midX) return children[2].getSelectedBlock(x,y,lvl);
    	else return children[3].getSelectedBlock(x,y,lvl);
    }

    public void reflect(int direction) {
    	if(direction==0||direction==1){
    		if(this.children.length > 0){
    			Block[] old=this.children;
    			this.children=new Block[4];
    			for(int i=0; i < 4; i++){
    				if(direction==0){
    					this.children[i]=old[3 - i];
    				}else if(i % 2==0){
    					this.children[i]=old[i+1];
    				}else{
    					this.children[i]=old[i - 1];
    				}
    				this.children[i].reflect(direction);
    			}
    			this.updateSizeAndPosition(this.size,this.xCoord,this.yCoord);
    		}
    	}else{
    		throw new IllegalArgumentException("The direction must be 0 or 1");
    	}
    }

    public void rotate(int direction) {
    	if(direction!=0&&direction!=1){
    		throw new IllegalArgumentException("invalid direction");
    	}
    	if(this.children.length==0){
    		return;
    	}
    	Block upRight=children[0];
    	Block topLeft=children[1];
    	Block ll=children[2];
    	Block bottomRight=children[3];
    	if(direction==1){
    		this.children=new Block[] {topLeft,ll,bottomRight,upRight};
    	}else{
    		this.children=new Block[] {bottomRight,upRight,topLeft,ll};
    	}
    	for(Block child : this.children){
    		child.rotate(direction);
    	}
    	updateSizeAndPosition(this.size,this.xCoord,this.yCoord);
    }

    public boolean smash() {
    	if(this.level > 0&&this.level < this.maxDepth){
    		this.color=null;
    		this.children=new Block[4];
    		this.children[0]=new Block(this.level+1,this.maxDepth);
    		this.children[1]=new Block(this.level+1,this.maxDepth);
    		this.children[2]=new Block(this.level+1,this.maxDepth);
    		this.children[3]=new Block(this.level+1,this.maxDepth);
    		this.children[0].updateSizeAndPosition(this.size / 2,this.xCoord+this.size / 2,this.yCoord);
    		this.children[1].updateSizeAndPosition(this.size / 2,this.xCoord,this.yCoord);
    		this.children[2].updateSizeAndPosition(this.size / 2,this.xCoord,this.yCoord+this.size / 2);
    		this.children[3].updateSizeAndPosition(this.size / 2,this.xCoord+this.size / 2,this.yCoord+this.size / 2);
    		return true;
    	}else{
    		return false;
    	}
    }

    public Color[][] flatten() {
    	int n=(int) Math.pow(2,this.maxDepth - this.level);
    	Color[][] unitCells2=new Color[n][n];
    	if(this.children.length==0){
    		for(int i=0; i < n; i++){
    			for(int j=0; j < n; j++){
    				unitCells2[i][j]=this.color;
    			}
    		}
    		return unitCells2;
    	}
    	Color[][] a=children[0].flatten();
    	Color[][] b2=children[1].flatten();
    	Color[][] lowLeft=children[2].flatten();
    	Color[][] lr=children[3].flatten();
    	for(int i=0; i < n / 2; i++){
    		for(int j=0; j < n / 2; j++){
    			unitCells2[i][j]=b2[i][j];
    			unitCells2[i][j+n / 2]=a[i][j];
    			unitCells2[i+n / 2][j]=lowLeft[i][j];
    			unitCells2[i+n / 2][j+n / 2]=lr[i][j];
    		}
    	}
    	return unitCells2;
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
