package assignment3;

import java.awt.Color;
import java.util.ArrayList;
import java.util.Random;

/** A block for grading the goals: the starter's public face, and a flatten that gives what the judge gave along. */
public class Block {

    private int xCoord;
    private int yCoord;
    private int size;
    private int level;
    private int maxDepth;
    private Color color;
    private Block[] children;
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
        throw notHere();
    }

    private static UnsupportedOperationException notHere() {
        return new UnsupportedOperationException("a goal is graded here; of Block it needs flatten only");
    }

    public Color[][] flatten() {
        return driver.Sound.flatten();
    }

    public int getMaxDepth() {
        return this.maxDepth;
    }

    public int getLevel() {
        return this.level;
    }

    public BlockToDraw getHighlightedFrame() {
        return new BlockToDraw(GameColors.HIGHLIGHT_COLOR, this.xCoord, this.yCoord, this.size, 5);
    }

    public void updateSizeAndPosition(int size, int xCoord, int yCoord) {
        throw notHere();
    }

    public ArrayList<BlockToDraw> getBlocksToDraw() {
        throw notHere();
    }

    public Block getSelectedBlock(int x, int y, int lvl) {
        throw notHere();
    }

    public void reflect(int direction) {
        throw notHere();
    }

    public void rotate(int direction) {
        throw notHere();
    }

    public boolean smash() {
        throw notHere();
    }

    public void printBlock() {
        System.out.println(this);
    }

    public void printColoredBlock() {
        System.out.println(this);
    }
}
