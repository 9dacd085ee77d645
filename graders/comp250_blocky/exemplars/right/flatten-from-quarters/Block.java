class Block {
    public Color[][] flatten() {
        int n = (int) Math.pow(2, maxDepth - level);
        Color[][] arr = new Color[n][n];
        if (children.length == 0) {
            for (Color[] row : arr) {
                for (int j = 0; j < n; j++) row[j] = color;
            }
        } else {
            Color[][][] parts = new Color[4][][];
            for (int k = 0; k < 4; k++) parts[k] = children[k].flatten();
            for (int i = 0; i < n / 2; i++) {
                System.arraycopy(parts[1][i], 0, arr[i], 0, n / 2);
                System.arraycopy(parts[0][i], 0, arr[i], n / 2, n / 2);
                System.arraycopy(parts[2][i], 0, arr[i + n / 2], 0, n / 2);
                System.arraycopy(parts[3][i], 0, arr[i + n / 2], n / 2, n / 2);
            }
        }
        return arr;
    }
}
