class Block {
    public void reflect(int direction) {
        checkDirection(direction);
        reorder(direction == 0 ? new int[] {3, 2, 1, 0} : new int[] {1, 0, 3, 2});
    }
}
