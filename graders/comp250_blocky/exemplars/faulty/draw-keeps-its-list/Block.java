class Block {
    private ArrayList<BlockToDraw> kept;

    public ArrayList<BlockToDraw> getBlocksToDraw() {
        if (this.kept == null) {
            this.kept = new ArrayList<BlockToDraw>();
            addBlocksToDraw(this.kept);
        }
        return new ArrayList<BlockToDraw>(this.kept);
    }
}
