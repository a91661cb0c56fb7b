"""Sweeps over sets of pieces on the workers of a Dask cluster: a shard a task, joined at the end.

    python scripts/sweep_dask.py --pieces "7 of pentominoes, 3 of tetrominoes" --shards 8 --out DIR

Without --scheduler, workers are started on this machine. With --scheduler ADDRESS they are those of a cluster, however
it was started (dask ssh, dask-jobqueue on Slurm, the operator on Kubernetes); then the program, --out and a file of sets
must be in folders that all machines share, under the same paths. A worker should have one thread, as with `dask
worker --nthreads 1`: the program uses --threads of its own, and about 2 GiB of memory for all sets of the weekday
board.

Shards stand in DIR/shards, the whole in DIR. A shard whose manifest is complete is not made again, so the same command
goes on after a stop. A shard that fails, or whose worker is lost, is tried again --retries times, on any worker.

Exit code: 0 the whole is there, 1 some shard failed for good.
"""

import argparse
import ctypes
import itertools
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import dask
from distributed import Client, LocalCluster, as_completed, get_worker

TOPIC = "sweep"
PR_SET_PDEATHSIG = 1


def main():
    options = arguments()
    if is_whole(options.out, options.pieces):
        print(f"{options.out} holds this sweep already")
        return 0
    try:
        with connected(options) as client:
            print(f"dashboard: {client.dashboard_link}")
            made = run(client, options)
    except KeyboardInterrupt:
        print("stopped; the same command goes on with the shards that are missing")
        return 130
    return 0 if made else 1


def arguments(given=None):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--board", default="weekday", help="the puzzle, as for `almanac sweep`")
    sets = parser.add_mutually_exclusive_group(required=True)
    sets.add_argument("--pieces", help="which sets, as for `almanac sweep`")
    sets.add_argument("--sets", type=Path, help="a file of sets instead, as for `almanac sweep`")
    parser.add_argument("--shards", type=int, default=8, help="how many parts (default 8)")
    parser.add_argument("--out", type=Path, required=True, help="the folder, shared by all machines")
    parser.add_argument("--scheduler", metavar="ADDRESS", help="such as tcp://10.0.0.1:8786; none: this machine")
    parser.add_argument("--workers", type=int, help="workers on this machine (default: a processor each)")
    parser.add_argument("--threads", type=int, default=1, help="threads of a shard (default 1)")
    parser.add_argument("--retries", type=int, default=3, help="how often a shard is tried again (default 3)")
    parser.add_argument("--almanac", type=Path, default=Path("target/release/almanac"), help="the program")
    options = parser.parse_args(given)
    if options.shards < 1 or options.threads < 1 or options.retries < 0:
        parser.error("--shards and --threads are 1 or more, --retries is not negative")
    for name in ("out", "almanac", "sets"):
        if path := getattr(options, name):
            setattr(options, name, path.resolve())
    if not options.scheduler and not os.access(options.almanac, os.X_OK):
        mend = "build it with `cargo build --release`, or name it with --almanac"
        parser.error(f"{options.almanac} is no program; {mend}")
    return options


def connected(options):
    """A client of the cluster."""
    if options.scheduler:
        return Client(options.scheduler)
    workers = options.workers or max(1, (os.cpu_count() or 1) // options.threads)
    # A lost worker is a matter of --retries.
    dask.config.set({"distributed.scheduler.allowed-failures": 10})
    return Client(LocalCluster(n_workers=workers, threads_per_worker=1, memory_limit=0))


def run(client, options, tell=print):
    """Makes all shards that are not there, and joins them. Returns whether the whole is there."""
    folders = {number: shard_folder(options, number) for number in range(1, options.shards + 1)}
    there = [number for number, folder in folders.items() if is_shard(folder, options, number)]
    if there:
        tell(f"{len(there)} of {options.shards} shards are there already")
    client.subscribe_topic(TOPIC, lambda event: tell(event[1]))
    began = time.monotonic()
    tries = dict.fromkeys(folders.keys() - set(there), 0)
    numbers = {}

    def submit(number):
        tries[number] += 1
        command = sweep_command(options, number, folders[number])
        name = f"shard {number}/{options.shards}"
        key = f"{TOPIC}-{number}-{options.shards}-{tries[number]}-{os.getpid()}-{next(TASKS)}"
        future = client.submit(run_program, command, name, key=key, pure=False)
        numbers[future.key] = number
        return future

    pending = as_completed([submit(number) for number in sorted(tries)], raise_errors=False)
    done, failed = len(there), []
    for future in pending:
        number = numbers[future.key]
        if future.status == "finished":
            done += 1
            seconds = time.monotonic() - began
            left = seconds / (done - len(there)) * (options.shards - done)
            tell(f"{done} of {options.shards} shards in {seconds:.0f} s, about {left:.0f} s left")
        elif tries[number] <= options.retries:
            tell(f"shard {number}/{options.shards} is tried again: {reason(future)}")
            pending.add(submit(number))
        else:
            tell(f"shard {number}/{options.shards} failed {tries[number]} times: {reason(future)}")
            failed.append(number)
    client.unsubscribe_topic(TOPIC)
    if failed:
        tell(f"not joined: {len(failed)} shards are missing")
        return False
    command = [options.almanac, "sweep", "merge", *folders.values(), "--out", options.out, "--quiet"]
    joined = subprocess.run(command, stderr=subprocess.PIPE, text=True, check=False)
    tell(joined.stderr.strip() or f"the whole is in {options.out}")
    return joined.returncode == 0


TASKS = itertools.count()


def reason(future):
    """Why a task failed, in a line or two."""
    error = future.exception()
    return f"{type(error).__name__}: {error}".strip().splitlines()[0]


def shard_folder(options, number):
    return options.out / "shards" / f"{number}-of-{options.shards}"


def sweep_command(options, number, folder):
    sets = ["--pieces", options.pieces] if options.pieces else ["--sets", str(options.sets)]
    shard = ["--shard", f"{number}/{options.shards}"]
    common = ["--board", options.board, "--threads", str(options.threads), "--out", str(folder)]
    return [str(options.almanac), "sweep", *sets, *shard, *common]


def manifest_of(folder):
    """The manifest of a sweep whose files are all there; None if there is none."""
    try:
        manifest = json.loads((folder / "manifest.json").read_text())
        sizes = {file["path"]: file["bytes"] for file in manifest["files"]}
        complete = all((folder / path).stat().st_size == size for path, size in sizes.items())
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return manifest if complete and "options" in manifest else None


def is_shard(folder, options, number):
    """Whether a shard is there. One of listed sets is left to the program, which knows the list."""
    manifest = manifest_of(folder)
    if manifest is None or options.pieces is None:
        return False
    asked = manifest["options"]
    return asked.get("pieces") == options.pieces and asked.get("shard") == f"{number}/{options.shards}"


def is_whole(folder, pieces):
    manifest = manifest_of(folder)
    return manifest is not None and pieces is not None and manifest["options"].get("pieces") == pieces


def run_program(command, name):
    """On a worker: makes a shard, and tells how far it is. The program ends when the worker does."""
    deadline = time.monotonic() + 60
    while True:
        error = attempt(command, name)
        if error is None:
            return name
        # The program of a worker that was lost may take a moment to end.
        if "another run is writing" not in error or time.monotonic() > deadline:
            raise RuntimeError(error)
        time.sleep(1)


def attempt(command, name):
    """None if the program succeeded, else what it said."""
    process = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=end_with_parent if sys.platform == "linux" else None,
    )
    last = ""
    for line in process.stderr:
        last = line.strip() or last
        get_worker().log_event(TOPIC, f"{name}: {line.strip()}")
    code = process.wait()
    return None if code == 0 else f"{name} ended with code {code}: {last}"


def end_with_parent():
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


if __name__ == "__main__":
    sys.exit(main())
