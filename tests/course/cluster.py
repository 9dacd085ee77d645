"""A scheduler of Dask and its workers, as separate processes on this machine."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from graders.harness.assignment.manifest import ROOT
from tests.course.processes import PATIENCE, wait_for

HERE = "127.0.0.1"


class Cluster:
    """Started processes; a client connects to the address."""

    def __init__(self, folder: Path, workers: int) -> None:
        self._folder, self._file = folder, folder / "scheduler.json"
        self._scheduler = self._start(
            "scheduler",
            "--host",
            HERE,
            "--port",
            "0",
            "--no-dashboard",
            "--scheduler-file",
            str(self._file),
        )
        wait_for(
            lambda: self._file.exists() and self._file.read_text().rstrip().endswith("}"),
            "a scheduler",
        )
        self.address: str = json.loads(self._file.read_text())["address"]
        self._started = 0
        self.workers: list[subprocess.Popen[bytes]] = []
        self.complete(workers)

    def complete(self, workers: int) -> None:
        """Start workers until there are *workers*, replacing lost ones."""
        self.workers = [one for one in self.workers if one.poll() is None]
        while len(self.workers) < workers:
            self.workers.append(self._start_worker(self._started))
            self._started += 1
        wait_for(lambda: len(self._listening()) == self._started, "its workers")

    def _start(self, command: str, *arguments: str) -> subprocess.Popen[bytes]:
        path = os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
        with (self._folder / f"{command}.log").open("ab") as log:
            return subprocess.Popen(
                [sys.executable, "-m", "distributed.cli.dask_" + command, *arguments],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=self._folder,
                env={**os.environ, "PYTHONPATH": path},
            )

    def _start_worker(self, number: int) -> subprocess.Popen[bytes]:
        return self._start(
            "worker",
            "--scheduler-file",
            str(self._file),
            "--host",
            HERE,
            "--nthreads",
            "1",
            "--no-nanny",
            "--no-dashboard",
            "--name",
            f"worker-{number}",
            "--local-directory",
            str(self._folder),
            "--death-timeout",
            str(PATIENCE),
        )

    def _listening(self) -> list[str]:
        """Return the lines of the workers' log about connections."""
        log = self._folder / "worker.log"
        return (
            [line for line in log.read_text().splitlines() if "Registered to:" in line]
            if log.exists()
            else []
        )

    def close(self) -> None:
        """End all processes, the scheduler last, because workers sign off there."""
        for process in self.workers:
            process.terminate()
        for process in (*self.workers, self._scheduler):
            if process is self._scheduler:
                process.terminate()
            try:
                process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


@contextmanager
def cluster(folder: Path, workers: int = 2) -> Iterator[Cluster]:
    """Yield a cluster, and end it afterwards."""
    made = Cluster(folder, workers)
    try:
        yield made
    finally:
        made.close()
