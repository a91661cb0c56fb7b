"""Checks views.sql of a dataset with DuckDB, of any version from 1.1 on.

    python scripts/check_views.py DIR [--allow-missing]

The views are made as anyone would make them. Names, types and comments of their columns are held against
the data dictionaries in the Parquet files; the rows against these, too: nulls, ranges, keys, foreign keys.
Every breach is listed, and the last line is the number of views and breaches. Exit code: 0 no breach, 1
some, 2 bad usage.

With --allow-missing, files may be missing; then their views are left out.
"""

import argparse
import json
import os
import sys
from contextlib import contextmanager
from pathlib import Path

import duckdb

DUCKDB_TYPES = {
    "bool": "BOOLEAN",
    "int8": "TINYINT",
    "int16": "SMALLINT",
    "int32": "INTEGER",
    "int64": "BIGINT",
    "float64": "DOUBLE",
    "string": "VARCHAR",
    "list<int8>": "TINYINT[]",
}


# --- What the files say


def told_range(said):
    """A range in words, as documents tell it."""
    if "texts" in said:
        return ", ".join(said["texts"])
    least, most = (number(said[end]) if end in said else None for end in ("least", "most"))
    return f"{least} to {most}" if least and most else f"{least} or more" if least else f"{most} or less"


def number(end):
    return str(int(end) if end == int(end) else end)


def description(column):
    """All that is said of a column but name and type, as documents tell it."""
    text = column["meaning"]
    if column["from"]:
        text += f"; from: {column['from']}"
    if column["unit"] not in ("", "1"):
        text += f"; unit: {column['unit']}"
    if column["range"]:
        text += f"; range: {told_range(column['range'])}"
    if column["null_means"]:
        text += f"; null: {column['null_means']}"
    return text


class Dictionary:
    """What the Parquet file of a table says of it."""

    def __init__(self, name, metadata):
        self.name = name
        self.row = metadata["row"]
        self.key = metadata["primary_key"].split(",")
        self.foreign_keys = json.loads(metadata["foreign_keys"])
        self.columns = json.loads(metadata["data_dictionary"])

    @property
    def names(self):
        return [column["name"] for column in self.columns]


# --- The checks


@contextmanager
def inside(folder):
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def dictionaries(connection):
    """Those of the tables in the folder at hand, by name."""
    found = {}
    for path in sorted(Path("tables").glob("*.parquet")):
        rows = connection.execute("SELECT key, value FROM parquet_kv_metadata(?)", [str(path)]).fetchall()
        found[path.stem] = Dictionary(path.stem, {key.decode(): value.decode() for key, value in rows})
    return found


def quoted(name):
    return '"' + name.replace('"', '""') + '"'


def quoted_all(names):
    return ", ".join(map(quoted, names))


def without_missing(script):
    """The statements about views of files that are there."""
    kept = []
    for part in script.split("\n\n"):
        path = part.partition("read_parquet('")[2].partition("'")[0]
        if not path or Path(path).exists():
            kept.append(part)
    return "\n\n".join(kept)


def breaches(folder, allow_missing=False):
    """What is wrong with the views of a dataset."""
    with inside(folder), duckdb.connect() as connection:
        script = Path("views.sql").read_text(encoding="utf-8")
        try:
            connection.execute(without_missing(script) if allow_missing else script)
        except duckdb.Error as error:
            yield f"views.sql: {error}"
            return
        tables = dictionaries(connection)
        views = dict(
            connection.execute("SELECT view_name, comment FROM duckdb_views() WHERE NOT internal").fetchall()
        )
        if views.keys() != tables.keys():
            yield f"views.sql: views {sorted(views)}, tables {sorted(tables)}"
            return
        for table in tables.values():
            yield from of_view(connection, table, views[table.name])
        # Rows are looked at only if all columns are there and of their types.
        if not any(list(of_columns(connection, table)) for table in tables.values()):
            for table in tables.values():
                yield from of_rows(connection, table, tables)


def of_view(connection, table, comment):
    wanted = f"a row is {table.row}; key and order: {', '.join(table.key)}"
    if comment != wanted:
        yield f"view {table.name}: the comment is {comment!r}, should be {wanted!r}"
    yield from of_columns(connection, table)
    comments = dict(
        connection.execute(
            "SELECT column_name, comment FROM duckdb_columns() WHERE table_name = ?", [table.name]
        ).fetchall()
    )
    for column in table.columns:
        wanted = description(column)
        if comments.get(column["name"]) != wanted:
            said = comments.get(column["name"])
            yield f"view {table.name}.{column['name']}: the comment is {said!r}, should be {wanted!r}"


def of_columns(connection, table):
    rows = connection.execute(f"DESCRIBE {quoted(table.name)}").fetchall()
    found = [(name, kind) for name, kind, *_ in rows]
    wanted = [(column["name"], DUCKDB_TYPES[column["type"]]) for column in table.columns]
    if found != wanted:
        yield f"view {table.name}: columns {found}, should be {wanted}"


def of_rows(connection, table, tables):
    def count(query):
        return connection.execute(f"SELECT count(*) FROM {query}").fetchone()[0]

    name = quoted(table.name)
    rows = count(name)
    if rows != count(f"read_parquet('tables/{table.name}.parquet')"):
        yield f"view {table.name}: it has not the rows of its file"
    for column in table.columns:
        own = quoted(column["name"])
        if not column["nullable"] and count(f"{name} WHERE {own} IS NULL"):
            yield f"{table.name}.{column['name']}: null is not said to be possible"
        outside = outside_of(column["range"])
        values = f"unnest({own})" if column["type"].startswith("list<") else own
        if outside and count(f"(SELECT {values} AS value FROM {name}) WHERE {outside}"):
            yield f"{table.name}.{column['name']}: values are outside of {told_range(column['range'])}"
    if count(f"(SELECT DISTINCT {quoted_all(table.key)} FROM {name})") != rows:
        yield f"{table.name}: several rows have the same {', '.join(table.key)}"
    for key in table.foreign_keys:
        yield from of_foreign_key(connection, table, key, tables)


def outside_of(said):
    """The condition that a value is outside of a range; empty if there is none."""
    if not said:
        return ""
    if "texts" in said:
        texts = ", ".join("'" + text.replace("'", "''") + "'" for text in said["texts"])
        return f"value NOT IN ({texts})"
    signs = {"least": "<", "most": ">"}
    return " OR ".join(f"value {sign} {said[end]}" for end, sign in signs.items() if end in said)


def of_foreign_key(connection, table, key, tables):
    other = tables.get(key["table"])
    if other is None:
        return  # the dataset has no such table
    if not set(key["columns"]) <= set(table.names) or not set(key["to"]) <= set(other.names):
        yield f"{table.name}: a foreign key {key} is of columns that are not there"
        return
    kinds = {column["name"]: column["type"] for column in table.columns}
    own = [
        f"unnest({quoted(column)})" if kinds[column].startswith("list<") else quoted(column)
        for column in key["columns"]
    ]
    query = (
        f"SELECT count(*) FROM (SELECT {', '.join(own)} FROM {quoted(table.name)}"
        f" EXCEPT SELECT {quoted_all(key['to'])} FROM {quoted(other.name)})"
    )
    if connection.execute(query).fetchone()[0]:
        yield f"{table.name}: {', '.join(key['columns'])} name rows that {other.name} has not"


def main():
    parser = argparse.ArgumentParser(description="Checks views.sql of a dataset.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--allow-missing", action="store_true", help="files may be missing")
    options = parser.parse_args()
    if not (options.folder / "manifest.json").exists():
        parser.error(f"there is no dataset in {options.folder}")
    found = list(breaches(options.folder, options.allow_missing))
    for breach in found:
        print(breach)
    print(f"DuckDB {duckdb.__version__}: {len(found)} breaches")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
