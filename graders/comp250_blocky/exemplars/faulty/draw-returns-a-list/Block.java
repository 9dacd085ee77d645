class Block {
    public java.util.List<BlockToDraw> getBlocksToDraw() {
        ArrayList<BlockToDraw> found = new ArrayList<BlockToDraw>();
        addBlocksToDraw(found);
        return found;
    }
}
