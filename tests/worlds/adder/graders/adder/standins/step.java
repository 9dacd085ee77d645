int step(int from) {
    return ((Long) grader.Sandbox.ask("step", from)).intValue();
}
