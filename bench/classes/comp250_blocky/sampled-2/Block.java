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
    	boolean split=false;
    	if(this.level < this.maxDepth){
    		double random=gen.nextDouble();
    		double limit=Math.exp(-0.25*this.level);
    		if(random < limit){
    			split=true;
    		}
    	}
    	if(split){
    		this.color=null;
    		Block[] newChildren=new Block[4];
    		int index=0;
    		while(index < newChildren.length){
    			newChildren[index]=new Block(this.level+1,this.maxDepth);
    			index++;
    		}
    		this.children=newChildren;
    	}else{
    		int colorIndex=gen.nextInt(GameColors.BLOCK_COLORS.length);
    		this.color=GameColors.BLOCK_COLORS[colorIndex];
    		this.children=new Block[]{};
    	}
    }

    public void updateSizeAndPosition(int size, int xCoord, int yCoord) {
    	if(size<0) throw new IllegalArgumentException();
    	if(size%2!=0 && !(level==maxDepth && size==1)) throw new IllegalArgumentException();
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
    	ArrayList<BlockToDraw> list=new ArrayList<>();
    	addTo(list);
    	return list;
    }

    private void addTo(ArrayList<BlockToDraw> list){
    	if(color!=null){
    		list.add(new BlockToDraw(color,xCoord,yCoord,size,0));
    		list.add(new BlockToDraw(GameColors.FRAME_COLOR,xCoord,yCoord,size,3));
    	}
    	for(int k=0;k<children.length;k++){
    		children[k].addTo(list);
    	}
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
    	Block ur=children[0];
    	Block topLeft=children[1];
    	Block bottomLeft=children[2];
    	Block d=children[3];
    	if(direction==1){
    		this.children=new Block[] {topLeft,bottomLeft,d,ur};
    	}else{
    		this.children=new Block[] {d,ur,topLeft,bottomLeft};
    	}
    	for(Block child : this.children){
    		child.rotate(direction);
    	}
    	updateSizeAndPosition(this.size,this.xCoord,this.yCoord);
    }

    public boolean smash() {
    	if(level==0||level==maxDepth) return false;
    	Block[] newBlocks=new Block[4];
    	for(int k=0;k<4;k++){
    		newBlocks[k]=new Block(level+1,maxDepth);
    	}
    	children=newBlocks;
    	updateSizeAndPosition(size,xCoord,yCoord);
    	return true;
    }

    public Color[][] flatten() {
    	int side=(int)Math.pow(2,maxDepth);
    	Color[][] grid=new Color[side][side];
    	paint(grid,size/side);
    	return grid;
    }

    private void paint(Color[][] grid,int unit){
    	if(children.length==0){
    		for(int r=yCoord/unit;r<(yCoord+size)/unit;r++){
    			for(int c=xCoord/unit;c<(xCoord+size)/unit;c++){
    				grid[r][c]=color;
    			}
    		}
    	}
    	for(int k=0;k<children.length;k++){
    		children[k].paint(grid,unit);
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
                coloredPrint(name.isEmpty() ? "\u2588" : name.substring(0, 1), cell);
            }
            System.out.println();
        }
    }
}
