import threading


def wait_for_ever() -> None:
    """Wait, in a thread that nobody ends."""
    threading.Event().wait()


threading.Thread(target=wait_for_ever, daemon=True).start()
