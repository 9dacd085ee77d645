class Block {
    private void addBlocksToDraw(ArrayList<BlockToDraw> found) {
        found.add(new BlockToDraw(GameColors.FRAME_COLOR, this.xCoord, this.yCoord, this.size, 3));
        if (this.children.length == 0) {
            found.add(new BlockToDraw(this.color, this.xCoord, this.yCoord, this.size, 0));
        }
        for (Block child : this.children) {
            child.addBlocksToDraw(found);
        }
    }
}
