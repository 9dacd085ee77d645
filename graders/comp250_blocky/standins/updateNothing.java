public void updateSizeAndPosition(int size, int xCoord, int yCoord) {
}
