"""Tests check_documents.py and check_views.py: each damage to the documents of a dataset must be noticed.

    python scripts/test_check_documents.py DIR

DIR is a small dataset without breaches, such as that of the puzzle mini. Damage is done to copies.
"""

import json
import logging
import re
import shutil
import sys
import tempfile
import unittest
import warnings
from pathlib import Path

import check_documents
import check_views
import pyarrow.parquet as pq

DATASET = Path()


class DamageTest(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory(prefix="damaged-")
        self.addCleanup(self.temporary.cleanup)
        self.folder = Path(self.temporary.name) / "dataset"
        shutil.copytree(DATASET, self.folder)
        warnings.simplefilter("ignore")
        logging.disable(logging.ERROR)

    def breaches(self, law):
        return list(getattr(check_documents, law)(check_documents.Data(self.folder)))

    def expect(self, law, *texts):
        """The law is broken, and a message has all texts."""
        found = self.breaches(law)
        matching = [breach for breach in found if all(text in breach for text in texts)]
        self.assertTrue(matching, f"{law} does not notice {texts}, but: {found[:5]}")

    def replace(self, name, old, new, count=1):
        path = self.folder / name
        text = path.read_text()
        self.assertIn(old, text)
        path.write_text(text.replace(old, new, count))

    def change(self, name, edit):
        """Edits a JSON document."""
        path = self.folder / name
        document = json.loads(path.read_text())
        edit(document)
        path.write_text(json.dumps(document))

    def change_dictionary(self, table, edit, key="data_dictionary"):
        """Edits what a Parquet file says of itself; its rows and types stay."""
        path = self.folder / f"tables/{table}.parquet"
        rows = pq.read_table(path)
        metadata = dict(rows.schema.metadata)
        dictionary = json.loads(metadata[key.encode()])
        dictionary = edit(dictionary) or dictionary
        metadata[key.encode()] = json.dumps(dictionary).encode()
        pq.write_table(rows.replace_schema_metadata(metadata), path)


def column(columns, name):
    return next(column for column in columns if column["name"] == name)


class Undamaged(DamageTest):
    def test_no_breach(self):
        for law in check_documents.LAWS:
            with self.subTest(law.__name__):
                self.assertEqual(self.breaches(law.__name__), [])


class Dictionaries(DamageTest):
    """The tables do not fit what their files say."""

    def test_name(self):
        self.change_dictionary("dates", lambda columns: columns[1].update(name="saison"))
        self.expect("files_are_as_their_dictionaries_say", "dates: columns", "saison")
        self.expect("polars_reads_all", "dates in polars", "saison")
        self.expect("pandas_reads_all", "dates in pandas", "saison")

    def test_type(self):
        self.change_dictionary("dates", lambda columns: column(columns, "solutions").update(type="int64"))
        self.expect("files_are_as_their_dictionaries_say", "dates.solutions: type")
        self.expect("polars_reads_all", "dates in polars")
        self.expect("pandas_reads_all", "dates in pandas with pyarrow")
        self.expect("views_are_as_described", "view dates: columns")

    def test_physical_type(self):
        self.change_dictionary("dates", lambda columns: columns[0].update(physical_type="INT64"))
        self.expect("files_are_as_their_dictionaries_say", "dates.date_id: physical type")

    def test_nullable(self):
        self.change_dictionary("searches", lambda columns: column(columns, "solutions").update(nullable=False))
        self.expect("files_are_as_their_dictionaries_say", "searches.solutions: nullable")
        self.expect("values_are_as_described", "searches.solutions: null")
        self.expect("views_are_as_described", "searches.solutions: null")

    def test_range(self):
        self.change_dictionary(
            "searches", lambda columns: column(columns, "nodes").update(range={"least": 0, "most": 3})
        )
        self.expect("files_are_as_their_dictionaries_say", "searches.nodes: metadata")
        self.expect("values_are_as_described", "searches.nodes", "is outside of 0 to 3")
        self.expect("views_are_as_described", "searches.nodes", "outside of 0 to 3")

    def test_range_of_texts(self):
        self.change_dictionary(
            "searches", lambda columns: column(columns, "goal").update(range={"texts": ["first"]})
        )
        self.expect("values_are_as_described", "searches.goal", "outside of first")
        self.expect("views_are_as_described", "searches.goal", "outside of first")

    def test_range_of_a_list(self):
        self.change_dictionary(
            "placements", lambda columns: column(columns, "cells").update(range={"least": 1})
        )
        self.expect("values_are_as_described", "placements.cells", "outside of 1 or more")
        self.expect("views_are_as_described", "placements.cells", "outside of 1 or more")

    def test_key(self):
        path = self.folder / "tables/pieces.parquet"
        rows = pq.read_table(path)
        pq.write_table(rows.take([0, 0, 1]), path)
        self.expect("values_are_as_described", "pieces: several rows")
        self.expect("views_are_as_described", "pieces: several rows")

    def test_foreign_key(self):
        def other(keys):
            return [{"columns": ["placement_id"], "table": "orientations", "to": ["orientation_id"]}]

        self.change_dictionary("clues", other, key="foreign_keys")
        self.expect("foreign_keys_name_rows", "clues: placement_id name rows that orientations has not")
        self.expect("views_are_as_described", "clues: placement_id name rows that orientations has not")

    def test_foreign_key_of_a_list(self):
        path = self.folder / "tables/cells.parquet"
        pq.write_table(pq.read_table(path).slice(1), path)
        self.expect("foreign_keys_name_rows", "placements: cells name rows that cells has not")
        self.expect("views_are_as_described", "placements: cells name rows that cells has not")


class Croissant(DamageTest):
    LAW = "croissant_says_the_same"

    def field(self, table, name, **values):
        def edit(document):
            fields = next(entry for entry in document["recordSet"] if entry["name"] == table)["field"]
            next(entry for entry in fields if entry["@id"] == f"{table}/{name}").update(values)

        self.change("croissant.json", edit)

    def test_column(self):
        source = {"fileObject": {"@id": "dates.parquet"}, "extract": {"column": "lable"}}
        self.field("dates", "label", source=source)
        self.expect(self.LAW, "dates.label: column", "lable")
        self.expect("croissant_can_be_loaded", "dates cannot be loaded")

    def test_type(self):
        self.field("dates", "label", dataType="sc:Integer")
        self.expect(self.LAW, "dates.label: type")

    def test_type_that_cannot_be_loaded(self):
        self.field("dates", "label", dataType="sc:Float")
        self.expect("croissant_can_be_loaded", "dates")

    def test_range(self):
        self.replace("croissant.json", "range: 0 to 31", "range: 0 to 32")
        self.expect(self.LAW, "description", "0 to 32")

    def test_foreign_key(self):
        self.field("clues", "piece", references={"field": {"@id": "orientations/piece"}})
        self.expect(self.LAW, "clues.piece: references", "orientations/piece")

    def test_foreign_key_to_nothing(self):
        self.field("clues", "piece", references={"field": {"@id": "pieces/peace"}})
        self.expect("croissant_can_be_loaded", "pieces/peace")

    def test_checksum(self):
        self.change("croissant.json", lambda document: document["distribution"][0].update(sha256="00"))
        self.expect(self.LAW, "dates.parquet: '00'")

    def test_table(self):
        self.change("croissant.json", lambda document: document["recordSet"].pop())
        self.expect(self.LAW, "record sets")

    def test_key(self):
        self.change("croissant.json", lambda document: document["recordSet"][1]["key"].pop())
        self.expect(self.LAW, "searches: key")


class DataPackage(DamageTest):
    LAW = "datapackage_says_the_same"

    def field(self, table, field, **values):
        def edit(document):
            resource = next(entry for entry in document["resources"] if entry["name"] == table)
            column(resource["schema"]["fields"], field).update(values)

        self.change("datapackage.json", edit)

    def test_name(self):
        self.field("dates", "label", name="lable")
        self.expect(self.LAW, "dates: fields", "lable")
        self.expect("datapackage_is_valid", "dates", "lable")

    def test_type(self):
        self.field("dates", "label", type="integer")
        self.expect(self.LAW, "dates.label", "'integer'")
        self.expect("datapackage_is_valid", "dates", "label")

    def test_range(self):
        self.field("searches", "nodes", constraints={"required": True, "minimum": 0, "maximum": 3})
        self.expect(self.LAW, "searches.nodes", "'maximum': 3")
        self.expect("datapackage_is_valid", "searches", "nodes")

    def test_texts(self):
        self.field("searches", "goal", constraints={"required": True, "enum": ["first"]})
        self.expect(self.LAW, "searches.goal")
        self.expect("datapackage_is_valid", "searches", "goal")

    def test_foreign_key(self):
        def edit(document):
            resource = next(entry for entry in document["resources"] if entry["name"] == "clues")
            key = next(key for key in resource["schema"]["foreignKeys"] if key["fields"] == ["date_id"])
            key["reference"] = {"resource": "pieces", "fields": ["piece_id"]}

        self.change("datapackage.json", edit)
        self.expect(self.LAW, "clues: foreign keys")
        self.expect("datapackage_is_valid", "clues")

    def test_table(self):
        self.change("datapackage.json", lambda document: document["resources"].pop(0))
        self.expect(self.LAW, "resources")


class Views(DamageTest):
    LAW = "views_are_as_described"

    def test_name(self):
        self.replace("views.sql", '"label", "solutions"', '"label" AS "lable", "solutions"')
        self.replace("views.sql", '"dates"."label"', '"dates"."lable"')
        self.expect(self.LAW, "view dates: columns", "lable")

    def test_name_that_is_not_there(self):
        self.replace("views.sql", '"label", "solutions"', '"lable", "solutions"')
        self.expect(self.LAW, "views.sql:", "lable")

    def test_type(self):
        self.replace("views.sql", 'SELECT "date_id"', 'SELECT "date_id"::BIGINT AS "date_id"')
        self.expect(self.LAW, "view dates: columns", "BIGINT")

    def test_range(self):
        self.replace("views.sql", "range: 0 to 31", "range: 0 to 32")
        self.expect(self.LAW, "the comment is", "0 to 32")

    def test_comment(self):
        text = (self.folder / "views.sql").read_text()
        text = re.sub(r'COMMENT ON COLUMN "cells"."row".*\n', "", text)
        (self.folder / "views.sql").write_text(text)
        self.expect(self.LAW, "view cells.row: the comment is None")

    def test_table(self):
        text = (self.folder / "views.sql").read_text()
        (self.folder / "views.sql").write_text(text[: text.rindex("\n\nCREATE")])
        self.expect(self.LAW, "views.sql: views")

    def test_rows(self):
        self.replace("views.sql", "('tables/cells.parquet');", "('tables/cells.parquet') LIMIT 3;")
        self.expect(self.LAW, "view cells: it has not the rows")

    def test_missing_files(self):
        (self.folder / "tables/timings.parquet").unlink()
        self.assertTrue(list(check_views.breaches(self.folder)))
        self.assertEqual(list(check_views.breaches(self.folder, allow_missing=True)), [])


class Card(DamageTest):
    LAW = "card_says_the_same"

    def test_name(self):
        self.replace("README.md", "| `label` | string |", "| `lable` | string |")
        self.expect(self.LAW, "dates: columns", "lable")

    def test_type(self):
        self.replace("README.md", "| `date_id` | int16 |", "| `date_id` | int32 |")
        self.expect(self.LAW, "dates: columns", "int32")

    def test_range(self):
        self.replace("README.md", "| 0 to 31 |", "| 0 to 32 |")
        self.expect(self.LAW, "dates: columns", "0 to 32")

    def test_foreign_key(self):
        self.replace("README.md", "a row of `dates` by `date_id`", "a row of `pieces` by `piece_id`")
        self.expect(self.LAW, "searches: foreign keys")

    def test_rows(self):
        self.replace("README.md", "; 32 rows.", "; 33 rows.")
        self.expect(self.LAW, "dates: it does not say")

    def test_path(self):
        self.replace("README.md", "path: tables/cells.parquet", "path: tables/pieces.parquet")
        self.expect("card_can_be_loaded", "files of cells")

    def test_type_in_the_head(self):
        features = "dataset_info:\n- config_name: dates\n  features:\n  - name: date_id\n    dtype: int64\n"
        self.replace("README.md", "configs:\n", features + "configs:\n")
        self.expect("card_can_be_loaded", "dates")

    def test_licence(self):
        self.replace("README.md", "license: cc0-1.0", "license: mit")
        self.expect("card_can_be_loaded", "license")


if __name__ == "__main__":
    if len(sys.argv) < 2 or not (Path(sys.argv[1]) / "manifest.json").exists():
        sys.exit("usage: test_check_documents.py DIR")
    DATASET = Path(sys.argv.pop(1))
    unittest.main()
