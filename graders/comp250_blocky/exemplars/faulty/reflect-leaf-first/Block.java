class Block {
    public void reflect(int direction) {
        if (this.children == null || this.children.length == 0) {
            return;
        }
        checkDirection(direction);
        rearrange(direction == 0 ? new int[] {3, 2, 1, 0} : new int[] {1, 0, 3, 2});
    }
}
