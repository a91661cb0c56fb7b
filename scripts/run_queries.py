"""Runs the queries of queries.sql.

    python scripts/run_queries.py [DIR]

DIR is the folder of a dataset of the puzzle weekday, by default `output`. Each query is shown with its title
and its result. One that needs a table which the dataset lacks is left out, and said so.
Exit code: 0 all that were run have a result, 1 some failed or found no rows, 2 bad usage.
"""

import argparse
import os
import re
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import duckdb

QUERIES = Path(__file__).resolve().parent / "queries.sql"


@dataclass(frozen=True)
class Query:
    title: str
    needs: list
    text: str


def queries(sql):
    """Yields the queries: a title, the tables that may be missing, and what is up to a semicolon."""
    for block in re.split(r"\n\s*\n", sql):
        lines = block.strip().splitlines()
        comments = [line[2:].strip() for line in lines if line.startswith("--")]
        text = "\n".join(line for line in lines if not line.startswith("--"))
        needs = [name for line in comments if line.startswith("needs:") for name in line[6:].split()]
        if text and (not comments or comments[0].startswith("needs:")):
            raise ValueError(f"a query has no title: {lines[0]}")
        if text and not text.endswith(";"):
            raise ValueError(f"{comments[0]}: the query does not end with a semicolon")
        if text:
            yield Query(comments[0], needs, text)


def run(query):
    """Shows the result of a query; returns whether there is one."""
    try:
        result = duckdb.sql(query.text)
        if result is None or not result.shape[0]:
            print("FAILED: no rows")
            return False
        result.show(max_width=120, max_rows=40)
        return True
    except duckdb.Error as error:
        print(f"FAILED: {error}")
        return False


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("dataset", type=Path, nargs="?", default=Path("output"), help="folder of a dataset")
    tables = parser.parse_args().dataset.resolve() / "tables"
    if not tables.is_dir():
        parser.error(f"{tables} is no folder")

    ran, left_out, failed = 0, 0, []
    with tempfile.TemporaryDirectory(prefix="queries-") as folder:
        # The queries name the tables as they are seen from the project's folder.
        (Path(folder) / "output").mkdir()
        (Path(folder) / "output" / "tables").symlink_to(tables)
        before = Path.cwd()
        os.chdir(folder)
        for query in queries(QUERIES.read_text()):
            print(f"\n{query.title}")
            missing = [name for name in query.needs if not (tables / f"{name}.parquet").exists()]
            if missing:
                print(f"LEFT OUT: {', '.join(missing)} is not in {tables}")
                left_out += 1
                continue
            ran += 1
            if not run(query):
                failed.append(query.title)
        os.chdir(before)
    print(f"\n{ran} queries run, {left_out} left out, {len(failed)} failed", *failed, sep="\n- ")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
