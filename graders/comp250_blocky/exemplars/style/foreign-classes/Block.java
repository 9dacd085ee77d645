import java.util.Arrays;

class Block {
    private void reorder(int[] sources) {
        if (this.children.length == 0) {
            return;
        }
        Block[] before = Arrays.copyOf(this.children, 4);
        for (int i = 0; i < 4; i++) {
            this.children[i] = before[sources[i]];
            this.children[i].reorder(sources);
        }
    }
}
