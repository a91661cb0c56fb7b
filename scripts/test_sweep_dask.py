"""Tests sweep_dask.py and slurm_array.sbatch: the joined shards must have the bytes of an undivided run.

    python scripts/test_sweep_dask.py ALMANAC

ALMANAC is the program. Two workers are started on this machine, and one of them is killed half way.
"""

import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from pathlib import Path

import sweep_dask
from distributed import Client, LocalCluster

ALMANAC = Path()
PIECES = "1 of hexominoes, 1 of tetrominoes"
SAME = ("manifest.json", "puzzle.toml", "sets.parquet", "set_dates.parquet")


def same_files(folder):
    return [(folder / name).read_bytes() for name in SAME]


class SweepTest(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory(prefix="sweep-")
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)
        self.one = self.folder / "one"
        command = [ALMANAC, "sweep", "--board", "mini", "--pieces", PIECES, "--quiet", "--out", self.one]
        subprocess.run(command, check=True)

    def program(self, text):
        """A program that does something before it becomes the real one, "$ALMANAC"."""
        path = self.folder / "almanac"
        path.write_text(f'#!/bin/sh\nALMANAC="{ALMANAC}"\n{text}\n')
        path.chmod(0o755)
        return path

    def options(self, almanac, *more):
        given = ["--board", "mini", "--pieces", PIECES, "--out", str(self.folder / "out")]
        return sweep_dask.arguments([*given, "--almanac", str(almanac), *more])

    def client(self):
        cluster = LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=None, memory_limit=0, host="127.0.0.1"
        )
        self.addCleanup(cluster.close)
        client = Client(cluster)
        self.addCleanup(client.close)
        return client

    def test_a_worker_is_killed_half_way(self):
        slow = self.program('[ "$2" = merge ] || sleep 1\nexec "$ALMANAC" "$@"')
        options, client, told = self.options(slow, "--shards", "8"), self.client(), []
        victims = client.run(os.getpid)
        results = []
        job = threading.Thread(target=lambda: results.append(sweep_dask.run(client, options, told.append)))
        job.start()
        shards = options.out / "shards"
        deadline = time.monotonic() + 60
        while len(list(shards.glob("*/manifest.json"))) < 3 and time.monotonic() < deadline:
            time.sleep(0.05)
        self.assertLess(len(list(shards.glob("*/manifest.json"))), 8)
        os.kill(next(iter(victims.values())), signal.SIGKILL)
        job.join(timeout=120)
        self.assertFalse(job.is_alive())
        self.assertEqual(results, [True], told)
        self.assertEqual(same_files(self.one), same_files(options.out))
        self.assertNotEqual(victims, client.run(os.getpid), "no worker was lost")
        # Another run has nothing to do.
        (options.out / "manifest.json").unlink()
        again = []
        self.assertTrue(sweep_dask.run(client, options, again.append))
        self.assertIn("8 of 8 shards are there already", again)
        self.assertEqual(same_files(self.one), same_files(options.out))
        self.assertTrue(sweep_dask.is_whole(options.out, PIECES))

    def test_a_shard_that_fails_once_is_tried_again(self):
        mark = self.folder / "failed"
        fail = f'[ -e {mark} ] || {{ touch {mark}; echo "no luck" >&2; exit 1; }}'
        once = self.program(f'{fail}\nexec "$ALMANAC" "$@"')
        options, told = self.options(once, "--shards", "2"), []
        self.assertTrue(sweep_dask.run(self.client(), options, told.append), told)
        self.assertTrue(any("is tried again: RuntimeError" in line and "no luck" in line for line in told), told)
        self.assertEqual(same_files(self.one), same_files(options.out))

    def test_a_shard_that_fails_for_good_is_told(self):
        never = self.program('echo "no luck" >&2; exit 1')
        options, told = self.options(never, "--shards", "2", "--retries", "1"), []
        self.assertFalse(sweep_dask.run(self.client(), options, told.append))
        self.assertIn("not joined: 2 shards are missing", told)

    def test_slurm_array(self):
        out = self.folder / "slurm"
        own = self.program('exec "$ALMANAC" "$@" --board mini')
        for number in ("1", "2", "3"):
            slurm = {"SLURM_ARRAY_TASK_ID": number, "SLURM_ARRAY_TASK_COUNT": "3", "ALMANAC": str(own)}
            script = Path(__file__).with_name("slurm_array.sbatch")
            done = subprocess.run(["bash", script, PIECES, out], env=os.environ | slurm, capture_output=True)
            self.assertEqual(done.returncode, 0, done.stderr)
        shards = sorted((out / "shards").glob("*-of-3"))
        subprocess.run([ALMANAC, "sweep", "merge", *shards, "--out", out, "--quiet"], check=True)
        self.assertEqual(same_files(self.one), same_files(out))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    ALMANAC = Path(sys.argv.pop()).resolve()
    unittest.main()
