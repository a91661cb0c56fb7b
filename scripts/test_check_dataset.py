"""Shows that the laws of check_dataset.py can be broken: damages a dataset, expects the right law to say so.

    python scripts/test_check_dataset.py MINI WEEKDAY EVERYTHING

MINI is a dataset of the puzzle mini with all dates, WEEKDAY one of the puzzle weekday that has 27 October,
EVERYTHING one of tests/puzzles/everything.toml, all with all strategies; they are copied, never changed.
"""

import hashlib
import itertools
import json
import shutil
import sys
import tempfile
import unittest
from collections import Counter
from pathlib import Path
from unittest import mock

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

import check_dataset

# The folders of the sound datasets.
MINI = WEEKDAY = EVERYTHING = None
# The laws that a test has broken, and those that only a dataset of all 2,604 dates could break.
BROKEN = {
    "all_dates_together_have_their_known_totals",
    "claims_tell_what_the_tables_say",
    "trees_of_all_dates_together_have_their_known_nodes",
}
# pyarrow writes its own name into the files that it makes, so every rewritten table breaks this law.
REWRITTEN = "file_says_what_it_is"
# Two laws of the clues.
NAMED = "clues_name_no_more_pieces_than_there_are_and_placements_of_them"
NEEDED = "clues_leave_one_solution_and_need_each_of_their_pieces"


def setUpModule():
    if MINI is None:
        raise unittest.SkipTest(f"no datasets were given: {__doc__.splitlines()[2].strip()}")


def with_column(table, field, values):
    """The table with another column of the field's name."""
    return table.set_column(table.schema.get_field_index(field.name), field, values)


class Damage(unittest.TestCase):
    """Each test damages a copy of the dataset and brings the manifest up to date: only the damage tells."""

    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name) / "dataset"
        shutil.copytree(self.sound(), self.folder)

    def sound(self):
        return MINI

    def path(self, table):
        return self.folder / "tables" / f"{table}.parquet"

    def read(self, table):
        """A table with all that its file says of itself."""
        said = dict(pq.read_metadata(self.path(table)).metadata)
        said.pop(b"ARROW:schema", None)
        return pq.read_table(self.path(table)).replace_schema_metadata(said)

    def write(self, table, contents, **options):
        """Writes a table as the program would, but for `options`."""
        key = check_dataset.Dataset(self.folder).contract[table].key
        sorting = [pq.SortingColumn(contents.schema.get_field_index(name)) for name in key]
        options = {"compression": "zstd", "sorting_columns": sorting, "row_group_size": 122_880} | options
        pq.write_table(contents, self.path(table), **options)
        self.reseal()

    def set_value(self, table, column, row, value):
        contents = self.read(table)
        values = contents[column].to_pylist()
        values[row] = value
        field = contents.schema.field(column)
        self.write(table, with_column(contents, field, pa.array(values, field.type)))

    def keep_rows(self, table, rows):
        contents = self.read(table)
        self.write(table, contents.take(rows(list(range(contents.num_rows)))))

    def reseal(self):
        """Brings size, checksum and rows of the files in manifest and run record up to date."""
        for name in ("manifest.json", "run.json"):
            record = json.loads((self.folder / name).read_text())
            for entry in record["files"]:
                contents = (self.folder / entry["path"]).read_bytes()
                entry |= {"bytes": len(contents), "sha256": hashlib.sha256(contents).hexdigest()}
                if "rows" in entry:
                    entry["rows"] = pq.read_metadata(self.folder / entry["path"]).num_rows
            (self.folder / name).write_text(json.dumps(record))
        self.seal()

    def seal(self):
        """Brings the manifest's own checksum up to date."""
        path = self.folder / "manifest.json"
        manifest = json.loads(path.read_text()) | {"sha256": ""}
        sealed = hashlib.sha256(json.dumps(manifest).encode()).hexdigest()
        path.write_text(json.dumps(manifest | {"sha256": sealed}))

    def redefine(self, old, new):
        """Changes the definition and what the manifest says of it."""
        path = self.folder / "puzzle.toml"
        self.assertIn(old, path.read_text())
        path.write_text(path.read_text().replace(old, new))
        manifest = json.loads((self.folder / "manifest.json").read_text())
        manifest["puzzle"]["definition_sha256"] = hashlib.sha256(path.read_bytes()).hexdigest()
        (self.folder / "manifest.json").write_text(json.dumps(manifest))
        self.reseal()

    def broken(self, only=None, allow_missing=False):
        """The laws that the folder breaks (or one of them), with their messages."""
        data = check_dataset.Dataset(self.folder, allow_missing=allow_missing)
        results = check_dataset.check(data, only)
        return {
            (result.law, result.table): " | ".join(result.messages) for result in results if result.messages
        }

    def expect(self, law, *words, table=""):
        """Expects that the law is broken and says `words`."""
        broken = self.broken(only=law)
        self.assertIn((law, table), broken, f"{law} does not notice")
        for word in words:
            self.assertIn(word, broken[law, table])
        BROKEN.add(law)


def tearDownModule():
    unbroken = {function.__name__ for function, *_ in check_dataset.LAWS} - BROKEN
    if len(sys.argv) == 1 and unbroken:
        raise AssertionError(f"no test breaks {', '.join(sorted(unbroken))}")


class Sound(Damage):
    def test_sound_dataset_breaks_no_law(self):
        self.assertEqual(self.broken(), {})

    def test_dataset_without_what_is_not_committed_breaks_no_law(self):
        for table in ("solutions", "placement_use", "timings"):
            self.path(table).unlink()
        (self.folder / "run.json").unlink()
        self.assertEqual(self.broken(allow_missing=True), {})

    def test_rewritten_table_breaks_only_the_law_about_its_writer(self):
        self.write("dates", self.read("dates"))
        self.assertEqual(list(self.broken()), [(REWRITTEN, "dates")])


class Files(Damage):
    def test_changed_byte(self):
        path = self.folder / "figures" / "solutions.png"
        contents = bytearray(path.read_bytes())
        contents[len(contents) // 2] ^= 1
        path.write_bytes(contents)
        self.expect("files_are_as_listed", "figures/solutions.png", "SHA-256")

    def test_truncated_figure(self):
        path = self.folder / "figures" / "solutions.png"
        path.write_bytes(path.read_bytes()[:-20])
        self.reseal()
        self.expect("figures_are_png", "figures/solutions.png")

    def test_unlisted_table(self):
        manifest = json.loads((self.folder / "manifest.json").read_text())
        manifest["files"] = [file for file in manifest["files"] if file["path"] != "tables/cells.parquet"]
        (self.folder / "manifest.json").write_text(json.dumps(manifest))
        self.expect("every_table_is_listed", "manifest.json: cells")
        self.expect("no_other_file_is_there", "tables/cells.parquet")

    def test_unlisted_figures(self):
        for name, figure in [("manifest.json", "piece-heat"), ("run.json", "strategies")]:
            record = json.loads((self.folder / name).read_text())
            path = f"figures/{figure}.png"
            record["files"] = [file for file in record["files"] if file["path"] != path]
            (self.folder / name).write_text(json.dumps(record))
            self.expect("every_figure_is_listed", f"{name}: {path} is not listed")

    def test_figure_that_nothing_leads_to(self):
        manifest = json.loads((self.folder / "manifest.json").read_text())
        manifest["options"]["strategies"].remove("first-empty")
        (self.folder / "manifest.json").write_text(json.dumps(manifest))
        self.expect("every_figure_is_listed", "manifest.json: figures/first-nodes.png is not wanted")

    def test_tables_of_strategies_that_are_not_there(self):
        path = self.folder / "manifest.json"
        manifest = json.loads(path.read_text())
        for strategies, tables in [
            (["piece-order"], ["claims", "clues", "placement_use", "solutions"]),
            (["frontier"], ["claims", "searches", "timings"]),
        ]:
            manifest["options"]["strategies"] = strategies
            path.write_text(json.dumps(manifest))
            data = check_dataset.Dataset(self.folder)
            self.assertEqual(sorted(data.contract.keys() - data.wanted_tables()), tables)

    def test_changed_manifest(self):
        path = self.folder / "manifest.json"
        path.write_text(path.read_text().replace("Toy puzzle", "Tiny puzzle"))
        self.expect("manifest_has_its_own_checksum", "manifest.json: sha256")

    def test_manifest_without_checksum(self):
        path = self.folder / "manifest.json"
        manifest = json.loads(path.read_text())
        del manifest["sha256"]
        path.write_text(json.dumps(manifest))
        self.expect("manifest_has_its_own_checksum", "manifest.json: sha256")

    def test_changed_definition(self):
        path = self.folder / "puzzle.toml"
        path.write_text(path.read_text().replace("Made for", "Cut for"))
        self.expect("files_are_as_listed", "puzzle.toml: SHA-256")
        self.expect("manifest_describes_this_puzzle", "puzzle.definition_sha256")

    def test_unlisted_definition(self):
        path = self.folder / "manifest.json"
        manifest = json.loads(path.read_text())
        entry = next(file for file in manifest["files"] if file["path"] == "puzzle.toml")
        path.write_text(json.dumps(manifest | {"files": [entry | {"rows": 1}]}))
        self.expect("definition_is_listed_without_rows", "puzzle.toml is not listed once and without rows")
        manifest["files"].remove(entry)
        path.write_text(json.dumps(manifest))
        self.expect("definition_is_listed_without_rows", "puzzle.toml is not listed once and without rows")
        self.expect("no_other_file_is_there", "puzzle.toml")

    def test_missing_file(self):
        self.path("cells").unlink()
        self.expect("files_are_as_listed", "tables/cells.parquet: missing")

    def test_left_over_file(self):
        shutil.copy(self.path("cells"), self.path("cells-old"))
        self.expect("no_other_file_is_there", "cells-old.parquet")

    def test_dropped_row_without_new_manifest(self):
        manifest = (self.folder / "manifest.json").read_bytes()
        self.keep_rows("searches", lambda rows: rows[:-1])
        (self.folder / "manifest.json").write_bytes(manifest)
        self.expect("row_counts_are_as_listed", "tables/searches.parquet: 447 rows")

    def test_partial_not_admitted(self):
        manifest = json.loads((self.folder / "manifest.json").read_text())
        manifest["options"]["strategies"].remove("dlx")
        (self.folder / "manifest.json").write_text(json.dumps(manifest))
        self.expect("manifest_describes_this_puzzle", "partial is False")
        self.expect("every_date_has_every_search", "not wanted", "'dlx'")

    def test_card_without_a_column(self):
        card = self.folder / "README.md"
        card.write_text(card.read_text().replace("| `nodes` |", "| `knots` |"))
        self.expect("card_names_every_column_and_figure", "searches.nodes")

    def test_garbage_in_place_of_a_table(self):
        self.path("pieces").write_bytes(b"no Parquet at all")
        self.expect("duckdb_reads_it", table="pieces")


class Layout(Damage):
    def test_wrong_type(self):
        contents = self.read("searches")
        field = contents.schema.field("nodes").with_type(pa.uint64())
        self.write("searches", with_column(contents, field, contents["nodes"].cast(pa.uint64())))
        self.expect("columns_are_those_of_the_contract", "searches.nodes", "uint64", table="searches")
        self.expect("duckdb_reads_it", "searches.nodes", "UBIGINT", table="searches")
        self.expect("polars_reads_it", "searches.nodes", "UInt64", table="searches")
        self.expect("pandas_reads_it", "searches.nodes", "uint64", table="searches")
        self.expect("pandas_with_arrow_types_reads_it", "searches.nodes", "uint64", table="searches")

    def test_renamed_column(self):
        contents = self.read("pieces")
        self.write("pieces", contents.rename_columns({"area": "size"}))
        self.expect("columns_are_those_of_the_contract", "size", table="pieces")

    def test_null_where_none_may_be(self):
        contents = self.read("placements")
        values = pa.array([None, *contents["row"].to_pylist()[1:]], pa.int8())
        self.write(
            "placements", with_column(contents, contents.schema.field("row").with_nullable(True), values)
        )
        self.expect("values_are_there_unless_allowed", "placements.row: 1 values", table="placements")
        self.expect("columns_are_those_of_the_contract", "placements.row: nullable", table="placements")

    def test_other_compression(self):
        self.write("cells", self.read("cells"), compression="snappy")
        self.expect("file_is_laid_out_for_readers", "cells.bit", "SNAPPY", table="cells")

    def test_undeclared_order(self):
        self.write("cells", self.read("cells"), sorting_columns=None)
        self.expect("file_is_laid_out_for_readers", "cells: row group 0", table="cells")

    def test_item_for_element(self):
        contents = self.read("placements")
        cells = contents["cells"].cast(pa.list_(pa.field("item", pa.int8(), nullable=False)))
        contents = with_column(contents, contents.schema.field("cells").with_type(cells.type), cells)
        self.write("placements", contents, use_compliant_nested_type=False)
        self.expect("file_is_laid_out_for_readers", "cells.list.element", table="placements")

    def test_other_meaning_in_the_field(self):
        contents = self.read("dates")
        field = contents.schema.field("label").with_metadata({"meaning": "anything"})
        self.write("dates", with_column(contents, field, contents["label"]))
        self.expect("columns_say_unit_and_meaning", "dates.label", table="dates")

    def test_no_metadata(self):
        self.write("dates", self.read("dates").replace_schema_metadata(None))
        self.expect("columns_say_unit_and_meaning", "data_dictionary", table="dates")
        self.expect(REWRITTEN, "primary_key", table="dates")

    def test_rows_out_of_order(self):
        self.keep_rows("searches", lambda rows: [1, 0, *rows[2:]])
        self.expect("rows_ascend_by_the_key", "searches.date_id+strategy+goal", table="searches")

    def test_repeated_row(self):
        self.keep_rows("solutions", lambda rows: [0, *rows])
        self.expect("rows_ascend_by_the_key", "solutions.date_id+ordinal", table="solutions")


class Values(Damage):
    def test_label_of_a_cell(self):
        self.set_value("cells", "label", 0, "Fall")
        self.expect("cells_are_those_of_the_board", "cells.label: row 0 is 'Fall'")

    def test_group_of_a_cell(self):
        self.set_value("cells", "group", 1, "season")
        self.expect("cells_are_those_of_the_board", "cells.group: row 1 is 'season', should be 'number'")

    def test_value_of_a_cell(self):
        self.set_value("cells", "value", 0, 2)
        self.expect("cells_are_those_of_the_board", "cells.value: row 0 is 2, should be 1")

    def test_shape_of_an_orientation(self):
        self.set_value("orientations", "shape", 0, "XX")
        self.expect("orientations_are_all_the_distinct_ones", "orientations.shape: row 0 is 'XX'")
        self.expect("placements_are_their_orientation_at_the_anchor", "placements.cells: placement 0")

    def test_area_of_a_piece(self):
        self.set_value("pieces", "area", 2, 5)
        self.expect("pieces_are_those_of_the_definition", "pieces.area: row 2 is 5, should be 4")
        self.expect("solutions_cover_exactly_all_but_the_exposed_cells", "pieces.area: 11 in all")

    def test_dropped_placement(self):
        self.keep_rows("placements", lambda rows: rows[:-1])
        self.expect("placements_are_all_that_fit", "placements.placement_id: 61 rows, should be 62")

    def test_orientation_that_does_not_exist(self):
        self.set_value("placements", "orientation_id", 3, 99)
        self.expect("placements_are_their_orientation_at_the_anchor", "orientation_id: placement 3")

    def test_mask_that_is_not_its_cells(self):
        self.set_value("placements", "mask", 5, 7)
        self.expect("masks_are_the_sums_of_their_cells", "placements.mask: row 5 is 7")

    def test_count_of_placements(self):
        self.set_value("pieces", "placements", 1, 3)
        self.expect("counts_of_placements_and_orientations_agree", "pieces.placements: row 1 is 3")

    def test_label_of_a_date(self):
        self.set_value("dates", "label", 4, "Spr 8")
        self.expect("labels_and_values_follow_from_the_number", "dates.label: row 4 is 'Spr 8'")

    def test_dropped_date(self):
        self.keep_rows("dates", lambda rows: rows[:-1])
        self.expect("dates_are_as_many_as_were_solved", "31 rows")
        self.expect("every_date_has_every_search", "not wanted")
        self.expect("every_date_has_its_number_of_solutions", "solutions.date_id: 31 is not in dates")

    def test_count_of_solutions(self):
        self.set_value("dates", "solutions", 31, 1_000)
        self.expect("every_date_has_its_number_of_solutions", "dates.solutions: row 31 is 1000")
        self.expect("exhausted_searches_agree_with_the_date", "searches.solutions", "1000 for date 31")
        self.expect("no_solution_is_missing", "dates.solutions: row 31 is 1000")

    def test_count_that_is_not_known(self):
        row = self.search("first", "found")
        self.set_value("searches", "solutions", row, 1)
        self.expect("solutions_are_known_only_of_exhausted_searches", f"searches.solutions: row {row} has 1")

    def test_search_that_claims_to_be_limited(self):
        row = self.search("all", "exhausted")
        self.set_value("searches", "outcome", row, "node-limit")
        self.expect("outcomes_fit_the_goal", f"searches.outcome: row {row} is node-limit")

    def test_first_solution_dearer_than_the_tree(self):
        row = self.search("first", "found", strategy="mrv")
        self.set_value("searches", "nodes", row, 1_000_000)
        self.expect("first_solutions_cost_no_more_than_whole_trees", "searches.nodes: mrv", "1000000")

    def test_too_few_nodes(self):
        row = self.search("first", "found")
        self.set_value("searches", "nodes", row, 2)
        self.expect("searches_enter_at_least_the_nodes_of_their_solutions", f"nodes: row {row} has 2")

    def test_too_few_states(self):
        row = self.search("all", "exhausted", strategy="frontier", least=1)
        self.set_value("searches", "nodes", row, 3)
        self.expect(
            "searches_enter_at_least_the_nodes_of_their_solutions", f"nodes: row {row} has 3, less than 4"
        )

    def test_missing_effort(self):
        self.set_value("dates", "expected_nodes_mrv", 0, None)
        self.expect(
            "efforts_are_known_of_every_walk_with_a_solution", "dates.expected_nodes_mrv: row 0 is missing"
        )

    def test_effort_beyond_the_tree(self):
        self.set_value("dates", "expected_nodes_first_empty", 0, 1e9)
        self.expect("efforts_lie_between_a_solution_and_the_tree", "expected_nodes_first_empty: date 0 has")

    def test_missing_percentile(self):
        law = "percentiles_are_known_of_every_date_searched_in_many_orders"
        self.set_value("dates", "first_nodes_first_empty_p50", 0, None)
        self.expect(law, "dates.first_nodes_first_empty_p50: row 0 is missing")
        row = self.read("dates")["solutions"].to_pylist().index(0)
        self.set_value("dates", "first_nodes_first_empty_p90", row, 9)
        self.expect(law, f"dates.first_nodes_first_empty_p90: row {row} is there")

    def test_percentiles_out_of_order(self):
        law, name = "percentiles_ascend_from_the_nodes_of_a_solution", "first_nodes_first_empty"
        median = self.read("dates")[f"{name}_p50"][0].as_py()
        self.set_value("dates", f"{name}_p90", 0, median - 1)
        self.expect(law, f"dates.{name}_p90: row 0 is {median - 1}, should be {median} at least")
        self.set_value("dates", f"{name}_p10", 0, 3)
        self.expect(law, f"dates.{name}_p10: row 0 is 3, should be 4 at least")

    def test_percentile_of_other_orders(self):
        median = self.read("dates")["first_nodes_first_empty_p50"][0].as_py()
        self.set_value("dates", "first_nodes_first_empty_p50", 0, median + 1)
        self.expect(
            "percentiles_are_those_of_200_random_orders", f"Spr 1: the percentiles are [4, {median + 1}"
        )

    def test_percentile_beyond_the_tree(self):
        self.set_value("dates", "first_nodes_first_empty_p90", 0, 1_000_000)
        self.expect("percentiles_are_no_more_than_the_whole_tree", "row 0 is 1000000, the whole tree has")

    def test_dropped_timing(self):
        self.keep_rows("timings", lambda rows: rows[1:])
        self.expect("timings_have_the_key_of_the_searches", "447 rows, should be 448")

    def test_no_time(self):
        self.set_value("timings", "cpu_ns", 7, 0)
        self.expect("times_are_positive", "timings.cpu_ns: row 7 is 0")

    def test_whole_search_timed_again(self):
        row = self.search("all", "exhausted")
        self.set_value("timings", "repeats", row, 5)
        self.expect("searches_to_the_last_solution_are_made_once", f"row {row} is 5")

    def test_dropped_solution(self):
        self.keep_rows("solutions", lambda rows: rows[1:])
        self.expect("every_date_has_its_number_of_solutions", "solutions: 45 rows")
        self.expect("ordinals_count_from_zero_in_each_date", "solutions.ordinal: row 0 is")

    def test_placement_that_does_not_exist(self):
        self.set_value("solutions", "v3", 0, 999)
        self.expect("placements_in_solutions_exist_and_are_of_the_piece", "solutions.v3", "999")

    def test_placement_of_another_piece(self):
        self.set_value("solutions", "v3", 0, 0)
        self.expect("placements_in_solutions_exist_and_are_of_the_piece", "solutions.v3", "another piece")

    def test_moved_piece(self):
        other = pc.unique(self.read("solutions")["i3"]).to_pylist()
        here = self.read("solutions")["i3"][0].as_py()
        self.set_value("solutions", "i3", 0, next(number for number in other if number != here))
        self.expect("solutions_cover_exactly_all_but_the_exposed_cells", "solutions: row 0")

    def test_solutions_in_another_order(self):
        solutions = self.read("solutions")
        dates = solutions["date_id"].to_pylist()
        row = next(row for row in range(len(dates) - 1) if dates[row] == dates[row + 1])
        swapped = solutions.take([*range(row), row + 1, row, *range(row + 2, len(dates))])
        field = solutions.schema.field("ordinal")
        self.write("solutions", with_column(swapped, field, solutions["ordinal"]))
        self.expect("solutions_of_a_date_ascend_and_are_distinct", f"solutions: row {row + 1}")

    def search(self, goal, outcome, strategy=None, least=0):
        """The first row of searches with this goal, outcome and strategy, and so many solutions if known."""
        rows = self.read("searches").to_pylist()
        fits = lambda row: (
            (row["goal"], row["outcome"]) == (goal, outcome)
            and strategy in (None, row["strategy"])
            and (row["solutions"] is None or row["solutions"] >= least)
        )
        return next(i for i, row in enumerate(rows) if fits(row))


class Measures(Damage):
    def test_missing_variety(self):
        for column in check_dataset.VARIETY:
            self.set_value("dates", column, 0, None)
            self.expect(
                "variety_is_known_of_every_date_with_listed_solutions", f"dates.{column}: row 0 is missing"
            )

    def test_variety_that_cannot_be(self):
        """Spr 1 has three solutions, Spr 7 one."""
        for row, column, value in [
            (0, "forced_placements", 4),
            (0, "distinct_placements", 10),
            (0, "unique_placements", 10),
            (0, "piece_entropy", 1.6),
            (0, "clue_pieces", 0),
            (6, "distinct_placements", 4),
            (6, "piece_entropy", 0.1),
            (6, "clue_pieces", 1),
        ]:
            was = self.read("dates")[column][row].as_py()
            self.set_value("dates", column, row, value)
            self.expect(
                "variety_lies_between_one_solution_and_all_different",
                f"dates.{column}: Spr",
                f"has {value:g}",
            )
            self.set_value("dates", column, row, was)

    def test_claims_without_a_verdict(self):
        """No small dataset has claims, so this one is given two."""
        texts = dict.fromkeys(check_dataset.CLAIM_TEXTS, ["as said"] * 2)
        law = "claims_have_a_verdict_and_what_was_measured"
        with mock.patch.object(check_dataset.Dataset, "wanted_tables", lambda _: ["claims"]):
            for change, word in [
                ({}, None),
                ({"claim_id": [1, 3]}, "claims.claim_id"),
                ({"measured": ["", "12"]}, "claims.measured: row 0 is empty"),
                ({"verdict": ["holds", "perhaps"]}, "claims.verdict: row 1 is perhaps"),
            ]:
                columns = {"claim_id": [1, 2], **texts, "verdict": ["holds", "does not hold"]} | change
                types = {"claim_id": pa.int8()} | dict.fromkeys(texts, pa.string())
                pq.write_table(
                    pa.table({name: pa.array(values, types[name]) for name, values in columns.items()}),
                    self.path("claims"),
                )
                if word:
                    self.expect(law, word)
                else:
                    self.assertEqual(self.broken(only=law), {})

    def test_variety_that_is_not_that_of_the_uses(self):
        for column in check_dataset.VARIETY[:-1]:
            more = 2e-8 if column == "piece_entropy" else 1
            value = self.read("dates")[column][0].as_py() + more
            self.set_value("dates", column, 0, value)
            self.expect("variety_is_that_of_the_uses", f"dates.{column}: row 0 is {value:.10g}")

    def test_other_difficulty(self):
        law = "difficulty_is_the_mean_of_the_shares_of_easier_dates"
        self.set_value("dates", "difficulty", 0, self.read("dates")["difficulty"][0].as_py() + 1e-8)
        self.expect(law, "dates.difficulty: row 0 is 29.838")
        self.set_value("dates", "difficulty", 2, 50.0)
        self.expect(law, "dates.difficulty: row 0", "1 more rows")

    def test_other_ranks(self):
        for measure in check_dataset.MEASURES:
            rank = self.read("dates")[f"rank_{measure}"][0].as_py()
            self.set_value("dates", f"rank_{measure}", 0, rank + 1)
            self.expect("ranks_count_the_harder_dates", f"row 0 is {rank + 1}, should be {rank}")
            self.set_value("dates", f"rank_{measure}", 0, rank)

    def test_shared_rank_counted_on(self):
        """The ranks are 1, 2, 2, 4, not 1, 2, 2, 3."""
        ranks = self.read("dates")["rank_solutions"].to_pylist()
        dense = {rank: place for place, rank in enumerate(sorted(set(ranks)), start=1)}
        contents = self.read("dates")
        field = contents.schema.field("rank_solutions")
        values = pa.array([dense[rank] for rank in ranks], field.type)
        self.write("dates", with_column(contents, field, values))
        self.expect("ranks_count_the_harder_dates", "dates.rank_solutions: row 0 is", "should be 26")


class Clues(Damage):
    """Spr 1 has three solutions, and shows one piece."""

    def show(self, piece, placement):
        """Lets Spr 1 show a second piece."""
        contents = self.read("clues")
        row = pa.table([[0], [piece], [placement]], schema=contents.schema)
        both = pa.concat_tables([row, contents])
        self.write("clues", both.sort_by([("date_id", "ascending"), ("placement_id", "ascending")]))
        self.set_value("dates", "clue_pieces", 0, 2)

    def test_dropped_clue(self):
        self.keep_rows("clues", lambda rows: rows[1:])
        self.expect("every_date_has_as_many_clues_as_it_says", "clues.date_id: row 0 is 0, should be 1")
        self.expect(NEEDED, "date 0: 3 solutions have the whole clue")

    def test_clue_of_a_date_that_does_not_exist(self):
        self.set_value("clues", "date_id", 14, 32)
        self.expect("every_date_has_as_many_clues_as_it_says", "clues.date_id: 32 is not in dates")

    def test_clue_of_another_piece(self):
        clue = self.read("clues").slice(0, 1).to_pylist()[0]
        other = next(piece for piece in ("i3", "v3", "l4") if piece != clue["piece"])
        self.set_value("clues", "piece", 0, other)
        self.expect(NAMED, f"row 0: placement {clue['placement_id']} is of")

    def test_clue_that_several_solutions_have(self):
        uses = self.read("placement_use").to_pylist()
        several = next(use for use in uses if use["date_id"] == 0 and use["solutions"] == 2)
        placement = several["placement_id"]
        self.set_value("clues", "placement_id", 0, placement)
        self.set_value("clues", "piece", 0, self.read("placements")["piece"][placement].as_py())
        self.expect(NEEDED, "date 0: 2 solutions have the whole clue")

    def test_clue_with_a_piece_too_many(self):
        clue = self.read("clues").slice(0, 1).to_pylist()[0]
        solutions = self.read("solutions").to_pylist()
        has = lambda row: row["date_id"] == 0 and row[clue["piece"]] == clue["placement_id"]
        shown = next(filter(has, solutions))
        other = next(piece for piece in ("i3", "v3", "l4") if piece != clue["piece"])
        self.show(other, shown[other])
        self.assertNotIn(("every_date_has_as_many_clues_as_it_says", ""), self.broken())
        self.expect(NEEDED, f"date 0: {other} need not be shown")
        self.expect(
            "no_fewer_pieces_leave_one_solution",
            f"date 0: {clue['piece']} at {clue['placement_id']} leaves one solution already",
        )

    def test_clue_that_shows_a_piece_twice(self):
        clue = self.read("clues").slice(0, 1).to_pylist()[0]
        pieces = self.read("placements")["piece"].to_pylist()
        other = next(
            number
            for number, piece in enumerate(pieces)
            if piece == clue["piece"] and number > clue["placement_id"]
        )
        self.show(clue["piece"], other)
        self.expect(NAMED, f"row 1: date 0 shows {clue['piece']}")

    def test_clue_for_a_single_solution(self):
        self.set_value("dates", "clue_pieces", 6, 1)
        self.expect("no_fewer_pieces_leave_one_solution", "date 6: nothing leaves one solution already")


class Uses(Damage):
    """The first row of placement_use has one solution more, or is of another date or placement."""

    def set_first(self, column, value):
        first = self.read("placement_use").slice(0, 1).to_pylist()[0]
        self.set_value("placement_use", column, 0, value)
        return first

    def test_wrong_use(self):
        uses = self.read("placement_use")["solutions"][0].as_py()
        first = self.set_first("solutions", uses + 1)
        where = f"date {first['date_id']}, placement {first['placement_id']}"
        self.expect(
            "uses_are_those_counted_in_the_solutions",
            f"placement_use.solutions: {where}: {uses + 1}, counted {uses}",
        )
        self.expect(
            "uses_of_each_piece_add_up_to_the_solutions_of_the_date",
            f"uses of i3, 1 in each of the 3 solutions of date {first['date_id']}",
        )
        self.expect("uses_add_up_to_the_solutions_of_the_placement", f"row {first['placement_id']} is")

    def test_dropped_use(self):
        uses = self.read("placement_use")["solutions"][0].as_py()
        self.keep_rows("placement_use", lambda rows: rows[1:])
        self.expect("uses_are_those_counted_in_the_solutions", f"0, counted {uses}")
        self.expect("uses_of_each_piece_add_up_to_the_solutions_of_the_date", "uses of i3")

    def test_use_that_no_solution_makes(self):
        here = self.set_first("placement_id", 0)
        self.assertNotEqual(here["placement_id"], 0)
        self.expect("uses_are_those_counted_in_the_solutions", "placement 0: 1, counted 0", "1 more rows")

    def test_use_of_no_solution(self):
        self.set_first("solutions", 0)
        self.expect("placements_without_use_are_left_out", "placement_use.solutions: row 0 is 0")

    def test_use_of_a_placement_that_does_not_exist(self):
        self.set_first("placement_id", 62)
        self.expect(
            "uses_are_of_a_placement_and_a_date_that_exist", "placement_use.placement_id: row 0 names 62"
        )

    def test_use_on_a_date_that_does_not_exist(self):
        self.set_first("date_id", 32)
        self.expect("uses_are_of_a_placement_and_a_date_that_exist", "placement_use.date_id: row 0 names 32")

    def test_solutions_of_a_placement(self):
        self.set_value("placements", "solutions", 0, 1_000)
        self.expect("uses_add_up_to_the_solutions_of_the_placement", "placements.solutions: row 0 is 1000")
        self.expect("placements_of_each_piece_have_all_solutions_of_the_dates", "for i3", "46")

    def test_solutions_of_a_placement_that_are_not_known(self):
        self.set_value("placements", "solutions", 61, None)
        self.expect(
            "solutions_are_missing_only_where_nothing_counts_them", "placements.solutions: row 61 is missing"
        )

    def test_solutions_of_a_date_that_are_not_known(self):
        self.set_value("dates", "solutions", 0, None)
        self.expect("solutions_are_missing_only_where_nothing_counts_them", "dates.solutions: row 0")


class Copies(Damage):
    """V3 has two copies, I2 four; L4 shows its front; two corners are exposed and one cell of the middle."""

    def sound(self):
        return EVERYTHING

    def test_sound_dataset_breaks_no_law(self):
        self.assertEqual(self.broken(), {})

    def test_other_copies(self):
        self.set_value("pieces", "copies", 2, 3)
        self.expect("pieces_are_those_of_the_definition", "pieces.copies: row 2 is 3, should be 4")

    def test_piece_of_which_there_are_fewer(self):
        self.redefine("copies = 2", "copies = 1")
        columns = check_dataset.Dataset(self.folder).contract["solutions"].columns
        self.assertIn("v3", columns)
        self.assertNotIn("v3_1", columns)
        self.expect("columns_are_those_of_the_contract", "should be date_id, ordinal, v3, l4", table="solutions")

    def test_other_face(self):
        for faces in ("back", "both"):
            self.redefine('faces = "front"', f'faces = "{faces}"')
            self.expect("pieces_are_those_of_the_definition", "row 1 is")
            self.expect("orientations_are_all_the_distinct_ones", "orientations.shape")
            self.redefine(f'faces = "{faces}"', 'faces = "front"')

    def test_label_of_a_drawn_cell(self):
        self.redefine('"NW", "NE"', '"NE", "NW"')
        self.expect("cells_are_those_of_the_board", "cells.label: row 0 is 'NW', should be 'NE'")
        self.redefine("***B***", "**B****")
        self.expect("cells_are_those_of_the_board", "cells.group: row 9 is None, should be 'middle'")

    def test_second_exposed_cell(self):
        self.set_value("dates", "corner_2", 0, 3)
        self.expect("labels_and_values_follow_from_the_number", "dates.corner_2: row 0 is 3, should be 2")

    def test_copies_in_each_others_places(self):
        first = self.read("solutions").slice(0, 1).to_pylist()[0]
        self.set_value("solutions", "v3_1", 0, first["v3_2"])
        self.set_value("solutions", "v3_2", 0, first["v3_1"])
        self.expect("copies_in_solutions_ascend", "solutions.v3_2: row 0 is")

    def test_copies_in_the_same_place(self):
        first = self.read("solutions").slice(0, 1).to_pylist()[0]
        self.set_value("solutions", "i2_2", 0, first["i2_1"])
        self.expect("copies_in_solutions_ascend", "solutions.i2_2: row 0 is")
        self.expect("solutions_cover_exactly_all_but_the_exposed_cells", "solutions: row 0")

    def test_uses_of_copies(self):
        uses = self.read("placement_use")["solutions"][0].as_py()
        self.set_value("placement_use", "solutions", 0, uses + 1)
        self.expect(
            "uses_of_each_piece_add_up_to_the_solutions_of_the_date", "uses of v3, 2 in each of the 299"
        )

    def test_entropy_of_copies(self):
        entropy = self.read("dates")["piece_entropy"][0].as_py()
        self.set_value("dates", "piece_entropy", 0, entropy * 7 / 3)
        self.expect("variety_is_that_of_the_uses", "dates.piece_entropy: row 0 is")

    def test_clue_that_is_not_the_lowest(self):
        """Another pair of placements that one solution of the first date has."""
        date = [row for row in self.read("solutions").to_pylist() if row["date_id"] == 0]
        tiles = [name for name in date[0] if name not in ("date_id", "ordinal", "class_id")]
        pairs = Counter(
            pair for row in date for pair in itertools.combinations([row[name] for name in tiles], 2)
        )
        pair = max(pair for pair, times in pairs.items() if times == 1)
        pieces = self.read("placements")["piece"].to_pylist()
        for row, placement in enumerate(pair):
            self.set_value("clues", "placement_id", row, placement)
            self.set_value("clues", "piece", row, pieces[placement])
        self.assertEqual(self.broken(only=NEEDED), {})
        self.expect("clues_are_the_first_of_the_least", "clues: date 0 shows")


class Classes(Damage):
    """A half turn keeps some dates."""

    def sound(self):
        return EVERYTHING

    def turned(self):
        """A date whose solutions fall into classes of two, and the row of its first solution."""
        dates = self.read("dates").to_pylist()
        date = next(row for row in dates if row["classes"] < row["solutions"])
        return date, self.read("solutions")["date_id"].to_pylist().index(date["date_id"])

    def test_other_class(self):
        _, row = self.turned()
        self.set_value("solutions", "class_id", row, 1)
        self.expect("classes_are_those_of_the_symmetries", f"solutions.class_id: row {row} is 1, should be 0")

    def test_other_number_of_classes(self):
        date, _ = self.turned()
        self.set_value("dates", "classes", date["date_id"], date["classes"] + 1)
        self.expect("classes_of_a_date_are_those_of_its_solutions", f"row {date['date_id']} is")

    def test_too_few_classes(self):
        date, _ = self.turned()
        for number in (date["classes"] - 1, date["solutions"] + 1, None):
            self.set_value("dates", "classes", date["date_id"], number)
            self.expect("classes_lie_between_all_alike_and_all_different", f"row {date['date_id']} is")

    def test_piece_that_keeps_no_symmetry(self):
        """Without quarter turns of L4 there is no half turn of the puzzle either."""
        self.redefine('faces = "front"', 'faces = "front"\nrotate = false')
        self.assertNotIn("classes", check_dataset.Dataset(self.folder).contract["dates"].columns)
        self.expect("columns_are_those_of_the_contract", "class_id", table="solutions")


class LargePuzzle(Damage):
    def sound(self):
        return WEEKDAY

    def row(self, label):
        return self.read("dates")["label"].to_pylist().index(label)

    def test_weekday(self):
        self.set_value("dates", "weekday", self.row("Oct 27 Tue"), 1)
        self.expect("number_follows_from_month_day_and_weekday", "dates.date_id")
        self.expect("labels_and_values_follow_from_the_number", "dates.weekday")

    def test_value_of_a_weekday_on_the_board(self):
        row = self.read("cells")["label"].to_pylist().index("Sun")
        self.set_value("cells", "value", row, 7)
        self.expect("cells_are_those_of_the_board", f"cells.value: row {row} is 7, should be 0")

    def test_occurrences(self):
        self.set_value("dates", "occurrences_400y", self.row("Oct 27 Tue"), 57)
        self.expect("dates_occur_as_often_as_in_400_years", "dates.occurrences_400y", "is 57, should be 58")

    def test_dropped_cell(self):
        self.keep_rows("cells", lambda rows: rows[:-1])
        self.expect("puzzle_has_its_known_size", "cells: 49 rows")

    def test_known_solutions(self):
        self.set_value("dates", "solutions", self.row("Oct 27 Tue"), 2_390)
        self.expect(
            "known_dates_have_their_solutions", "dates.solutions: Oct 27 Tue has 2390, known are 2391"
        )

    def test_known_nodes(self):
        date = self.read("dates")["date_id"].to_pylist()[self.row("Oct 27 Tue")]
        rows = self.read("searches").to_pylist()
        wanted = (date, "dlx", "all")
        row = next(
            i for i, row in enumerate(rows) if (row["date_id"], row["strategy"], row["goal"]) == wanted
        )
        self.set_value("searches", "nodes", row, 284_431)
        self.expect("known_searches_have_their_nodes", "searches.nodes: Oct 27 Tue, dlx, all: 284431")

    def test_rank_among_some_dates(self):
        self.set_value("dates", "rank_solutions", 0, 1)
        self.expect("ranks_count_the_harder_dates", "dates.rank_solutions: row 0 is 1, should be nan")
        self.set_value("dates", "difficulty", 0, 50.0)
        self.expect("difficulty_is_the_mean_of_the_shares_of_easier_dates", "row 0 is 50, should be nan")

    def test_other_effort_of_a_known_date(self):
        row = self.read("dates")["label"].to_pylist().index("Oct 27 Tue")
        self.set_value("dates", "expected_nodes_mrv", row, 208.3)
        self.expect("known_efforts_are_found", "expected effort of mrv: 208.3, known are 208.263839")


if __name__ == "__main__":
    folders = [Path(folder) for folder in sys.argv[1:4]]
    if len(folders) < 3 or not all((folder / "manifest.json").exists() for folder in folders):
        sys.exit(__doc__)
    MINI, WEEKDAY, EVERYTHING = folders
    del sys.argv[1:4]
    unittest.main()
