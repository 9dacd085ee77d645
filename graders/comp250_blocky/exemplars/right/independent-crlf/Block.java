package assignment3;

import java.util.ArrayList;
import java.util.Random;
import java.awt.Color;

public class Block {
	private int xCoord;
	private int yCoord;
	private int size; // height/width of the square
	private int level; // the root (outer most block) is at level 0
	private int maxDepth;
	private Color color;
	private Block[] children; // {UR, UL, LL, LR}

	public static Random gen = new Random();

	public Block() {}

	public Block(int x, int y, int size, int lvl, int maxD, Color c, Block[] subBlocks) {
		this.xCoord = x; this.yCoord = y; this.size = size;
		this.level = lvl; this.maxDepth = maxD;
		this.color = c; this.children = subBlocks;
	}

	public Block(int l, int d) {
		this.level = l;
		this.maxDepth = d;
		if (l == d || !(gen.nextDouble() < Math.exp(-.25 * l))) {
			color = GameColors.BLOCK_COLORS[gen.nextInt(4)];
			children = new Block[0];
		} else {
			color = null;
			children = new Block[4];
			for (int k = 0; k < 4; k++)
				children[k] = new Block(l + 1, d);
		}
	}

	public void updateSizeAndPosition(int s, int x, int y) {
		xCoord = x;
		yCoord = y;
		size = s;
		int parts = 1;
		for (int l = level; l < maxDepth; l++)
			parts = parts * 2;
		if (s < 0 || s / parts * parts != s)
			throw new IllegalArgumentException("Invalid size!");
		if (children.length > 0) {
			s = s / 2;
			children[0].updateSizeAndPosition(s, x + s, y);
			children[1].updateSizeAndPosition(s, x, y);
			children[2].updateSizeAndPosition(s, x, y + s);
			children[3].updateSizeAndPosition(s, x + s, y + s);
		}
	}

	public ArrayList<BlockToDraw> getBlocksToDraw() {
		ArrayList<BlockToDraw> list = new ArrayList<BlockToDraw>();
		for (Block b : children)
			list.addAll(b.getBlocksToDraw());
		if (list.isEmpty()) {
			list.add(new BlockToDraw(GameColors.FRAME_COLOR, xCoord, yCoord, size, 3));
			list.add(0, new BlockToDraw(color, xCoord, yCoord, size, 0));
		}
		return list;
	}

	public BlockToDraw getHighlightedFrame() {
		return new BlockToDraw(GameColors.HIGHLIGHT_COLOR, this.xCoord, this.yCoord, this.size, 5);
	}

	public Block getSelectedBlock(int px, int py, int l) {
		if (l < level || l > maxDepth)
			throw new IllegalArgumentException("level " + l + " out of [" + level + ", " + maxDepth + "]");
		int dx = px - xCoord, dy = py - yCoord;
		if (dx < 0 || dy < 0 || dx >= size || dy >= size)
			return null;
		if (l > level && children.length == 4) {
			int[][] which = {{1, 0}, {2, 3}};
			return children[which[2 * dy / size][2 * dx / size]].getSelectedBlock(px, py, l);
		}
		return this;
	}

	private void swap(int a, int b) {
		Block kept = children[a];
		children[a] = children[b];
		children[b] = kept;
	}

	public void reflect(int dir) {
		if (dir < 0 || dir > 1)
			throw new IllegalArgumentException();
		if (children.length == 0)
			return;
		if (dir == 0) {
			swap(0, 3);
			swap(1, 2);
		} else {
			swap(0, 1);
			swap(2, 3);
		}
		for (Block b : children)
			b.reflect(dir);
		updateSizeAndPosition(size, xCoord, yCoord);
	}

	public void rotate(int dir) {
		if (dir < 0 || dir > 1)
			throw new IllegalArgumentException();
		if (children.length == 0)
			return;
		for (Block b : children)
			b.rotate(dir);
		if (dir == 1) {
			swap(0, 1);
			swap(1, 2);
			swap(2, 3);
		} else {
			swap(2, 3);
			swap(1, 2);
			swap(0, 1);
		}
		updateSizeAndPosition(size, xCoord, yCoord);
	}

	public boolean smash() {
		if (level > 0 && level != maxDepth) {
			color = null;
			children = new Block[4];
			for (int k = 0; k < children.length; k++)
				children[k] = new Block(level + 1, maxDepth);
			updateSizeAndPosition(size, xCoord, yCoord);
			return true;
		}
		return false;
	}

	public Color[][] flatten() {
		int n = 1;
		for (int l = level; l < maxDepth; l++)
			n *= 2;
		Color[][] grid = new Color[n][n];
		for (int r = 0; r < n; r++)
			for (int c = 0; c < n; c++)
				grid[r][c] = cell(r, c, n);
		return grid;
	}

	// the colour r rows down and c columns to the right, of n
	private Color cell(int r, int c, int n) {
		if (color != null)
			return color;
		int h = n / 2;
		int k = r < h ? (c < h ? 1 : 0) : (c < h ? 2 : 3);
		return children[k].cell(r % h, c % h, h);
	}

	public int getMaxDepth() { return this.maxDepth; }

	public int getLevel() { return this.level; }

	public String toString() { return level + ":" + size + "@" + xCoord + "," + yCoord; }

	public void printBlock() { System.out.println(this); }

	public void printColoredBlock() {
		for (Color[] row : flatten()) {
			for (Color c : row)
				System.out.print(GameColors.colorToString(c).charAt(0));
			System.out.println();
		}
	}
}
