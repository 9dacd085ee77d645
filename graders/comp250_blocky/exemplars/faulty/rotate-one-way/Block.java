class Block {
    public void rotate(int direction) {
        checkDirection(direction);
        rearrange(new int[] {1, 2, 3, 0});
    }
}
