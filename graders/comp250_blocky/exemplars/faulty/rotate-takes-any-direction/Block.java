class Block {
    public void rotate(int direction) {
        if (this.children.length == 4) {
            rearrange(direction == 0 ? new int[] {3, 0, 1, 2} : new int[] {1, 2, 3, 0});
        }
    }
}
