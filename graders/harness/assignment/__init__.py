"""What an assignment consists of: its manifest, its checks, its scenarios."""
