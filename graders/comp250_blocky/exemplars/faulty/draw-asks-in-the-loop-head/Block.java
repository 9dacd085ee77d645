class Block {
    public ArrayList<BlockToDraw> getBlocksToDraw() {
        ArrayList<BlockToDraw> found = new ArrayList<BlockToDraw>();
        if (this.children.length == 0) {
            found.add(new BlockToDraw(this.color, this.xCoord, this.yCoord, this.size, 0));
            found.add(new BlockToDraw(GameColors.FRAME_COLOR, this.xCoord, this.yCoord, this.size, 3));
        }
        for (Block child : this.children) {
            for (int i = 0; i < child.getBlocksToDraw().size(); i++) {
                found.add(child.getBlocksToDraw().get(i));
            }
        }
        return found;
    }
}
