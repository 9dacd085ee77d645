class Block {
    private void addBlocksToDraw(ArrayList<BlockToDraw> found) {
        add(found, 0, 0);
    }

    private void add(ArrayList<BlockToDraw> found, int x, int y) {
        if (this.children.length == 0) {
            found.add(new BlockToDraw(this.color, x, y, this.size, 0));
            found.add(new BlockToDraw(GameColors.FRAME_COLOR, x, y, this.size, 3));
        }
        int half = this.size / 2;
        for (int i = 0; i < this.children.length; i++) {
            this.children[i].add(found, x + (i % 3 == 0 ? half : 0), y + i / 2 * half);
        }
    }
}
