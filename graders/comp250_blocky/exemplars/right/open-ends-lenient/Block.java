class Block {
    private void reorder(int[] sources) {
        if (this.children == null || this.children.length == 0) {
            return;
        }
        Block[] before = this.children.clone();
        for (int i = 0; i < 4; i++) {
            this.children[i] = before[sources[i]];
            this.children[i].reorder(sources);
        }
    }

    private void rearrange(int[] sources) {
        reorder(sources);
        if (this.children != null && this.children.length > 0) {
            updateSizeAndPosition(this.size, this.xCoord, this.yCoord);
        }
    }
}
