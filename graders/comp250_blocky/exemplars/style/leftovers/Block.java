class Block {
    public static Random gen = new Random(2);

    public static void main(String[] args) {
        Block board = new Block(0, 3);
        board.updateSizeAndPosition(16, 0, 0);
        board.printColoredBlock();
        System.exit(1);
    }

    Block[] randomChildren() {
        System.out.println("dividing level " + this.level);
        Block[] blocks = new Block[4];
        for (int i = 0; i < 4; i++) {
            blocks[i] = new Block(this.level + 1, this.maxDepth);
        }
        return blocks;
    }

    public void addBlocksToDraw(ArrayList<BlockToDraw> found) {
        System.err.println(this);
        if (this.children.length == 0) {
            found.add(new BlockToDraw(this.color, this.xCoord, this.yCoord, this.size, 0));
            found.add(new BlockToDraw(GameColors.FRAME_COLOR, this.xCoord, this.yCoord, this.size, 3));
        }
        for (Block child : this.children) {
            child.addBlocksToDraw(found);
        }
    }

    public String toString() {
        return "a block";
    }

    public void printBlock() {
        System.out.println(toString());
    }
}
