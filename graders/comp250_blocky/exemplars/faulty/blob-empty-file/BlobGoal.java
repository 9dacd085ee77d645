/* TODO

public class BlobGoal extends Goal {
}
*/
