class Block {
    public void reflect(int direction) {
        checkDirection(direction);
        rearrange(direction == 0 ? new int[] {3, 0, 1, 2} : new int[] {1, 0, 3, 2});
    }

    public void rotate(int direction) {
        checkDirection(direction);
        rearrange(direction == 0 ? new int[] {1, 0, 3, 2} : new int[] {1, 2, 3, 0});
    }
}
