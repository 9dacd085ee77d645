class Block {
    public ArrayList<BlockToDraw> getBlocksToDraw() {
        ArrayList<BlockToDraw> found = new ArrayList<>();
        if (this.children.length == 0) {
            Color copy = new Color(this.color.getRed(), this.color.getGreen(), this.color.getBlue());
            found.add(new BlockToDraw(new Color(0, 0, 0), this.xCoord, this.yCoord, this.size, 3));
            found.add(new BlockToDraw(copy, this.xCoord, this.yCoord, this.size, 0));
            return found;
        }
        for (int i = 3; i >= 0; i--) {
            found.addAll(this.children[i].getBlocksToDraw());
        }
        return found;
    }
}
