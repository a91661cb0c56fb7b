"""Compares a dataset with another that has some of its dates, made by the same program.

    python scripts/compare_subset.py WHOLE SUBSET

Tables and figures that do not depend on the dates must have the same bytes; of the placements, all but their
solutions must be the same, and the subset may have no more of those; of the other deterministic tables, the
rows of the subset's dates must be the same, but for scores and ranks among all dates. Files that WHOLE lacks
are left out, and said so.
Exit code: 0 no difference, 1 some.
"""

import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

WITHOUT_DATES = [
    "tables/orientations.parquet",
    "tables/pieces.parquet",
    "tables/cells.parquet",
    "figures/placements.png",
]
OVER_DATES = ["tables/placements.parquet"]
BY_DATE = [
    "tables/dates.parquet",
    "tables/searches.parquet",
    "tables/solutions.parquet",
    "tables/placement_use.parquet",
    "tables/clues.parquet",
]


def bytes_difference(whole, subset):
    return "" if whole.read_bytes() == subset.read_bytes() else "other bytes"


def rows_difference(whole, subset):
    dates = pa.array(dates_of(subset), pa.int16())
    found = pq.read_table(whole, filters=pc.field("date_id").isin(dates))
    wanted = pq.read_table(subset)
    among_all = {name for name in wanted.column_names if name == "difficulty" or name.startswith("rank_")}
    return table_difference(found, wanted, but=among_all)


def sums_difference(whole, subset):
    found, wanted = pq.read_table(whole), pq.read_table(subset)
    difference = table_difference(found, wanted, but={"solutions"})
    if not difference and pc.any(pc.less(found["solutions"], wanted["solutions"])).as_py():
        return "fewer solutions than in the subset"
    return difference


def table_difference(found, wanted, but=frozenset()):
    if found.schema != wanted.schema:
        return "other columns"
    if found.num_rows != wanted.num_rows:
        return f"{found.num_rows} rows, in the subset {wanted.num_rows}"
    names = [name for name in wanted.column_names if name not in but]
    columns = [name for name in names if not found[name].equals(wanted[name])]
    return f"other values in {', '.join(columns)}" if columns else ""


def dates_of(table):
    """The subset's dates: also those that have no row in this table."""
    return pq.read_table(table.parent / "dates.parquet", columns=["date_id"])["date_id"].to_pylist()


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    whole, subset = map(Path, sys.argv[1:])
    failed = False
    for paths, difference_of in [
        (WITHOUT_DATES, bytes_difference),
        (OVER_DATES, sums_difference),
        (BY_DATE, rows_difference),
    ]:
        for path in paths:
            if not (whole / path).exists():
                print(f"-    {path}: not in {whole}")
                continue
            difference = difference_of(whole / path, subset / path)
            failed |= bool(difference)
            print(f"FAIL {path}: {difference}" if difference else f"ok   {path}")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
