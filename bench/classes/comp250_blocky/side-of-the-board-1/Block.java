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
    	if(lvl==maxDepth){
    		color=GameColors.BLOCK_COLORS[gen.nextInt(4)];
    		children=new Block[0];
    	}
    	else{
    		double r=gen.nextDouble();
    		if(r<Math.exp(-0.25*lvl)){
    			color=null;
    			Block UR=new Block(lvl+1,maxDepth);
    			Block UL=new Block(lvl+1,maxDepth);
    			Block LL=new Block(lvl+1,maxDepth);
    			Block LR=new Block(lvl+1,maxDepth);
    			children=new Block[]{UR,UL,LL,LR};
    		}
    		else{
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
    		int[] xs={xCoord+size/2,xCoord,xCoord,xCoord+size/2};
    		int[] ys={yCoord,yCoord,yCoord+size/2,yCoord+size/2};
    		for(int k=0;k<4;k++){
    			children[k].updateSizeAndPosition(size/2,xs[k],ys[k]);
    		}
    	}
    }

    public ArrayList<BlockToDraw> getBlocksToDraw() {
    	ArrayList<BlockToDraw> toDraw = new ArrayList<BlockToDraw>();
    	if(this.children.length==0){
    		BlockToDraw inside=new BlockToDraw(this.color,this.xCoord,this.yCoord,this.size,0);
    		BlockToDraw frame=new BlockToDraw(GameColors.FRAME_COLOR,this.xCoord,this.yCoord,this.size,3);
    		toDraw.add(inside);
    		toDraw.add(frame);
    		return toDraw;
    	}
    	for(int i=0; i < this.children.length; i++){
    		ArrayList<BlockToDraw> childList = this.children[i].getBlocksToDraw();
    		for(int j=0; j < childList.size(); j++){
    			toDraw.add(childList.get(j));
    		}
    	}
    	return toDraw;
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
    	int midY=yCoord+size/2;
    	if(x>=midX && y<midY) return children[0].getSelectedBlock(x,y,lvl);
    	else if(x<midX && y<midY) return children[1].getSelectedBlock(x,y,lvl);
    	else if(x<midX) return children[2].getSelectedBlock(x,y,lvl);
    	else return children[3].getSelectedBlock(x,y,lvl);
    }

    public void reflect(int direction) {
    	if(direction!=0&&direction!=1) throw new IllegalArgumentException("direction");
    	if(children.length==4){
    		if(direction==0){
    			switchBlocks(0,3);
    			switchBlocks(1,2);
    		}
    		else{
    			switchBlocks(0,1);
    			switchBlocks(2,3);
    		}
    		for(int k=0;k<4;k++){
    			children[k].reflect(direction);
    		}
    		updateSizeAndPosition(size,xCoord,yCoord);
    	}
    }

    private void switchBlocks(int a,int b){
    	Block tmp=children[a];
    	children[a]=children[b];
    	children[b]=tmp;
    }

    public void rotate(int direction) {
    	if(direction!=0&&direction!=1) throw new IllegalArgumentException("direction");
    	if(children.length==4){
    		Block first;
    		if(direction==1){
    			first=children[0];
    			children[0]=children[1];
    			children[1]=children[2];
    			children[2]=children[3];
    			children[3]=first;
    		}
    		else{
    			first=children[3];
    			children[3]=children[2];
    			children[2]=children[1];
    			children[1]=children[0];
    			children[0]=first;
    		}
    		for(int k=0;k<4;k++){
    			children[k].rotate(direction);
    		}
    		updateSizeAndPosition(size,xCoord,yCoord);
    	}
    }

    public boolean smash() {
    	if(level==0||level==maxDepth) return false;
    	Block[] newBlocks=new Block[4];
    	for(int k=0;k<4;k++){
    		newBlocks[k]=new Block(level+1,maxDepth);
    	}
    	children=newBlocks;
    	color=null;
    	updateSizeAndPosition(size,xCoord,yCoord);
    	return true;
    }

    public Color[][] flatten() {
    	int len=1;
    	for(int k=0;k<maxDepth;k++) len=len*2;
    	Color[][] result=new Color[len][len];
    	fill(result,0,0,len);
    	return result;
    }

    private void fill(Color[][] result,int row,int col,int len){
    	if(children.length==0){
    		for(int r=row;r<row+len;r++){
    			for(int c=col;c<col+len;c++){
    				result[r][c]=color;
    			}
    		}
    		return;
    	}
    	int h=len/2;
    	children[0].fill(result,row,col+h,h);
    	children[1].fill(result,row,col,h);
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
