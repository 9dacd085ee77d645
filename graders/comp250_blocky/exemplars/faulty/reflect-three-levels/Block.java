class Block {
    public void reflect(int direction) {
        checkDirection(direction);
        reorderSome(direction == 0 ? new int[] {3, 2, 1, 0} : new int[] {1, 0, 3, 2}, 3);
        updateSizeAndPosition(this.size, this.xCoord, this.yCoord);
    }

    private void reorderSome(int[] sources, int levels) {
        if (this.children.length == 0 || levels == 0) {
            return;
        }
        Block[] before = this.children;
        this.children = new Block[4];
        for (int i = 0; i < 4; i++) {
            this.children[i] = before[sources[i]];
            this.children[i].reorderSome(sources, levels - 1);
        }
    }
}
