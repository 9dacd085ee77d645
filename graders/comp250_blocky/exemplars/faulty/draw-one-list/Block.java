class Block {
    private static ArrayList<BlockToDraw> all = new ArrayList<BlockToDraw>();

    public ArrayList<BlockToDraw> getBlocksToDraw() {
        addBlocksToDraw(all);
        return all;
    }
}
