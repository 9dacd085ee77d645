package driver;

import grader.Sandbox;
import java.awt.Color;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * What stands in for a student's method in the variants of the manifest, so that what is built on it can be graded alone.
 *
 * None of it knows a rule of the assignment: it asks the judge, or reads what the judge gave along with the call.
 */
public final class Sound {

    private static Color[][] grid = {};
    private static List<?> groups = List.of();

    private Sound() {
    }

    /** A source of random numbers that knows how often it was drawn from. */
    static final class Counted extends Random {

        private static final long serialVersionUID = 1;
        private final long seed;
        private int steps;

        Counted(long seed) {
            super(seed);
            this.seed = seed;
            this.steps = 0;
        }

        @Override
        protected int next(int bits) {
            steps++;
            return super.next(bits);
        }

        void skip(int number) {
            for (int i = 0; i < number; i++) {
                next(32);
            }
        }

        int steps() {
            return steps;
        }
    }

    /** Stands in for updateSizeAndPosition. */
    public static void update(Object block, int size, int x, int y) {
        try {
            Blocks blocks = new Blocks();
            List<?> answer = (List<?>) Sandbox.ask("placed", blocks.board(block), size, x, y);
            if (answer.isEmpty()) {
                throw new IllegalArgumentException("size " + size);
            }
            blocks.place(block, answer);
        } catch (RuntimeException | Error error) {
            throw error;
        } catch (Throwable error) {
            throw new IllegalStateException(error);
        }
    }

    /** Stands in for the constructor with two arguments. */
    public static void construct(Object block, int level, int maxDepth) {
        try {
            Counted gen = (Counted) Sandbox.field(block.getClass(), "gen", Random.class).get(null);
            List<?> answer = (List<?>) Sandbox.ask("constructed", level, maxDepth, gen.seed, gen.steps());
            gen.skip(Blocks.whole(answer.get(1)));
            new Blocks().fill(block, (List<?>) answer.get(0));
        } catch (RuntimeException | Error error) {
            throw error;
        } catch (Throwable error) {
            throw new IllegalStateException(error);
        }
    }

    /** Keeps what flatten is to return: [times, row in letters], from the top; and the groups of the goal's colour. */
    static void give(List<Object> rows, List<Object> numbered) throws Throwable {
        Color[] colors = Blocks.colors();
        List<Color[]> lines = new ArrayList<Color[]>();
        for (Object entry : rows) {
            String row = (String) ((List<?>) entry).get(1);
            Color[] line = new Color[row.length()];
            for (int j = 0; j < line.length; j++) {
                line[j] = colors["RGBY".indexOf(row.charAt(j))];
            }
            for (int times = Blocks.whole(((List<?>) entry).get(0)); times > 0; times--) {
                lines.add(line.clone());
            }
        }
        grid = lines.toArray(new Color[0][]);
        groups = numbered;
    }

    /** Stands in for flatten of the whole board. */
    public static Color[][] flatten() {
        Color[][] copy = new Color[grid.length][];
        for (int i = 0; i < copy.length; i++) {
            copy[i] = grid[i].clone();
        }
        return copy;
    }

    /** Stands in for undiscoveredBlobSize: marks the group in which the cell is, and returns its size. */
    public static int undiscovered(int i, int j, boolean[][] visited) {
        if (i < 0 || j < 0 || i >= groups.size() || j >= groups.size() || visited[i][j] || group(i, j) < 0) {
            return 0;
        }
        int wanted = group(i, j);
        int size = 0;
        for (int row = 0; row < groups.size(); row++) {
            for (int column = 0; column < groups.size(); column++) {
                if (group(row, column) == wanted && !visited[row][column]) {
                    visited[row][column] = true;
                    size++;
                }
            }
        }
        return size;
    }

    private static int group(int i, int j) {
        return Blocks.whole(((List<?>) groups.get(i)).get(j));
    }
}
