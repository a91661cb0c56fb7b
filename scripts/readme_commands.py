"""Runs every command of a README.

    python scripts/readme_commands.py README.md DATASET [--lacking OTHER] [--list]

Fenced blocks marked sh, sql and python are run; other blocks are only shown to readers. A block of sh has one
command a line; a backslash at the end of a line joins it with the next, and lines that begin with # are
comments; a command with <<'WORD' goes on to a line with that word. A block of sql or python is run as a whole, in a process of its own.

They are run in a temporary folder that looks like the clone once the dataset has been made: it has links to
everything in the clone, and `output` is a copy of DATASET, with tables of OTHER where it has none. Cargo is told to build the clone itself, so that it
builds nothing anew. Paths below /tmp are laid into another temporary folder. So nothing is left behind.

Exit code: 0 every command succeeded or was left out on purpose, 1 some failed.
"""

import argparse
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

# Commands that are left out, with the reason; each pattern must match the whole command.
LEFT_OUT = [
    (
        r"cargo run --release( --locked)? -- generate( --overwrite)?",
        "it takes minutes: CI generates a subset instead",
    ),
    (
        r'cargo run --release -- sweep --pieces "7 of pentominoes, 3 of tetrominoes"( --(out|shard) \S+)*( --overwrite)?',
        "it takes minutes and 2 GiB: a test that CI has run does it",
    ),
    (r"python scripts/sweep_dask\.py .*", "scripts/test_sweep_dask.py does it"),
    (r"cargo bench --bench strategies -- --sets .*", "it takes minutes"),
    (r"cargo test --release( --locked)?", "CI has run it already"),
    (r"(bash )?(\./)?\.ci/run", "it is what runs this"),
    (r"python scripts/notebooks\.py", "it needs all dates: CI executes it on the committed dataset"),
    (r"git clone .*", "this is a clone already"),
    (r"cd .*", "each command is run in the right folder already"),
]
LANGUAGES = {"sh", "sql", "python"}
# Names of languages whose blocks a reader would take for commands, too.
NOT_RUN = {"bash", "shell", "console", "zsh", "py", "duckdb"}
# Commands of cargo that build the crate.
CARGO = r"\bcargo( \+\S+)? (bench|build|check|clippy|doc|run|test)\b"
SQL = """
import sys, duckdb
for statement in duckdb.extract_statements(sys.stdin.read()):
    result = duckdb.sql(statement.query)
    if result is not None:
        result.show()
"""


@dataclass(frozen=True)
class Command:
    """A command of the README, and the line where it begins."""

    line: int
    language: str
    text: str

    def left_out(self):
        """Why it is not run; None if it is."""
        bare = self.text.partition(" #")[0].strip()
        matching = (why for pattern, why in LEFT_OUT if re.fullmatch(pattern, bare))
        return next(matching, None) if self.language == "sh" else None


def blocks(markdown):
    """Yields language, number of the first line, and text of each fenced block."""
    fence = None
    for number, line in enumerate(markdown.splitlines(), start=1):
        mark = re.match(r"\s*(```+|~~~+)\s*(\w*)", line)
        if fence is None and mark:
            fence, language, first, lines = mark[1], mark[2], number + 1, []
        elif fence is not None and line.strip() == fence:
            yield language, first, "\n".join(lines)
            fence = None
        elif fence is not None:
            lines.append(line)
    if fence is not None:
        sys.exit(f"the block that begins at line {first} has no end")


def commands(markdown):
    """Yields the commands in order."""
    for language, first, text in blocks(markdown):
        if language in NOT_RUN:
            sys.exit(f"line {first}: a block of {language}; only {', '.join(sorted(LANGUAGES))} are run")
        if language == "sh":
            yield from shell_commands(first, text)
        elif language in LANGUAGES:
            yield Command(first, language, text)


def shell_commands(first, text):
    begun, begin, end = "", first, None
    for number, line in enumerate(text.splitlines(), start=first):
        if not begun:
            begin = number
        begun += line
        # What follows << up to a line with the word behind it is the command's input.
        if end is None and (mark := re.search(r"<<'(\w+)'$", line)):
            end = mark[1]
        if end is not None:
            begun += "\n"
            if line != end:
                continue
            end = None
        if begun.endswith("\\"):
            begun = begun[:-1]
            continue
        command, begun = begun.strip(), ""
        if command and not command.startswith("#"):
            yield Command(begin, "sh", command)


class Place:
    """The folders in which the commands are run."""

    def __init__(self, clone, dataset, lacking, temporary):
        self.clone = clone
        self.reader = temporary / "clone"
        self.tmp = temporary / "tmp"
        self.reader.mkdir()
        self.tmp.mkdir()
        for entry in clone.iterdir():
            if entry.name not in ("output", "target", ".git"):
                (self.reader / entry.name).symlink_to(entry)
        shutil.copytree(dataset, self.reader / "output")
        for table in (lacking / "tables").iterdir() if lacking else []:
            if not (self.reader / "output" / "tables" / table.name).exists():
                shutil.copy(table, self.reader / "output" / "tables")

    def run(self, command):
        """Runs a command; returns whether it succeeded."""
        text = re.sub(r"(?<![\w./])/tmp(?=/)", str(self.tmp), command.text)
        if command.language == "sh":
            if re.search(r"-- generate\b(?!.*--(out|dates|puzzle|help)\b)", text):
                print("this would solve every date: let it solve some, or leave it out on purpose")
                return False
            manifest = shlex.quote(str(self.clone / "Cargo.toml"))
            text = re.sub(CARGO, lambda found: f"{found[0]} --manifest-path {manifest}", text)
            arguments, given = ["bash", "-euo", "pipefail", "-c", text], ""
        else:
            program, given = (SQL, text) if command.language == "sql" else (text, "")
            arguments = [sys.executable, "-c", program]
        # The interpreter's own folder first, so that `python` and `pip` are those of its environment.
        path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
        environment = os.environ | {"PATH": path, "MPLBACKEND": "Agg"}
        done = subprocess.run(arguments, input=given, text=True, cwd=self.reader, env=environment)
        return done.returncode == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("readme", type=Path)
    parser.add_argument(
        "dataset", type=Path, help="a dataset of the puzzle weekday, some of its dates at least"
    )
    parser.add_argument("--lacking", type=Path, help="where the tables that it lacks are taken from")
    parser.add_argument("--list", action="store_true", help="only say what would be run")
    options = parser.parse_args()
    # A pipe would show the commands' own output first.
    sys.stdout.reconfigure(line_buffering=True)

    ran, left_out, failed = 0, 0, []
    with tempfile.TemporaryDirectory(prefix="readme-") as temporary:
        clone, lacking = options.readme.resolve().parent, options.lacking and options.lacking.resolve()
        place = Place(clone, options.dataset.resolve(), lacking, Path(temporary))
        for command in commands(options.readme.read_text()):
            where = f"{options.readme.name}:{command.line}"
            print(f"\n$ {where} ({command.language})\n{command.text}")
            if why := command.left_out():
                print(f"LEFT OUT: {why}")
                left_out += 1
            elif not options.list:
                began = time.monotonic()
                succeeded = place.run(command)
                print(f"{'ok' if succeeded else 'FAILED'}, {time.monotonic() - began:.1f} s")
                ran += 1
                if not succeeded:
                    failed.append(where)
    print(f"\n{ran} commands run, {left_out} left out, {len(failed)} failed", *failed)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
