import java.util.*;

class PerimeterGoal {
    private int worth(Color cell) {
        return Objects.equals(cell, this.targetGoal) ? 1 : 0;
    }
}
