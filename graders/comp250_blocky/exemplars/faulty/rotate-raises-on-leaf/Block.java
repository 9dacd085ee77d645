class Block {
    public void rotate(int direction) {
        checkDirection(direction);
        Block first = this.children[0];
        if (direction == 0) {
            rearrange(new int[] {3, 0, 1, 2});
        } else {
            rearrange(new int[] {1, 2, 3, 0});
        }
    }
}
