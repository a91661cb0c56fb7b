"""Checks the documents of a dataset, and that many readers see its tables as they are described.

    python scripts/check_documents.py DIR [--allow-missing]

The data dictionaries in the metadata of the Parquet files are held against the tables, as pyarrow, polars
and pandas read them, and against croissant.json, datapackage.json and README.md; those are also given to
the programs that they are written for: mlcroissant, frictionless, and datasets. Of views.sql see
check_views.py, which is called as well.

Each check is a function whose name says what holds, and which yields a message for each breach. At the end
all breaches are listed, and the last line is `N passed, M failed`. Exit code: 0 all hold, 1 some do not, 2
bad usage.

With --allow-missing, tables may be missing that the documents describe, as in a clone.
"""

import argparse
import contextlib
import hashlib
import io
import json
import logging
import os
import re
import sys
import tempfile
import time
import warnings
from functools import cached_property
from pathlib import Path

os.environ["HF_HUB_OFFLINE"] = "1"
os.environ["HF_DATASETS_OFFLINE"] = "1"

import check_views
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
from check_views import Dictionary, description, told_range

# Tables with more rows are not given to frictionless, which is slow.
MOST_ROWS_FOR_FRICTIONLESS = 5_000

# For each type how the readers name it: Arrow, polars, pandas without nulls and with them.
TYPES = {
    "bool": (pa.bool_(), pl.Boolean, "bool", "object"),
    "int8": (pa.int8(), pl.Int8, "int8", "float64"),
    "int16": (pa.int16(), pl.Int16, "int16", "float64"),
    "int32": (pa.int32(), pl.Int32, "int32", "float64"),
    "int64": (pa.int64(), pl.Int64, "int64", "float64"),
    "float64": (pa.float64(), pl.Float64, "float64", "float64"),
    "string": (pa.string(), pl.String, "str", "str"),
    "list<int8>": (
        pa.list_(pa.field("element", pa.int8(), nullable=False)),
        pl.List(pl.Int8),
        "object",
        "object",
    ),
}
# How the documents name it.
CROISSANT_TYPES = {"bool": "sc:Boolean", "float64": "sc:Float", "string": "sc:Text"}
FRICTIONLESS_TYPES = {"bool": "boolean", "float64": "number", "string": "string"}


class Table(Dictionary):
    """A table, as its own file describes it."""

    def __init__(self, path):
        self.path = path
        self.file = pq.ParquetFile(path)
        metadata = {key.decode(): value.decode() for key, value in self.file.metadata.metadata.items()}
        super().__init__(path.stem, metadata)

    @cached_property
    def frame(self):
        return pl.read_parquet(self.path)

    @property
    def rows(self):
        return self.file.metadata.num_rows

    @property
    def has_lists(self):
        return any(is_list(column) for column in self.columns)

    def foreign_keys_in(self, tables):
        return [key for key in self.foreign_keys if key["table"] in tables]


class Data:
    """A dataset: its tables and documents."""

    def __init__(self, folder, allow_missing=False):
        self.folder = Path(folder)
        self.allow_missing = allow_missing
        paths = sorted((self.folder / "tables").glob("*.parquet"))
        self.tables = {path.stem: Table(path) for path in paths}
        self.manifest = self.json("manifest.json")

    def text(self, name):
        return (self.folder / name).read_text(encoding="utf-8")

    def json(self, name):
        return json.loads(self.text(name))

    def there(self, names):
        """Those of the described tables that must be there."""
        return {name for name in names if name in self.tables or not self.allow_missing}

    def is_small(self, name):
        """Whether frictionless is to read a table; one that must be there and is not, it will miss."""
        table = self.tables.get(name)
        return table.rows <= MOST_ROWS_FOR_FRICTIONLESS if table else not self.allow_missing

    def known(self, documented):
        """Tables that keys may refer to: in a clone those that the document has."""
        return set(documented) | self.tables.keys()


LAWS = []


def law(check):
    LAWS.append(check)
    return check


def is_list(column):
    return column["type"].startswith("list<")


def differs(place, said, wanted):
    """A message, if they differ."""
    if said != wanted:
        yield f"{place}: {said!r}, should be {wanted!r}"


# --- The tables, as readers see them


@law
def files_are_as_their_dictionaries_say(data):
    for table in data.tables.values():
        schema = table.file.schema_arrow
        yield from differs(f"{table.name}: columns", schema.names, table.names)
        physical = [table.file.schema.column(place) for place in range(len(table.file.schema.names))]
        physical = {column.path.partition(".")[0]: column.physical_type for column in physical}
        for column in table.columns:
            name = column["name"]
            if name not in schema.names:
                continue
            field, place = schema.field(name), f"{table.name}.{name}"
            yield from differs(f"{place}: type", field.type, TYPES.get(column["type"], [None])[0])
            yield from differs(f"{place}: physical type", physical[name], column["physical_type"])
            yield from differs(f"{place}: nullable", field.nullable, column["nullable"])
            yield from differs(f"{place}: key", name in table.key, column["key"])
            told = {key.decode(): value.decode() for key, value in (field.metadata or {}).items()}
            wanted = {key: column[key] for key in ("meaning", "unit", "null_means", "from") if column[key]}
            if column["range"]:
                wanted["range"] = told_range(column["range"])
            yield from differs(f"{place}: metadata", told, wanted)


@law
def values_are_as_described(data):
    for table in data.tables.values():
        for column in table.columns:
            if column["name"] in table.frame.columns:
                yield from of_values(table, column)
        if set(table.key) <= set(table.frame.columns):
            key = table.frame.select(table.key)
            if key.is_duplicated().any():
                yield f"{table.name}: several rows have the same {', '.join(table.key)}"
            if not key.equals(key.sort(table.key)):
                yield f"{table.name}: the rows are not ordered by {', '.join(table.key)}"


def of_values(table, column):
    values, place = table.frame[column["name"]], f"{table.name}.{column['name']}"
    if values.null_count() and not column["nullable"]:
        yield f"{place}: null is not said to be possible"
    values = values.explode() if is_list(column) else values
    values, said = values.drop_nulls(), column["range"] or {}
    if "texts" in said and not values.is_in(said["texts"]).all():
        yield f"{place}: values are outside of {told_range(said)}"
    if len(values) and "texts" not in said:
        least, most = values.min(), values.max()
        if least < said.get("least", least) or most > said.get("most", most):
            yield f"{place}: {least} to {most} is outside of {told_range(said)}"


@law
def foreign_keys_name_rows(data):
    for table in data.tables.values():
        for key in table.foreign_keys_in(data.tables):
            other = data.tables[key["table"]]
            if not set(key["columns"]) <= set(table.names) or not set(key["to"]) <= set(other.names):
                yield f"{table.name}: a foreign key {key} is of columns that are not there"
                continue
            own = table.frame.select(key["columns"])
            for name in key["columns"]:
                own = own.explode(name) if own.schema[name] == pl.List(pl.Int8) else own
            lost = own.unique().join(other.frame, left_on=key["columns"], right_on=key["to"], how="anti")
            if len(lost):
                yield f"{table.name}: {', '.join(key['columns'])} name rows that {other.name} has not"


@law
def polars_reads_all(data):
    for table in data.tables.values():
        found = dict(table.frame.schema)
        wanted = {column["name"]: TYPES[column["type"]][1] for column in table.columns}
        yield from differs(f"{table.name} in polars", found, wanted)
        yield from differs(f"{table.name} in polars: rows", len(table.frame), table.rows)


@law
def pandas_reads_all(data):
    for table in data.tables.values():
        frame, arrow = pd.read_parquet(table.path), pd.read_parquet(table.path, dtype_backend="pyarrow")
        nulls = {name for name in frame.columns if frame[name].isna().any()}
        wanted = {
            column["name"]: TYPES[column["type"]][3 if column["name"] in nulls else 2]
            for column in table.columns
        }
        yield from differs(f"{table.name} in pandas", {name: str(frame[name].dtype) for name in frame}, wanted)
        found = {name: arrow[name].dtype.pyarrow_dtype for name in arrow}
        wanted = {column["name"]: TYPES[column["type"]][0] for column in table.columns}
        yield from differs(f"{table.name} in pandas with pyarrow", found, wanted)
        yield from differs(f"{table.name} in pandas: rows", len(frame), table.rows)


@law
def views_are_as_described(data):
    yield from check_views.breaches(data.folder, data.allow_missing)


# --- croissant.json


@law
def croissant_says_the_same(data):
    document = data.json("croissant.json")
    sets = {entry["name"]: entry for entry in document["recordSet"]}
    files = {entry["@id"]: entry for entry in document["distribution"]}
    yield from differs("croissant.json: record sets", data.there(sets), data.tables.keys())
    listed = {entry["path"]: entry for entry in data.manifest["files"]}
    for name, file in files.items():
        path = file.get("contentUrl", file.get("includes"))
        yield from differs(f"croissant.json: path of {name}", path, f"tables/{name}")
        yield from differs(f"croissant.json: checksum of {name}", "sha256" in file, path in listed)
        if "sha256" in file and (data.folder / f"tables/{name}").exists():
            contents = (data.folder / f"tables/{name}").read_bytes()
            yield from differs(f"croissant.json: {name}", file["sha256"], hashlib.sha256(contents).hexdigest())
            yield from differs(f"croissant.json: {name}", file["contentSize"], f"{len(contents)} B")
    for table in data.tables.values():
        if table.name in sets:
            yield from of_record_set(data, table, sets)


def of_record_set(data, table, sets):
    said, place = sets[table.name], f"croissant.json: {table.name}"
    yield from differs(f"{place}: description", said["description"], f"A row is {table.row}.")
    key = [f"{table.name}/{name}" for name in table.key]
    yield from differs(f"{place}: key", [entry["@id"] for entry in said["key"]], key)
    fields = {field["@id"].partition("/")[2]: field for field in said["field"]}
    yield from differs(f"{place}: fields", list(fields), table.names)
    references = {}
    for foreign_key in table.foreign_keys_in(data.known(sets)):
        if len(foreign_key["columns"]) == 1:
            reference = f"{foreign_key['table']}/{foreign_key['to'][0]}"
            references.setdefault(foreign_key["columns"][0], reference)
    for column in table.columns:
        if column["name"] not in fields:
            continue
        field, where = fields[column["name"]], f"{place}.{column['name']}"
        yield from differs(f"{where}: description", field["description"], description(column))
        wanted = CROISSANT_TYPES.get(column["type"], "sc:Integer")
        yield from differs(f"{where}: type", field["dataType"], wanted)
        yield from differs(f"{where}: list", field.get("repeated", False), is_list(column))
        yield from differs(f"{where}: column", field["source"]["extract"]["column"], column["name"])
        source = field["source"].get("fileObject", field["source"].get("fileSet"))["@id"]
        yield from differs(f"{where}: file", source, f"{table.name}.parquet")
        reference = field.get("references", {}).get("field", {}).get("@id")
        yield from differs(f"{where}: references", reference, references.get(column["name"]))


@law
def croissant_can_be_loaded(data):
    import mlcroissant

    logging.disable(logging.WARNING)
    for table in data.tables.values():
        # A clone lacks tables that are referred to.
        if data.allow_missing and any(key["table"] not in data.tables for key in table.foreign_keys):
            continue
        # Read anew for each table: what one has loaded gets in the way of those that it refers to.
        try:
            dataset = mlcroissant.Dataset(jsonld=data.folder / "croissant.json")
        except mlcroissant.ValidationError as error:
            yield f"croissant.json: {error}"
            return
        records = dataset.records(record_set=table.name)
        try:
            records = [record for _, record in zip(range(2), records, strict=False)]
        except Exception as error:
            yield f"croissant.json: {table.name} cannot be loaded: {str(error)[:300]}"
            continue
        yield from differs(f"croissant.json: {table.name}: records", len(records), min(2, table.rows))
        for row, record in enumerate(records):
            values = {name.partition("/")[2]: value for name, value in record.items()}
            wanted = table.frame.row(row, named=True)
            for column in table.columns:
                name, place = column["name"], f"croissant.json: {table.name}.{column['name']}"
                if name in values and not same(values[name], wanted[name]):
                    yield f"{place}: {values[name]!r} is loaded, should be {wanted[name]!r}"
            yield from differs(f"croissant.json: {table.name}: loaded", set(values), set(table.names))


def same(loaded, wanted):
    """Whether mlcroissant has loaded this value: texts are bytes there, and nulls may be NaN."""
    if wanted is None:
        return loaded is None or loaded != loaded
    if isinstance(wanted, str):
        return loaded == wanted.encode()
    return list(loaded) == wanted if isinstance(wanted, list) else loaded == wanted


# --- datapackage.json


@law
def datapackage_says_the_same(data):
    resources = {entry["name"]: entry for entry in data.json("datapackage.json")["resources"]}
    flat = {name for name, table in data.tables.items() if not table.has_lists}
    yield from differs("datapackage.json: resources", data.there(resources), flat)
    listed = {entry["path"]: f"sha256:{entry['sha256']}" for entry in data.manifest["files"]}
    for name in resources.keys() & flat:
        table, said, place = data.tables[name], resources[name], f"datapackage.json: {name}"
        yield from differs(f"{place}: path", said["path"], f"tables/{name}.parquet")
        yield from differs(f"{place}: hash", said.get("hash"), listed.get(said["path"]))
        schema = said["schema"]
        yield from differs(f"{place}: key", schema["primaryKey"], table.key)
        wanted = [
            {"fields": key["columns"], "reference": {"resource": key["table"], "fields": key["to"]}}
            for key in table.foreign_keys_in(resources)
        ]
        yield from differs(f"{place}: foreign keys", schema["foreignKeys"], wanted)
        fields = {field["name"]: field for field in schema["fields"]}
        yield from differs(f"{place}: fields", list(fields), table.names)
        for column in table.columns:
            if column["name"] in fields:
                wanted = {
                    "name": column["name"],
                    "type": FRICTIONLESS_TYPES.get(column["type"], "integer"),
                    "description": description(column),
                    "constraints": constraints(column, table),
                }
                yield from differs(f"{place}.{column['name']}", fields[column["name"]], wanted)


def constraints(column, table):
    said = column["range"] or {}
    names = {"least": "minimum", "most": "maximum", "texts": "enum"}
    found = {names[end]: value for end, value in said.items()}
    if not column["nullable"]:
        found["required"] = True
    if table.key == [column["name"]]:
        found["unique"] = True
    return found


@law
def datapackage_is_valid(data):
    import frictionless

    with contextlib.chdir(data.folder):
        package = frictionless.Package("datapackage.json")
        for resource in package.resources:
            if not data.is_small(resource.name):
                continue
            # It reads the tables that keys refer to, too.
            keys = resource.schema.foreign_keys
            resource.schema.foreign_keys = [
                key for key in keys if data.is_small(key["reference"]["resource"] or resource.name)
            ]
            for error in resource.validate().flatten(["type", "fieldName", "note"])[:5]:
                yield f"datapackage.json: {resource.name}: {error}"


# --- README.md


def sections(card):
    """The text about each table."""
    parts = re.split(r"^### `tables/(\w+)\.parquet`$", card.partition("\n## Tables\n")[2], flags=re.M)
    texts = (text.partition("\n## ")[0] for text in parts[2::2])
    return dict(zip(parts[1::2], texts, strict=True))


@law
def card_says_the_same(data):
    card = data.text("README.md")
    described = sections(card)
    yield from differs("README.md: tables", data.there(described), data.tables.keys())
    for table in data.tables.values():
        text, place = described.get(table.name, ""), f"README.md: {table.name}"
        key = "`, `".join(table.key)
        head = f"A row is {table.row}; {table.rows} rows. Key and order of the rows: `{key}`."
        if head not in text:
            yield f"{place}: it does not say {head!r}"
        rows = [line for line in text.splitlines() if line.startswith("| `")]
        yield from differs(f"{place}: columns", rows, [card_row(column) for column in table.columns])
        keys = [line for line in text.splitlines() if line.startswith("- `")]
        wanted = [
            f"- `{'`, `'.join(key['columns'])}`: a row of `{key['table']}` by `{'`, `'.join(key['to'])}`"
            for key in table.foreign_keys_in(data.known(described))
        ]
        yield from differs(f"{place}: foreign keys", keys, wanted)


def card_row(column):
    said = column["meaning"]
    said += f"; from: {column['from']}" if column["from"] else ""
    said += f"; null: {column['null_means']}" if column["null_means"] else ""
    told = told_range(column["range"]) if column["range"] else ""
    return f"| `{column['name']}` | {column['type']} | {column['unit']} | {told} | {said} |"


@law
def card_can_be_loaded(data):
    import datasets
    import huggingface_hub

    datasets.disable_progress_bars()
    datasets.logging.set_verbosity_error()
    head = huggingface_hub.DatasetCard.load(data.folder / "README.md").data.to_dict()
    yield from differs("README.md: license", head.get("license"), "cc0-1.0")
    for name in ("pretty_name", "size_categories", "tags", "language"):
        if not head.get(name):
            yield f"README.md: the head has no {name}"
    paths = {entry["config_name"]: entry["data_files"] for entry in head["configs"]}
    yield from differs("README.md: configs", data.there(paths), data.tables.keys())
    with tempfile.TemporaryDirectory() as cache:
        for table in data.tables.values():
            wanted = [{"split": "train", "path": f"tables/{table.name}.parquet"}]
            yield from differs(f"README.md: files of {table.name}", paths.get(table.name), wanted)
            if paths.get(table.name) != wanted:
                continue
            try:
                loaded = datasets.load_dataset(
                    str(data.folder), table.name, split="train", cache_dir=cache
                )
            except Exception as error:
                yield f"README.md: {table.name} cannot be loaded: {str(error)[:300]}"
                continue
            features = {column["name"]: feature(column, datasets) for column in table.columns}
            yield from differs(f"{table.name} in datasets", dict(loaded.features), features)
            yield from differs(f"{table.name} in datasets: rows", loaded.num_rows, table.rows)


def feature(column, datasets):
    if is_list(column):
        return datasets.List(datasets.Value("int8"))
    return datasets.Value(column["type"])


def main():
    parser = argparse.ArgumentParser(description="Checks the documents of a dataset.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--allow-missing", action="store_true", help="tables may be missing")
    options = parser.parse_args()
    if not (options.folder / "manifest.json").exists():
        parser.error(f"there is no dataset in {options.folder}")
    warnings.simplefilter("ignore")
    data = Data(options.folder.resolve(), options.allow_missing)
    failed = 0
    for check in LAWS:
        began, said = time.monotonic(), io.StringIO()
        # What the programs say by themselves.
        with contextlib.redirect_stdout(said):
            found = list(check(data))
        failed += bool(found)
        print(f"{'FAILED' if found else 'passed'} {check.__name__} ({time.monotonic() - began:.1f} s)")
        for breach in found[:20]:
            print(f"    {breach}")
    print(f"{len(LAWS) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
