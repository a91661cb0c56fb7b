"""Checks a dataset made by `almanac generate`.

    python scripts/check_dataset.py DIR

The tables are opened with DuckDB, polars, pandas and pyarrow. What they say is held against the contract
below, against the manifest, against each other, and against the puzzle's definition, from which board,
orientations, placements and dates are worked out anew here, with no code of the program.

Each check is a law: a function whose name says what holds, and which yields a message for each breach. At the
end all breaches are listed, and the last line is `N passed, M failed`. Exit code: 0 all laws hold, 1 some do
not, 2 bad usage.
"""

import argparse
import datetime
import hashlib
import itertools
import json
import math
import sys
import tomllib
from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
from check_views import told_range

SCHEMA_VERSION = 1
ROW_GROUP_ROWS = 122_880
DEFINITION = "puzzle.toml"


# --- The puzzle, worked out from its definition


class Puzzle:
    """Board, groups, pieces, orientations, placements and dates of a puzzle definition (TOML)."""

    def __init__(self, toml: bytes):
        definition = tomllib.loads(toml.decode())
        self.sha256 = hashlib.sha256(toml).hexdigest()
        self.name = definition["name"]
        self.groups = definition.get("groups", [])
        self.pieces = definition["pieces"]
        # One column for each cell that a date exposes, and for each piece that a solution lays.
        self.group_columns = [
            name for group in self.groups for name in column_names(group["name"], group.get("exposed", 1))
        ]
        self.piece_columns = [column_name(piece["name"]) for piece in self.pieces]
        by_characters = any("cells" in group for group in self.groups)
        # Empty lines above the board are no rows of it.
        lines = itertools.dropwhile(lambda line: not line.strip(), definition["board"].splitlines())
        drawn = [
            (row, col, text)
            for row, line in enumerate(lines)
            for col, text in enumerate(drawn_squares(line, by_characters))
            if text != "."
        ]
        self.bit_at = {(row, col): bit for bit, (row, col, _) in enumerate(drawn)}
        # For each group the (label, value, bit) of its labels.
        self.labels = [labels_of(group, [text for *_, text in drawn]) for group in self.groups]
        meaning = {
            bit: (label, column_name(group["name"]), value)
            for group, labels in zip(self.groups, self.labels, strict=True)
            for label, value, bit in labels
        }
        # (row, col, label, group, value) of each cell in reading order; a `*` is a cell without label.
        self.cells = [
            (row, col, *meaning.get(bit, (None, None, None))) for bit, (row, col, _) in enumerate(drawn)
        ]
        # The squares of each piece as it lies when it lies on the face that it may show.
        self.shapes = [shape_of(piece) for piece in self.pieces]
        # (piece, squares) of each orientation; (piece, orientation, row, col, cells) of each placement.
        self.orientations = [
            (piece, squares)
            for piece, described in enumerate(self.pieces)
            for squares in orientations(self.shapes[piece], may_rotate(described), may_flip(described))
        ]
        self.placements = [
            (piece, orientation, row, col, cells)
            for orientation, (piece, squares) in enumerate(self.orientations)
            for row in range(max(row for row, _ in self.bit_at) + 1)
            for col in range(max(col for _, col in self.bit_at) + 1)
            if (cells := self.cells_under(squares, row, col))
        ]

    @cached_property
    def copies(self):
        """How many there are of each piece; of one they may be as many as the area that the others leave."""
        said = [piece.get("copies", 1) for piece in self.pieces]
        areas = [len(shape) for shape in self.shapes]
        taken = sum(area * number for area, number in zip(areas, said, strict=True) if number != "unlimited")
        left = len(self.cells) - len(self.group_columns) - taken
        return [
            left // area if number == "unlimited" else number
            for area, number in zip(areas, said, strict=True)
        ]

    @property
    def has_copies(self):
        return max(self.copies) > 1

    @cached_property
    def tiles(self):
        """(column, piece) of each piece that a solution lays."""
        return [
            (column, place)
            for place, (piece, copies) in enumerate(zip(self.pieces, self.copies, strict=True))
            for column in column_names(piece["name"], copies)
        ]

    @property
    def tile_columns(self):
        return [column for column, _ in self.tiles]

    def cells_under(self, squares, row, col):
        """The cells under a shape whose bounding box has its corner at (row, col); None if it sticks out."""
        cells = [self.bit_at.get((row + r, col + c)) for r, c in squares]
        return None if None in cells else sorted(cells)

    @cached_property
    def dates(self):
        """(label, values, bits of the exposed cells) of each date; its place in the list is its date_id."""
        choices = [
            itertools.combinations(labels, group.get("exposed", 1))
            for group, labels in zip(self.groups, self.labels, strict=True)
        ]
        picked = [list(itertools.chain(*picks)) for picks in itertools.product(*choices)]
        return [
            (" ".join(label for label, *_ in picks), tuple(value for _, value, _ in picks), bits_of(picks))
            for picks in picked
        ]

    @property
    def is_calendar(self):
        meanings = [group.get("calendar") for group in self.groups]
        return None not in meanings and "month" in meanings and "day" in meanings

    @cached_property
    def occurrences(self):
        """How often each date occurs from 2000 to 2399, by its values."""
        value_of = {
            "month": lambda day: day.month,
            "day": lambda day: day.day,
            "weekday": lambda day: day.isoweekday() % 7,
        }
        values = [value_of[group["calendar"]] for group in self.groups]
        start, end = datetime.date(2000, 1, 1), datetime.date(2400, 1, 1)
        days = map(datetime.date.fromordinal, range(start.toordinal(), end.toordinal()))
        return Counter(tuple(value(day) for value in values) for day in days)

    def target(self, date):
        """The cells that the date of this number wants covered, as bits."""
        *_, exposed = self.dates[date]
        return (1 << len(self.cells)) - 1 - sum(1 << bit for bit in exposed)

    @cached_property
    def symmetries(self):
        """(cell for each cell, placement for each placement) of each motion that keeps board and pieces."""
        return [found for motion in MOTIONS if (found := self.symmetry(motion))]

    def symmetry(self, motion):
        """What becomes of cells and placements; None if the motion moves the board or a piece to none."""
        moved = moved_squares(self.bit_at, motion)
        bit_at = dict(zip(moved_squares(self.bit_at, MOTIONS[0]), self.bit_at.values(), strict=True))
        pieces = self.pieces_after(motion)
        if set(moved) != bit_at.keys() or pieces is None:
            return None
        cells = [bit_at[square] for square in moved]
        number = {(piece, tuple(at)): place for place, (piece, *_, at) in enumerate(self.placements)}
        placements = [
            number[pieces[piece], tuple(sorted(cells[cell] for cell in at))]
            for piece, *_, at in self.placements
        ]
        return cells, placements

    def pieces_after(self, motion):
        """The piece that each piece becomes, itself where that can be; None if there is none for some."""
        shapes = [set() for _ in self.pieces]
        for piece, squares in self.orientations:
            shapes[piece].add(squares)
        becomes = []
        for piece, own in enumerate(shapes):
            moved = {tuple(sorted(moved_squares(squares, motion))) for squares in own}
            alike = [
                other
                for other in [piece, *range(len(shapes))]
                if shapes[other] == moved
                and self.copies[other] == self.copies[piece]
                and other not in becomes
            ]
            if not alike:
                return None
            becomes.append(alike[0])
        return becomes

    def keeping(self, date):
        """For each symmetry that keeps the exposed cells of a date, the placement for each placement."""
        exposed = set(self.dates[date][-1])
        return [
            placements
            for cells, placements in self.symmetries
            if {cells[bit] for bit in exposed} == exposed
        ]

    @cached_property
    def has_classes(self):
        """Whether the exposed cells of some date are kept by more than the identity."""
        return len(self.symmetries) > 1 and any(len(self.keeping(date)) > 1 for date in range(len(self.dates)))


# The motions of the square as matrices, the identity first.
MOTIONS = [
    (1, 0, 0, 1),
    (0, 1, -1, 0),
    (-1, 0, 0, -1),
    (0, -1, 1, 0),
    (1, 0, 0, -1),
    (-1, 0, 0, 1),
    (0, 1, 1, 0),
    (0, -1, -1, 0),
]


def moved_squares(squares, motion):
    """What the squares become, in their order, laid back so that the least row and column are 0."""
    a, b, c, d = motion
    moved = [(a * row + b * col, c * row + d * col) for row, col in squares]
    top, left = min(row for row, _ in moved), min(col for _, col in moved)
    return [(row - top, col - left) for row, col in moved]


def column_name(name):
    return name.lower().replace("-", "_")


def column_names(name, number):
    """The columns of what there are so many of: numbered from 1, if there are several."""
    name = column_name(name)
    return [name] if number == 1 else [f"{name}_{place}" for place in range(1, number + 1)]


def drawn_squares(line, by_characters):
    """What is drawn on the squares of a row: a character, or a word unless that has only `.` and `*`."""
    squares = []
    for word in line.split():
        squares.extend(word if by_characters or set(word) <= set(".*") else [word])
    return squares


def labels_of(group, drawn):
    """The (label, value, bit) of a group's labels; a character's cells have them in reading order."""
    if "cells" in group:
        bits = [bit for bit, text in enumerate(drawn) if text == group["cells"]]
        texts = group.get("labels", [str(place + 1) for place in range(len(bits))])
    else:
        texts = group["labels"]
        bits = [drawn.index(text) for text in texts]
    return list(zip(texts, label_values(group, texts), bits, strict=True))


def bits_of(labels):
    return tuple(bit for *_, bit in labels)


def label_values(group, texts):
    """What the labels of a group are in the tables' columns."""
    match group.get("calendar"):
        case "day":
            return [int(text) for text in texts]
        case "weekday":
            return [["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"].index(text) for text in texts]
        case _:
            return list(range(1, len(texts) + 1))


def may_rotate(piece):
    return piece.get("rotate", True)


def may_flip(piece):
    return piece.get("faces", "both") == "both"


def shape_of(piece):
    """The squares as drawn, or turned over where a piece shows only its back."""
    rows = [row for row in piece["shape"].replace("/", "\n").splitlines() if row.strip()]
    squares = [(r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark in "Xx#"]
    motion = (1, 0, 0, -1) if piece.get("faces") == "back" else MOTIONS[0]
    return sorted(moved_squares(squares, motion))


def squares_of(drawing):
    return [(r, c) for r, row in enumerate(drawing.split("/")) for c, mark in enumerate(row) if mark == "X"]


def drawing_of(squares):
    height, width = bounding_box(squares)
    return "/".join("".join("X" if (r, c) in squares else "." for c in range(width)) for r in range(height))


def bounding_box(squares):
    return max(r for r, _ in squares) + 1, max(c for _, c in squares) + 1


def orientations(squares, rotate, flip):
    """The distinct orientations, each a sorted tuple of squares, in ascending order."""
    found = set()
    for face in [squares, [(r, -c) for r, c in squares]] if flip else [squares]:
        for _ in range(4 if rotate else 1):
            top, left = min(r for r, _ in face), min(c for _, c in face)
            found.add(tuple(sorted((r - top, c - left) for r, c in face)))
            face = [(c, -r) for r, c in face]
    return sorted(found)


def mask_of(cells):
    """The cells as bits of a signed 64-bit number."""
    mask = sum(1 << cell for cell in cells)
    return mask - (1 << 64) if mask >> 63 else mask


# --- The contract

# Each strategy with the (goal, candidate_order) of its searches; those with "all" find all solutions.
RUNS = {
    "piece-order": [("first", "canonical")],
    "first-empty": [
        ("all", "canonical"),
        ("first", "canonical"),
        ("first", "fewest-orientations"),
        ("first", "largest-first"),
    ],
    "last-empty": [("all", "canonical"), ("first", "canonical")],
    "mrv": [
        ("all", "canonical"),
        ("first", "canonical"),
        ("first", "fewest-orientations"),
        ("first", "largest-first"),
    ],
    "dlx": [("all", "canonical"), ("first", "canonical")],
    "frontier": [("all", "canonical")],
}
# Those that merge equal partial covers: their nodes are states, of which many solutions may share the last.
# They find the solutions of all dates at once, and search date by date only beside other strategies.
MERGING = {"frontier"}


# Those whose walk of a whole tree tells the expected effort.
TELLING_EFFORT = ["first-empty", "last-empty", "mrv"]
# The percentiles of the nodes to the first solution over many orders, and the strategy that searches in them.
PERCENTILES = [f"first_nodes_first_empty_p{percent}" for percent in (10, 50, 90)]
IN_MANY_ORDERS = "first-empty"
# What the solutions of a date have in common and where they differ.
VARIETY = ["forced_placements", "distinct_placements", "unique_placements", "piece_entropy", "clue_pieces"]
# What is said of a claim, and what may become of it.
CLAIM_TEXTS = ["article", "claim", "expected", "measured", "how", "verdict", "why"]
VERDICTS = {"holds", "holds in part", "does not hold", "cannot be compared"}
# Dates with more solutions have no clue.
MOST_SOLUTIONS_FOR_A_CLUE = 1_000_000
# The measures with a rank: whether more is harder, and their weight in the score.
MEASURES = {
    "difficulty": (True, 0),
    "solutions": (False, 1 / 3),
    "expected_nodes_first_empty": (True, 1 / 6),
    "expected_nodes_last_empty": (True, 0),
    "expected_nodes_mrv": (True, 1 / 6),
    "piece_entropy": (False, 1 / 3),
}


@dataclass(frozen=True)
class Column:
    kind: str
    unit: str = ""
    nullable: bool = False


@dataclass(frozen=True)
class Table:
    key: list
    columns: dict
    deterministic: bool = True


def contract(puzzle):
    """The tables of a dataset of `puzzle`."""
    text, flag = Column("string"), Column("bool")
    label = Column("string", nullable=True)
    tiny, small, medium, large = (Column(kind, "1") for kind in ("int8", "int16", "int32", "int64"))
    length, effort = Column("int8", "cells"), Column("float64", "nodes", nullable=True)
    solutions = Column("int32", "1", nullable=True)
    count, rank = Column("int16", "1", nullable=True), Column("int16", "1", nullable=True)
    search_key = {"date_id": small, "strategy": text, "goal": text, "candidate_order": text}
    calendar = {"exists": flag, "occurrences_400y": Column("int16", "days")} if puzzle.is_calendar else {}
    classes = {"classes": solutions} if puzzle.has_classes else {}
    class_id = {"class_id": medium} if puzzle.has_classes else {}
    copies = {"copies": tiny} if puzzle.has_copies else {}
    return {
        "dates": Table(
            ["date_id"],
            {"date_id": small, **dict.fromkeys(puzzle.group_columns, tiny), "label": text}
            | calendar
            | {"solutions": solutions}
            | classes
            | {f"expected_nodes_{column_name(name)}": effort for name in TELLING_EFFORT}
            | dict.fromkeys(PERCENTILES, Column("int64", "nodes", nullable=True))
            | {"forced_placements": count, "distinct_placements": count, "unique_placements": count}
            | {"piece_entropy": Column("float64", "bits", nullable=True)}
            | {"clue_pieces": Column("int8", "pieces", nullable=True)}
            | {"difficulty": Column("float64", "1", nullable=True)}
            | {f"rank_{measure}": rank for measure in MEASURES},
        ),
        "searches": Table(
            list(search_key),
            {**search_key, "solutions": solutions, "nodes": Column("int64", "nodes"), "outcome": text},
        ),
        "timings": Table(
            list(search_key),
            {
                **search_key,
                "cpu_ns": Column("int64", "ns"),
                "wall_ns": Column("int64", "ns"),
                "repeats": small,
            },
            deterministic=False,
        ),
        "solutions": Table(
            ["date_id", "ordinal"],
            {"date_id": small, "ordinal": medium, **dict.fromkeys(puzzle.tile_columns, small)} | class_id,
        ),
        "placement_use": Table(
            ["date_id", "placement_id"],
            {"date_id": small, "placement_id": small, "solutions": medium},
        ),
        "clues": Table(
            ["date_id", "placement_id"],
            {"date_id": small, "piece": text, "placement_id": small},
        ),
        "placements": Table(
            ["placement_id"],
            {"placement_id": small, "piece": text, "orientation_id": small, "row": tiny, "col": tiny}
            | {"cells": Column("list<int8>", "1"), "mask": large}
            | {"solutions": Column("int64", "1", nullable=True)},
        ),
        "orientations": Table(
            ["orientation_id"],
            {"orientation_id": small, "piece": text, "shape": text, "height": length, "width": length}
            | {"placements": small},
        ),
        "pieces": Table(
            ["piece_id"],
            {"piece_id": tiny, "piece": text, "shape": text, "area": length, "may_rotate": flag}
            | {"may_flip": flag, "orientations": tiny, "placements": small}
            | copies,
        ),
        "cells": Table(
            ["bit"],
            {"bit": tiny, "row": tiny, "col": tiny, "label": label, "group": label}
            | {"value": Column("int8", "1", nullable=True)},
        ),
        "claims": Table(
            ["claim_id"],
            {"claim_id": tiny, **dict.fromkeys(CLAIM_TEXTS, text)},
            deterministic=False,
        ),
    }


# Each kind of column as the readers show it. pandas has no integers that may be missing unless it is told to
# use Arrow's types: it turns a column with missing values into floating point.
ARROW = {
    "bool": pa.bool_(),
    "int8": pa.int8(),
    "int16": pa.int16(),
    "int32": pa.int32(),
    "int64": pa.int64(),
    "float64": pa.float64(),
    "string": pa.string(),
    "list<int8>": pa.list_(pa.field("element", pa.int8(), nullable=False)),
}
DUCKDB = {
    "bool": "BOOLEAN",
    "int8": "TINYINT",
    "int16": "SMALLINT",
    "int32": "INTEGER",
    "int64": "BIGINT",
    "float64": "DOUBLE",
    "string": "VARCHAR",
    "list<int8>": "TINYINT[]",
}
POLARS = {
    "bool": pl.Boolean,
    "int8": pl.Int8,
    "int16": pl.Int16,
    "int32": pl.Int32,
    "int64": pl.Int64,
    "float64": pl.Float64,
    "string": pl.String,
    "list<int8>": pl.List(pl.Int8),
}
PANDAS = {kind: kind for kind in ARROW} | {"string": "str", "list<int8>": "object"}


# --- The dataset


class Dataset:
    """A folder that `almanac generate` has filled."""

    def __init__(self, folder, allow_missing=False):
        self.folder = Path(folder)
        self.manifest = json.loads((self.folder / "manifest.json").read_text())
        self.allow_missing = allow_missing
        self.puzzle = Puzzle((self.folder / DEFINITION).read_bytes())
        self.contract = contract(self.puzzle)
        self._tables = {}

    @cached_property
    def run(self):
        """The record of the run; None if it is missing."""
        path = self.folder / "run.json"
        return json.loads(path.read_text()) if path.exists() else None

    def entries(self):
        """What manifest and run record say of each file."""
        return self.manifest["files"] + (self.run["files"] if self.run else [])

    def strategies(self):
        return self.manifest["options"]["strategies"]

    @property
    def counts_solutions(self):
        """Whether some strategy of the dataset finds all solutions."""
        return any(goal == "all" for name in self.strategies() for goal, _ in RUNS[name])

    @property
    def searches_by_date(self):
        """Whether some strategy of the dataset searches date by date, and so all of them do."""
        return not MERGING.issuperset(self.strategies())

    @property
    def shows_pieces(self):
        """Whether some date needs a clue; as far as the dates can be read."""
        try:
            return any(self.table("dates")["clue_pieces"].to_pylist())
        except (OSError, KeyError, pa.ArrowInvalid):
            return True

    def wanted_tables(self):
        """The tables that the strategies of the dataset lead to."""
        left_out = set() if self.counts_solutions else {"solutions", "placement_use", "clues"}
        left_out |= set() if self.shows_pieces else {"clues"}
        left_out |= set() if self.searches_by_date else {"searches", "timings"}
        # They are about one puzzle, and need all its dates and strategies.
        left_out |= {"claims"} if self.manifest["partial"] or self.puzzle.name != "weekday" else set()
        return [name for name in self.contract if name not in left_out]

    def wanted_figures(self):
        """The figures that puzzle and strategies of the dataset lead to."""
        # Dates that expose several cells of a group have no place in a grid.
        exposed = [group.get("exposed", 1) for group in self.puzzle.groups]
        groups = len(exposed) if set(exposed) == {1} else 0
        dates = self.table("dates")
        # A search to the first solution counts them, too, where there are none.
        found = dates["solutions"].to_pylist()
        counts = [count for count in found if count is not None]
        solved = any(counts)
        compared = len([count for count in counts if count]) > 1
        rated = "difficulty" in dates.column_names and dates["difficulty"].null_count < len(dates)
        existing = dates["exists"].to_pylist() if self.puzzle.is_calendar else []
        wanted = {
            "solutions": counts and groups in (2, 3),
            "difficulty": rated and groups in (2, 3),
            "first-nodes": "first-empty" in self.strategies() and groups in (2, 3),
            "expected-nodes": "first-empty" in self.strategies() and solved and groups in (2, 3),
            "solutions-by-month-and-day": counts and groups == 3,
            "month-by-weekday": counts and groups == 3,
            "placements": True,
            "piece-heat": self.counts_solutions and solved,
            "day-profile": any(exists and count is not None for exists, count in zip(existing, found)),
            "solutions-vs-effort": compared and not {"first-empty", "mrv"}.isdisjoint(self.strategies()),
            "order-luck": compared and "first-empty" in self.strategies(),
            "strategies": self.searches_by_date,
        }
        return [name for name, is_wanted in wanted.items() if is_wanted]

    def tables(self):
        """The tables that are there; `files_are_as_listed` tells of the others."""
        return [name for name in self.wanted_tables() if self.path(name).exists()]

    def path(self, table):
        return self.folder / "tables" / f"{table}.parquet"

    def parquet(self, table):
        return pq.ParquetFile(self.path(table))

    def table(self, name):
        if name not in self._tables:
            self._tables[name] = self.parquet(name).read().combine_chunks()
        return self._tables[name]

    def column(self, table, name):
        """A column without missing values as a numpy array."""
        return self.table(table).column(name).to_numpy()

    def optional(self, table, name):
        """A column of counts as a numpy array with -1 for missing ones."""
        return self.table(table).column(name).fill_null(-1).to_numpy()

    def frame(self, table):
        """A table with pandas' own types; missing numbers are NaN."""
        return self.table(table).to_pandas()

    @property
    def has_all_dates(self):
        return self.table("dates").num_rows == len(self.puzzle.dates)

    @contextmanager
    def sql(self, *tables):
        """A connection to DuckDB that has these tables as views."""
        with duckdb.connect() as connection:
            for table in tables:
                connection.read_parquet(str(self.path(table))).create_view(table)
            yield connection

    def masks(self):
        """The masks of the placements by number, and the number of each one's piece."""
        number = {piece: place for place, piece in enumerate(self.puzzle.piece_columns)}
        pieces = np.array([number.get(piece, -1) for piece in self.table("placements")["piece"].to_pylist()])
        return self.column("placements", "mask"), pieces


# --- The register of laws

LAWS = []


class NotApplicable(Exception):
    """Raised by a law that has nothing to say of a dataset."""


def law(*needs):
    """A law about a dataset that has the tables `needs`."""
    return lambda function: LAWS.append((function, needs, False)) or function


def law_of_each_table(function):
    """A law that every table keeps."""
    LAWS.append((function, (), True))
    return function


def breaches(where, broken, say):
    """One message for the rows in which `broken` is true; `say(row)` tells of the first."""
    rows = np.flatnonzero(broken)
    if len(rows):
        more = f" (and in {len(rows) - 1} more rows)" if len(rows) > 1 else ""
        yield f"{where}: {say(rows[0])}{more}"


def differences(table, column, found, wanted):
    """Messages when a column is not the list `wanted`."""
    found = found.to_pylist() if isinstance(found, pa.ChunkedArray) else list(found)
    if len(found) != len(wanted):
        yield f"{table}.{column}: {len(found)} rows, should be {len(wanted)}"
        return
    broken = [a != b for a, b in zip(found, wanted, strict=True)]
    yield from breaches(
        f"{table}.{column}", broken, lambda i: f"row {i} is {found[i]!r}, should be {wanted[i]!r}"
    )


def descents(columns):
    """For each row but the first, whether it is not greater than the one before, by the columns in turn."""
    undecided = np.ones(max(len(columns[0]) - 1, 0), dtype=bool)
    broken = np.zeros_like(undecided)
    for column in columns:
        broken |= undecided & (column[1:] < column[:-1])
        undecided &= column[1:] == column[:-1]
    return broken | undecided


# --- Laws of the folder


@law()
def manifest_describes_this_puzzle(data):
    said = data.manifest["puzzle"]
    wanted = {
        "name": data.puzzle.name,
        "definition_sha256": data.puzzle.sha256,
        "dates": len(data.puzzle.dates),
    }
    for key, value in wanted.items():
        if said[key] != value:
            yield f"manifest.json: puzzle.{key} is {said[key]!r}, should be {value!r}"
    if data.manifest["schema_version"] != SCHEMA_VERSION:
        yield f"manifest.json: schema_version is not {SCHEMA_VERSION}"
    left_out = data.manifest["options"]["dates_solved"] < said["dates"] or set(data.strategies()) != set(RUNS)
    if data.manifest["partial"] != left_out:
        yield f"manifest.json: partial is {data.manifest['partial']}, should be {left_out}"


@law()
def manifest_has_its_own_checksum(data):
    """Its last value is the SHA-256 of its bytes as they are with nothing between the quotes there."""
    said = data.manifest.get("sha256") or "no checksum"
    head, _, tail = (data.folder / "manifest.json").read_bytes().rpartition(said.encode())
    if list(data.manifest)[-1] != "sha256" or hashlib.sha256(head + tail).hexdigest() != said:
        yield "manifest.json: sha256 is not that of its other bytes"


@law()
def definition_is_listed_without_rows(data):
    entries = [entry for entry in data.manifest["files"] if entry["path"] == DEFINITION]
    if len(entries) != 1 or "rows" in entries[0]:
        yield f"manifest.json: {DEFINITION} is not listed once and without rows"


@law()
def every_table_is_listed(data):
    listed = {entry["path"] for entry in data.manifest["files"]}
    varying = {entry["path"] for entry in data.run["files"]} if data.run else None
    for name in data.wanted_tables():
        if data.contract[name].deterministic and f"tables/{name}.parquet" not in listed:
            yield f"manifest.json: {name} is not listed"
        if not data.contract[name].deterministic and varying is not None:
            if f"tables/{name}.parquet" not in varying:
                yield f"run.json: {name} is not listed"


@law()
def files_are_as_listed(data):
    if data.run is None and not data.allow_missing:
        yield "run.json: missing"
    for entry in data.entries():
        path = data.folder / entry["path"]
        if not path.exists():
            if not data.allow_missing:
                yield f"{entry['path']}: missing"
            continue
        contents = path.read_bytes()
        if len(contents) != entry["bytes"]:
            yield f"{entry['path']}: {len(contents)} bytes, listed with {entry['bytes']}"
        if hashlib.sha256(contents).hexdigest() != entry["sha256"]:
            yield f"{entry['path']}: SHA-256 is not the listed one"


@law()
def row_counts_are_as_listed(data):
    for entry in data.entries():
        path = data.folder / entry["path"]
        if entry["path"].startswith("tables/") and path.exists():
            rows = pq.ParquetFile(path).metadata.num_rows
            if rows != entry.get("rows"):
                yield f"{entry['path']}: {rows} rows, listed with {entry.get('rows')}"


@law()
def no_other_file_is_there(data):
    if data.run is None:
        raise NotApplicable  # nothing says which files differ from run to run
    known = {entry["path"] for entry in data.entries()} | {"manifest.json", "run.json", "README.md"}
    for path in sorted(data.folder.rglob("*")):
        inside = path.relative_to(data.folder)
        if inside.parts[0] in ("tromino", "sweep"):
            continue  # made by commands of their own, `almanac tromino` and `almanac sweep`
        if path.is_file() and inside.as_posix() not in known:
            yield f"{path.relative_to(data.folder)}: neither manifest.json nor run.json lists it"


@law()
def figures_are_png(data):
    for path in sorted((data.folder / "figures").glob("*.png")):
        contents = path.read_bytes()
        if contents[:8] != b"\x89PNG\r\n\x1a\n" or contents[-8:-4] != b"IEND":
            yield f"figures/{path.name}: not a complete PNG file"


@law("dates")
def every_figure_is_listed(data):
    """And no other. Only the times in `strategies` differ from run to run."""
    varying = {"strategies"}
    for record, entries, wanted in [
        ("manifest.json", data.manifest["files"], set(data.wanted_figures()) - varying),
        ("run.json", data.run and data.run["files"], set(data.wanted_figures()) & varying),
    ]:
        if entries is None:
            continue
        listed = {entry["path"] for entry in entries if entry["path"].startswith("figures/")}
        wanted = {f"figures/{name}.png" for name in wanted}
        for which, paths in [("not listed", wanted - listed), ("not wanted", listed - wanted)]:
            for path in sorted(paths):
                yield f"{record}: {path} is {which}"


@law()
def card_names_every_column_and_figure(data):
    card = (data.folder / "README.md").read_text()
    for name in data.wanted_tables():
        section = card.partition(f"### `tables/{name}.parquet`")[2].partition("\n### ")[0]
        for column, described in data.contract[name].columns.items():
            if f"| `{column}` | {described.kind} | {described.unit} |" not in section:
                yield f"README.md: {name}.{column} is not described"
    for entry in data.entries():
        if entry["path"].startswith("figures/") and f"]({entry['path']})" not in card:
            yield f"README.md: {entry['path']} is not linked"


# --- Laws of each Parquet file


@law_of_each_table
def columns_are_those_of_the_contract(data, table):
    schema = data.parquet(table).schema_arrow
    columns = data.contract[table].columns
    if schema.names != list(columns):
        yield f"{table}: the columns are {', '.join(schema.names)}; should be {', '.join(columns)}"
    for name in columns.keys() & set(schema.names):
        field, wanted = schema.field(name), columns[name]
        if field.type != ARROW[wanted.kind]:
            yield f"{table}.{name}: type {field.type}, should be {ARROW[wanted.kind]}"
        if field.nullable != wanted.nullable:
            yield f"{table}.{name}: nullable is {field.nullable}, should be {wanted.nullable}"


@law_of_each_table
def columns_say_unit_and_meaning(data, table):
    parquet = data.parquet(table)
    columns = data.contract[table].columns
    dictionary = json.loads(parquet.metadata.metadata[b"data_dictionary"])
    if [entry["name"] for entry in dictionary] != list(columns):
        yield f"{table}: data_dictionary does not list the columns"
    for entry in dictionary:
        name, wanted = entry["name"], columns.get(entry["name"])
        if wanted is None:
            continue
        said = (entry["type"], entry["unit"], entry["nullable"])
        if said != (wanted.kind, wanted.unit, wanted.nullable):
            yield f"{table}.{name}: data_dictionary says {said}"
        if not entry["meaning"] or bool(entry["null_means"]) != wanted.nullable:
            yield f"{table}.{name}: data_dictionary lacks a meaning, or what a missing value means"
        field = parquet.schema_arrow.field(name).metadata or {}
        field = {key.decode(): value.decode() for key, value in field.items()}
        told = {key: entry[key] for key in ("meaning", "unit", "null_means", "from") if entry[key]}
        if entry["range"]:
            told["range"] = told_range(entry["range"])
        if field != told:
            yield f"{table}.{name}: the field's metadata is {field}, the data_dictionary has {told}"


@law_of_each_table
def file_says_what_it_is(data, table):
    metadata = data.parquet(table).metadata
    manifest = data.manifest
    wanted = {
        "generator": manifest["generator"],
        "schema_version": str(manifest["schema_version"]),
        "table": table,
        "primary_key": ",".join(data.contract[table].key),
        "puzzle": manifest["puzzle"]["name"],
        "definition_sha256": manifest["puzzle"]["definition_sha256"],
    }
    for key, value in wanted.items():
        said = metadata.metadata.get(key.encode(), b"").decode()
        if said != value:
            yield f"{table}: the file's metadata says {key} {said!r}, should be {value!r}"
    if not metadata.metadata.get(b"row"):
        yield f"{table}: the file's metadata does not say what a row is"
    if metadata.created_by != manifest["generator"]:
        yield f"{table}: created_by is {metadata.created_by!r}, should be {manifest['generator']!r}"


@law_of_each_table
def file_is_laid_out_for_readers(data, table):
    metadata = data.parquet(table).metadata
    names, key = list(data.contract[table].columns), data.contract[table].key
    wanted_order = [(names.index(column), False) for column in key]
    for number in range(metadata.num_row_groups):
        group = metadata.row_group(number)
        if group.num_rows > ROW_GROUP_ROWS:
            yield f"{table}: row group {number} has {group.num_rows} rows, more than {ROW_GROUP_ROWS}"
        order = [(column.column_index, column.descending) for column in group.sorting_columns]
        if order != wanted_order:
            yield f"{table}: row group {number} declares the order {order}, should be {wanted_order}"
        for place in range(group.num_columns):
            column = group.column(place)
            if column.compression != "ZSTD":
                yield f"{table}.{column.path_in_schema}: compressed as {column.compression}, should be ZSTD"
    paths = [metadata.schema.column(place).path for place in range(metadata.num_columns)]
    lists = [name for name, column in data.contract[table].columns.items() if column.kind.startswith("list")]
    for name in lists:
        if f"{name}.list.element" not in paths:
            yield f"{table}.{name}: the list's items are not at {name}.list.element"


@law_of_each_table
def values_are_there_unless_allowed(data, table):
    for name, column in data.contract[table].columns.items():
        missing = data.table(table).column(name).null_count
        if missing and not column.nullable:
            yield f"{table}.{name}: {missing} values are missing"


@law_of_each_table
def rows_ascend_by_the_key(data, table):
    key = data.contract[table].key
    columns = [data.column(table, name) for name in key]
    say = lambda i: (
        f"row {i + 1}, {tuple(c[i + 1] for c in columns)}, is not after {tuple(c[i] for c in columns)}"
    )
    yield from breaches(f"{table}.{'+'.join(key)}", descents(columns), say)


@law_of_each_table
def duckdb_reads_it(data, table):
    with duckdb.connect() as connection:
        read = connection.read_parquet(str(data.path(table)))
        types = dict(zip(read.columns, map(str, read.types), strict=True))
        yield from reader_differences(data, table, "DuckDB", types, DUCKDB, read.to_arrow_table())


@law_of_each_table
def polars_reads_it(data, table):
    frame = pl.read_parquet(data.path(table))
    yield from reader_differences(data, table, "polars", dict(frame.schema), POLARS, frame.to_arrow())


@law_of_each_table
def pandas_reads_it(data, table):
    frame = pd.read_parquet(data.path(table))
    types = {name: str(dtype) for name, dtype in frame.dtypes.items()}
    for name, column in data.contract[table].columns.items():
        if column.nullable and types.get(name) == "float64":
            types[name] = PANDAS[column.kind]
    schema = pa.schema([(name, ARROW[column.kind]) for name, column in data.contract[table].columns.items()])
    values = pa.Table.from_pandas(frame, schema=schema, preserve_index=False)
    yield from reader_differences(data, table, "pandas", types, PANDAS, values)


@law_of_each_table
def pandas_with_arrow_types_reads_it(data, table):
    frame = pd.read_parquet(data.path(table), dtype_backend="pyarrow")
    types = {name: dtype.pyarrow_dtype for name, dtype in frame.dtypes.items()}
    values = pa.Table.from_pandas(frame, preserve_index=False)
    yield from reader_differences(data, table, "pandas with Arrow types", types, ARROW, values)


def reader_differences(data, table, reader, types, shown, values):
    """Messages when a reader's types are not those of `shown`, or its values not those of pyarrow."""
    wanted = {name: shown[column.kind] for name, column in data.contract[table].columns.items()}
    if list(types) != list(wanted):
        yield f"{table}: {reader} shows the columns {', '.join(types)}"
    for name in wanted.keys() & types.keys():
        if types[name] != wanted[name]:
            yield f"{table}.{name}: {reader} shows {types[name]}, should be {wanted[name]}"
        found, reference = values.column(name), data.table(table).column(name)
        if pa.types.is_list(reference.type):
            same = found.to_pylist() == reference.to_pylist()
        else:
            same = found.cast(reference.type).equals(reference)
        if not same:
            yield f"{table}.{name}: {reader} reads other values than pyarrow"


# --- Laws of the puzzle's tables


@law("cells")
def cells_are_those_of_the_board(data):
    rows = [(bit, *cell) for bit, cell in enumerate(data.puzzle.cells)]
    yield from table_differences(data, "cells", rows)


@law("pieces")
def pieces_are_those_of_the_definition(data):
    rows = []
    for number, piece in enumerate(data.puzzle.pieces):
        shape = data.puzzle.shapes[number]
        turned = sum(1 for owner, _ in data.puzzle.orientations if owner == number)
        placed = sum(1 for owner, *_ in data.puzzle.placements if owner == number)
        name, motions = data.puzzle.piece_columns[number], (may_rotate(piece), may_flip(piece))
        copies = [data.puzzle.copies[number]] if data.puzzle.has_copies else []
        rows.append((number, name, drawing_of(shape), len(shape), *motions, turned, placed, *copies))
    yield from table_differences(data, "pieces", rows)


@law("orientations")
def orientations_are_all_the_distinct_ones(data):
    placed = Counter(orientation for _, orientation, *_ in data.puzzle.placements)
    rows = [
        (
            number,
            data.puzzle.piece_columns[piece],
            drawing_of(squares),
            *bounding_box(squares),
            placed[number],
        )
        for number, (piece, squares) in enumerate(data.puzzle.orientations)
    ]
    yield from table_differences(data, "orientations", rows)


@law("placements")
def placements_are_all_that_fit(data):
    rows = [
        (number, data.puzzle.piece_columns[piece], orientation, row, col, cells, mask_of(cells))
        for number, (piece, orientation, row, col, cells) in enumerate(data.puzzle.placements)
    ]
    yield from table_differences(data, "placements", rows, but={"solutions"})


def table_differences(data, table, rows, but=frozenset()):
    """Messages when a table, without the columns `but`, does not consist of `rows`."""
    names = [name for name in data.contract[table].columns if name not in but]
    for name, values in zip(names, zip(*rows, strict=True), strict=True):
        yield from differences(table, name, data.table(table).column(name), values)


@law("placements")
def masks_are_the_sums_of_their_cells(data):
    placements = data.table("placements")
    wanted = [mask_of(cells) for cells in placements["cells"].to_pylist()]
    yield from differences("placements", "mask", placements["mask"], wanted)


@law("placements", "orientations", "cells")
def placements_are_their_orientation_at_the_anchor(data):
    shapes = {row["orientation_id"]: row for row in data.table("orientations").to_pylist()}
    bits = {(row["row"], row["col"]): row["bit"] for row in data.table("cells").to_pylist()}
    for placement in data.table("placements").to_pylist():
        where = f"placement {placement['placement_id']}"
        shape = shapes.get(placement["orientation_id"])
        if shape is None:
            yield f"placements.orientation_id: {where}: {placement['orientation_id']} does not exist"
            continue
        if shape["piece"] != placement["piece"]:
            yield f"placements.piece: {where} is of {placement['piece']}, its orientation of {shape['piece']}"
        squares = squares_of(shape["shape"])
        cells = [bits.get((placement["row"] + r, placement["col"] + c)) for r, c in squares]
        if None in cells or sorted(cells) != placement["cells"]:
            yield f"placements.cells: {where} has {placement['cells']}, its orientation covers {cells}"


@law("placements", "orientations", "pieces")
def counts_of_placements_and_orientations_agree(data):
    for table, column, key, counted in [
        ("orientations", "placements", "orientation_id", "placements"),
        ("pieces", "placements", "piece", "placements"),
        ("pieces", "orientations", "piece", "orientations"),
    ]:
        counts = Counter(data.table(counted)[key].to_pylist())
        wanted = [counts[value] for value in data.table(table)[key].to_pylist()]
        yield from differences(table, column, data.table(table)[column], wanted)


# --- Laws of the dates


@law("dates")
def dates_are_as_many_as_were_solved(data):
    rows, solved = data.table("dates").num_rows, data.manifest["options"]["dates_solved"]
    if rows != solved:
        yield f"dates: {rows} rows, but manifest.json says that {solved} dates were solved"


@law("dates")
def labels_and_values_follow_from_the_number(data):
    numbers = data.table("dates")["date_id"].to_pylist()
    unknown = [number for number in numbers if not 0 <= number < len(data.puzzle.dates)]
    if unknown:
        yield f"dates.date_id: {unknown[0]} is no date of the puzzle"
        return
    wanted = [data.puzzle.dates[number] for number in numbers]
    yield from differences("dates", "label", data.table("dates")["label"], [label for label, *_ in wanted])
    for place, name in enumerate(data.puzzle.group_columns):
        column = data.table("dates")[name]
        yield from differences("dates", name, column, [values[place] for _, values, _ in wanted])


@law("dates")
def number_follows_from_month_day_and_weekday(data):
    if data.puzzle.name != "weekday":
        raise NotApplicable
    month, day, weekday = (data.column("dates", name).astype(int) for name in ("month", "day", "weekday"))
    wanted = ((month - 1) * 217 + (day - 1) * 7 + weekday).tolist()
    yield from differences("dates", "date_id", data.table("dates")["date_id"], wanted)


@law("dates")
def dates_occur_as_often_as_in_400_years(data):
    if not data.puzzle.is_calendar:
        raise NotApplicable
    dates = data.table("dates")
    columns = [dates[name].to_pylist() for name in data.puzzle.group_columns]
    wanted = [data.puzzle.occurrences[values] for values in zip(*columns, strict=True)]
    yield from differences("dates", "occurrences_400y", dates["occurrences_400y"], wanted)
    yield from differences("dates", "exists", dates["exists"], [times > 0 for times in wanted])


# --- Laws of the searches


def by_date(data, key, value):
    """A column of dates by another."""
    dates = data.table("dates")
    return dict(zip(dates[key].to_pylist(), dates[value].to_pylist(), strict=True))


@law("searches", "dates")
def every_date_has_every_search(data):
    searches = data.table("searches").select(data.contract["searches"].key).to_pylist()
    found = Counter(tuple(row.values()) for row in searches)
    wanted = Counter(
        (date, strategy, *run)
        for date in data.table("dates")["date_id"].to_pylist()
        for strategy in data.strategies()
        for run in RUNS[strategy]
    )
    for which, rows in [("missing", wanted - found), ("not wanted", found - wanted)]:
        if rows:
            yield f"searches: {len(rows)} searches are {which}, such as {min(rows)}"


@law("searches", "timings")
def timings_have_the_key_of_the_searches(data):
    for name in data.contract["searches"].key:
        wanted = data.table("searches")[name].to_pylist()
        yield from differences("timings", name, data.table("timings")[name], wanted)


@law("timings")
def times_are_positive(data):
    for name in ("cpu_ns", "wall_ns", "repeats"):
        values = data.column("timings", name)
        yield from breaches(f"timings.{name}", values <= 0, lambda i: f"row {i} is {values[i]}")


@law("searches", "timings")
def searches_to_the_last_solution_are_made_once(data):
    repeats = data.column("timings", "repeats")
    most = np.where(data.column("searches", "goal") == "first", 5, 1)
    yield from breaches("timings.repeats", repeats > most, lambda i: f"row {i} is {repeats[i]}")


@law("searches")
def solutions_are_known_only_of_exhausted_searches(data):
    outcome, solutions = data.column("searches", "outcome"), data.optional("searches", "solutions")
    say = lambda i: f"row {i} has {solutions[i]} with outcome {outcome[i]} (-1 for missing)"
    yield from breaches("searches.solutions", (outcome == "exhausted") != (solutions >= 0), say)


@law("searches", "dates")
def exhausted_searches_agree_with_the_date(data):
    of_date = by_date(data, "date_id", "solutions")
    outcome, solutions = data.column("searches", "outcome"), data.optional("searches", "solutions")
    date = data.column("searches", "date_id")
    known = np.array([-1 if of_date.get(number) is None else of_date[number] for number in date])
    say = lambda i: (
        f"row {i} has {solutions[i]}, dates.solutions has {known[i]} for date {date[i]} (-1 for missing)"
    )
    yield from breaches("searches.solutions", (outcome == "exhausted") & (solutions != known), say)
    yield from breaches(
        "searches.outcome",
        (outcome == "found") & (known == 0),
        lambda i: f"row {i} found a solution of date {date[i]}, which has none",
    )
    confirmed = set(date[outcome == "exhausted"].tolist())
    for number, count in of_date.items():
        if count is not None and number not in confirmed:
            yield f"dates.solutions: date {number} has {count}, but no search of it was exhausted"


@law("searches")
def outcomes_fit_the_goal(data):
    """What finds all solutions goes to its end; an exhausted search to the first solution found none."""
    outcome, goal = data.column("searches", "outcome"), data.column("searches", "goal")
    strategy, nodes = data.column("searches", "strategy"), data.column("searches", "nodes")
    solutions = data.optional("searches", "solutions")
    limited = ~np.isin(strategy, [name for name, runs in RUNS.items() if ("all", "canonical") in runs])
    limit = data.manifest["options"]["node_limit"]
    allowed = (
        (outcome == "exhausted") & ((goal == "all") | (solutions <= 0))
        | (outcome == "found") & (goal == "first")
        | (outcome == "node-limit") & limited & (nodes == limit)
        | (outcome == "out-of-memory") & np.isin(strategy, list(MERGING))
    )
    say = lambda i: (
        f"row {i} is {outcome[i]} with goal {goal[i]}, strategy {strategy[i]} and {nodes[i]} nodes"
    )
    yield from breaches("searches.outcome", ~allowed, say)


@law("searches")
def searches_enter_at_least_the_nodes_of_their_solutions(data):
    """The root is a node, each solution is one, and a solution lies as deep as it lays pieces. Merged, all
    solutions are one state."""
    nodes, outcome = data.column("searches", "nodes"), data.column("searches", "outcome")
    found = np.where(outcome == "found", 1, np.maximum(data.optional("searches", "solutions"), 0))
    found = np.where(np.isin(data.column("searches", "strategy"), list(MERGING)), np.minimum(found, 1), found)
    least = np.where(found > 0, len(data.puzzle.tiles) + found, 1)
    yield from breaches(
        "searches.nodes", nodes < least, lambda i: f"row {i} has {nodes[i]}, less than {least[i]}"
    )


@law("searches")
def first_solutions_cost_no_more_than_whole_trees(data):
    """And as much where the tree has no solution. A candidate order does not change the whole tree."""
    rows = data.table("searches").to_pylist()
    trees = {(row["date_id"], row["strategy"]): row for row in rows if row["goal"] == "all"}
    for row in rows:
        tree = trees.get((row["date_id"], row["strategy"]))
        if row["goal"] == "first" and tree:
            search = f"{row['strategy']}, {row['candidate_order']}, date {row['date_id']}"
            if row["nodes"] > tree["nodes"]:
                yield f"searches.nodes: {search}: {row['nodes']}, more than the tree's {tree['nodes']}"
            if tree["solutions"] == 0 and row["nodes"] != tree["nodes"]:
                yield f"searches.nodes: {search}: {row['nodes']}, not the {tree['nodes']} of the whole tree"


@law("dates")
def efforts_are_known_of_every_walk_with_a_solution(data):
    solutions = data.optional("dates", "solutions")
    for name in TELLING_EFFORT:
        column = f"expected_nodes_{column_name(name)}"
        known = data.table("dates").column(column).is_valid().to_numpy()
        wanted = (solutions > 0) & (name in data.strategies())
        say = lambda i: f"row {i} is {'there' if known[i] else 'missing'}, with {solutions[i]} solutions"
        yield from breaches(f"dates.{column}", known != wanted, say)


@law("dates", "searches")
def efforts_lie_between_a_solution_and_the_tree(data):
    """A search enters the root and a node for each piece laid at least, and the whole tree at most."""
    strategy, goal = data.column("searches", "strategy"), data.column("searches", "goal")
    nodes, date = data.column("searches", "nodes"), data.column("searches", "date_id")
    least = len(data.puzzle.tiles) + 1
    for name in TELLING_EFFORT:
        walked = (strategy == name) & (goal == "all")
        tree = dict(zip(date[walked].tolist(), nodes[walked].tolist(), strict=True))
        for number, effort in by_date(data, "date_id", f"expected_nodes_{column_name(name)}").items():
            if effort is not None and not least <= effort <= tree.get(number, math.inf):
                yield f"dates.expected_nodes_{column_name(name)}: date {number} has {effort}"


@law("dates")
def percentiles_are_known_of_every_date_searched_in_many_orders(data):
    solutions = data.optional("dates", "solutions")
    for column in PERCENTILES:
        wanted = (solutions > 0) & (IN_MANY_ORDERS in data.strategies())
        yield from presence_differences(data, column, wanted)


def presence_differences(data, column, wanted):
    """A message when values of a column of dates are there or missing where they should not."""
    known = data.table("dates").column(column).is_valid().to_numpy()
    say = lambda i: f"row {i} is {'there' if known[i] else 'missing'}"
    yield from breaches(f"dates.{column}", known != wanted, say)


@law("dates")
def percentiles_ascend_from_the_nodes_of_a_solution(data):
    """The root is a node, and a solution lies as deep as it lays pieces."""
    least = np.full(data.table("dates").num_rows, len(data.puzzle.tiles) + 1)
    for column in PERCENTILES:
        nodes = data.optional("dates", column)
        say = lambda i: f"row {i} is {nodes[i]}, should be {least[i]} at least"
        yield from breaches(f"dates.{column}", (nodes >= 0) & (nodes < least), say)
        least = nodes


@law("dates", "searches")
def percentiles_are_no_more_than_the_whole_tree(data):
    """An order does not change the whole tree."""
    searches = data.frame("searches")
    trees = searches[(searches.strategy == IN_MANY_ORDERS) & (searches.goal == "all")]
    if trees.empty:
        raise NotApplicable
    rows = data.frame("dates").merge(trees[["date_id", "nodes"]], on="date_id", how="left")
    say = lambda i: f"row {i} is {rows[PERCENTILES[-1]][i]:.0f}, the whole tree has {rows.nodes[i]} nodes"
    yield from breaches(f"dates.{PERCENTILES[-1]}", rows[PERCENTILES[-1]] > rows.nodes, say)


@law("dates")
def percentiles_are_those_of_200_random_orders(data):
    """The dates that take the fewest nodes are searched here, as many as can be in a few seconds."""
    rows = [row for row in data.table("dates").to_pylist() if row[PERCENTILES[1]] is not None]
    if not rows:
        raise NotApplicable
    orders = []
    for seed in range(200):
        ranks = shuffled(len(data.puzzle.orientations), seed)
        orders.append(sorted(data.puzzle.placements, key=lambda placement: ranks[placement[1]]))
    left = 300_000
    for row in sorted(rows, key=lambda row: row[PERCENTILES[1]]):
        if left < 0:
            break
        target = data.puzzle.target(row["date_id"])
        nodes = sorted(nodes_to_first_solution(target, order, data.puzzle.copies) for order in orders)
        left -= sum(nodes)
        wanted = [nodes[len(orders) * percent // 100 - 1] for percent in (10, 50, 90)]
        found = [row[column] for column in PERCENTILES]
        if found != wanted:
            yield f"dates: {row['label']}: the percentiles are {found}, should be {wanted}"


def shuffled(count, seed):
    """The numbers below `count`, shuffled by Fisher and Yates, with Lemire's draws from SplitMix64."""
    mask, state, items = (1 << 64) - 1, seed, list(range(count))
    for place in range(count - 1, 0, -1):
        product = None
        while product is None or product & mask < ((1 << 64) - place - 1) % (place + 1):
            state = state + 0x9E3779B97F4A7C15 & mask
            mixed = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & mask
            mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & mask
            product = (mixed ^ mixed >> 31) * (place + 1)
        other = product >> 64
        items[place], items[other] = items[other], items[place]
    return items


def nodes_to_first_solution(target, order, copies):
    """What first-empty enters: the root, and each placement laid at the first cell not yet covered."""
    at_cell = {}
    for piece, _, _, _, cells in order:
        at_cell.setdefault(1 << cells[0], []).append((piece, sum(1 << cell for cell in cells)))
    nodes, spare = 0, list(copies)

    def enter(left):
        nonlocal nodes
        nodes += 1
        return not left or any(
            spare[piece] and mask & left == mask and lay(piece, left & ~mask)
            for piece, mask in at_cell.get(left & -left, [])
        )

    def lay(piece, left):
        spare[piece] -= 1
        found = enter(left)
        spare[piece] += 1
        return found

    enter(target)
    return nodes


# --- Laws of the measures


@law("dates")
def variety_is_known_of_every_date_with_listed_solutions(data):
    solutions = data.optional("dates", "solutions")
    for column in VARIETY:
        most = MOST_SOLUTIONS_FOR_A_CLUE if column == "clue_pieces" else math.inf
        wanted = (solutions > 0) & (solutions <= most) & data.counts_solutions
        yield from presence_differences(data, column, wanted)


@law("dates", "placements")
def variety_lies_between_one_solution_and_all_different(data):
    """Holds also where solutions and uses are missing."""
    dates, pieces = data.frame("dates"), len(data.puzzle.tiles)
    dates = dates[dates.forced_placements.notna()]
    forced, distinct = dates.forced_placements, dates.distinct_placements
    most = np.minimum(data.table("placements").num_rows, forced + (pieces - forced) * dates.solutions)
    # Copies may lie in each other's places, so that two solutions with the same piece elsewhere tell less.
    several = np.minimum(dates.solutions, 2)
    least = pieces + several - 1 if data.puzzle.has_copies else forced + (pieces - forced) * several
    for column, least, most in [
        ("forced_placements", 0, np.minimum(pieces, distinct)),
        ("distinct_placements", least, most),
        ("unique_placements", 0, distinct - forced * (dates.solutions > 1)),
        ("piece_entropy", 0, (1 - forced / pieces) * np.log2(dates.solutions) + 1e-8),
        ("clue_pieces", np.minimum(dates.solutions - 1, 1), pieces - forced),
    ]:
        found = dates[column]
        say = lambda i: (
            f"{dates.label.iloc[i]} has {found.iloc[i]:g} with {dates.solutions.iloc[i]} solutions"
        )
        yield from breaches(f"dates.{column}", (found < least) | (found > most), say)


@law("dates", "placement_use")
def variety_is_that_of_the_uses(data):
    uses = data.frame("placement_use").merge(
        data.frame("dates")[["date_id", "solutions"]], on="date_id", suffixes=("", "_of_date")
    )
    share = uses.solutions / uses.solutions_of_date
    uses["forced"] = uses.solutions == uses.solutions_of_date
    uses["unique"] = uses.solutions == 1
    # The sum over all placements of all pieces, so it is divided by the number of pieces laid for the mean.
    uses["bits"] = -share * np.log2(share.where(share > 0, 1))
    counted = uses.groupby("date_id").agg(
        forced_placements=("forced", "sum"),
        distinct_placements=("forced", "size"),
        unique_placements=("unique", "sum"),
        bits=("bits", "sum"),
    )
    counted["piece_entropy"] = counted.bits / len(data.puzzle.tiles)
    dates = data.frame("dates").set_index("date_id")
    counted = counted.reindex(dates.index)
    for column in VARIETY[:-1]:
        tolerance = 1e-8 if column == "piece_entropy" else 0
        found, wanted = dates[column].to_numpy(float), counted[column].to_numpy(float)
        say = lambda i: f"row {i} is {found[i]:.10g}, should be {wanted[i]:.10g}"
        same = np.isclose(found, wanted, rtol=0, atol=tolerance, equal_nan=True)
        yield from breaches(f"dates.{column}", ~same, say)


@law("dates")
def difficulty_is_the_mean_of_the_shares_of_easier_dates(data):
    """The share of the others that are easier, equal ones counting half, is their mean rank from 0 to 1."""
    dates = data.frame("dates")
    wanted = pd.Series(0 if data.has_all_dates else math.nan, dates.index)
    for measure, (more_is_harder, weight) in MEASURES.items():
        if weight:
            ranks = dates[measure].round(9).rank(method="average", ascending=more_is_harder)
            wanted += 100 * weight * (ranks - 1) / (ranks.count() - 1 or math.nan)
    found = dates["difficulty"]
    same = np.isclose(found, wanted, rtol=0, atol=1e-9, equal_nan=True)
    say = lambda i: f"row {i} is {found[i]:.12g}, should be {wanted[i]:.12g}"
    yield from breaches("dates.difficulty", ~same, say)


@law("dates")
def ranks_count_the_harder_dates(data):
    """Equal dates share the rank of the first of them, also where rounding makes their numbers differ; without all
    dates, or where the solutions of some were not counted, there are no ranks."""
    dates = data.frame("dates")
    ranked = data.has_all_dates and dates.solutions.notna().all()
    for measure, (more_is_harder, _) in MEASURES.items():
        known = dates[measure] if ranked else pd.Series(math.nan, dates.index)
        wanted = known.round(9).rank(method="min", ascending=not more_is_harder)
        found = dates[f"rank_{measure}"]
        say = lambda i: f"row {i} is {found[i]:g}, should be {wanted[i]:g}"
        yield from breaches(f"dates.rank_{measure}", ~np.isclose(found, wanted, equal_nan=True), say)


# --- Laws of the clues


@law("claims")
def claims_have_a_verdict_and_what_was_measured(data):
    claims = data.frame("claims")
    wanted = list(range(1, len(claims) + 1))
    yield from differences("claims", "claim_id", claims.claim_id.tolist(), wanted)
    for column in CLAIM_TEXTS:
        yield from breaches(f"claims.{column}", claims[column].str.len() == 0, lambda i: f"row {i} is empty")
    say = lambda i: f"row {i} is {claims.verdict[i]}"
    yield from breaches("claims.verdict", ~claims.verdict.isin(VERDICTS), say)


@law("claims", "dates", "searches")
def claims_tell_what_the_tables_say(data):
    """The figures of those claims that the tables alone decide, worked out once more."""
    dates, searches = data.frame("dates"), data.frame("searches")
    measured = " | ".join(data.frame("claims").measured)
    weekdays = lambda day: dates[(dates.month == 10) & (dates.day == day)].set_index("weekday").solutions
    first = searches[(searches.goal == "first") & (searches.candidate_order == "canonical")]
    first = first.pivot(index="date_id", columns="strategy", values=["nodes", "outcome"])
    ratio = (first["nodes", "piece-order"] / first["nodes", "first-empty"]).astype(float)
    found = first["outcome", "piece-order"] == "found"
    share = lambda rows: f"{100 * rows.mean():.0f} %"
    whole = searches[searches.goal == "all"].groupby("strategy").nodes.sum()
    the_date = dates.date_id[(dates.month == 10) & (dates.day == 27) & (dates.weekday == 2)].iloc[0]
    ranks = dates[["solutions", "expected_nodes_first_empty", "expected_nodes_mrv"]].rank().corr().solutions
    names = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    for figure in [
        f"{(dates.exists & (dates.solutions > 0)).sum():,} of {dates.exists.sum():,} dates that exist",
        f"{weekdays(27)[2]:,} solutions",
        f"{dates.solutions.min():,} to {dates.solutions.max():,} over all dates",
        f"{weekdays(27)[4]:,} on Thursday",
        ", ".join(f"{name} {weekdays(23)[day]:,}" for day, name in enumerate(names)),
        f"{first['nodes', 'piece-order'][the_date]:,} in the almanac's order",
        f"a thousand times or more on {share(ratio >= 1000)} of the dates, less on {share(found & (ratio < 1000))}",
        f"mrv: {whole['mrv']:,} nodes",
        f"first-empty: {whole['first-empty']:,} nodes",
        f"first-empty {ranks.iloc[1]:.2f}, mrv {ranks.iloc[2]:.2f}",
    ]:
        if figure not in measured:
            yield f"claims.measured: {figure!r} is not told"


@law("clues", "dates")
def every_date_has_as_many_clues_as_it_says(data):
    shown = Counter(data.table("clues")["date_id"].to_pylist())
    said = by_date(data, "date_id", "clue_pieces")
    wanted = [0 if number is None else number for number in said.values()]
    yield from differences("clues", "date_id", [shown[number] for number in said], wanted)
    for number in sorted(shown.keys() - said.keys()):
        yield f"clues.date_id: {number} is not in dates"


@law("clues", "placements")
def clues_name_no_more_pieces_than_there_are_and_placements_of_them(data):
    clues = data.frame("clues").merge(
        data.frame("placements")[["placement_id", "piece"]],
        on="placement_id",
        how="left",
        suffixes=("", "_of"),
    )
    say = lambda i: (
        f"row {i}: placement {clues.placement_id[i]} is of {clues.piece_of[i]}, not {clues.piece[i]}"
    )
    yield from breaches("clues.piece", clues.piece != clues.piece_of, say)
    copies = clues.piece.map(dict(zip(data.puzzle.piece_columns, data.puzzle.copies, strict=True)))
    say = lambda i: f"row {i}: date {clues.date_id[i]} shows {clues.piece[i]} already"
    too_many = clues.groupby(["date_id", "piece"]).cumcount() >= copies
    yield from breaches("clues.piece", too_many, say)


@law("clues", "solutions", "dates")
def clues_leave_one_solution_and_need_each_of_their_pieces(data):
    solutions = np.column_stack([data.column("solutions", name) for name in data.puzzle.tile_columns])
    clues = data.frame("clues")
    shown = dict(list(clues.groupby("date_id")))
    numbers = data.column("dates", "date_id")
    begins, ends = (
        np.searchsorted(data.column("solutions", "date_id"), numbers, side) for side in ("left", "right")
    )
    for row, begin, end in zip(data.table("dates").to_pylist(), begins, ends, strict=True):
        if row["clue_pieces"] is None:
            continue
        clue = shown.get(row["date_id"], clues.iloc[:0])
        has = (solutions[begin:end, :, None] == clue.placement_id.to_numpy()).any(axis=1)
        left = np.count_nonzero(has.all(axis=1))
        if left != 1:
            yield f"clues: date {row['date_id']}: {left} solutions have the whole clue, should be 1"
        for place, piece in enumerate(clue.piece):
            if np.count_nonzero(np.delete(has, place, axis=1).all(axis=1)) < 2:
                yield f"clues: date {row['date_id']}: {piece} need not be shown"


@law("dates", "solutions")
def no_fewer_pieces_leave_one_solution(data):
    """If some pieces do, so does any greater set with them: trying one piece less than the clue is enough."""
    most = max(data.optional("dates", "clue_pieces"), default=0)
    with data.sql("dates", "solutions") as connection:
        for size in range(most):
            for tiles in tile_sets(data.puzzle, size):
                for number, *placements in alone(connection, tiles, size + 1):
                    names = [name for name, _ in tiles[0]]
                    shown = ", ".join(f"{name} at {at}" for name, at in zip(names, placements, strict=True))
                    shown = shown or "nothing"
                    yield f"dates.clue_pieces: date {number}: {shown} leaves one solution already"


@law("dates", "solutions", "clues")
def clues_are_the_first_of_the_least(data):
    """Of the first set of pieces, what the first solution shows; where there are copies, the lowest placements."""
    shown = data.frame("clues").groupby("date_id").placement_id.apply(list).to_dict()
    first = {}
    with data.sql("dates", "solutions") as connection:
        for size in range(1, max(data.optional("dates", "clue_pieces"), default=0) + 1):
            for tiles in tile_sets(data.puzzle, size):
                found = {}
                for number, *placements in alone(connection, tiles, size):
                    found.setdefault(number, []).append(placements)
                for number, several in found.items():
                    if data.puzzle.has_copies:
                        first[number] = min([*several, first.get(number, several[0])])
                    elif number not in first:
                        first[number] = first_shown(data, number, tiles[0], several)
    for number, wanted in first.items():
        if shown.get(number) != wanted:
            yield f"clues: date {number} shows {shown.get(number)}, the first least clue is {wanted}"


def first_shown(data, number, tiles, several):
    """Of some placements of tiles those that are first in the solutions of a date."""
    begin, end = np.searchsorted(data.column("solutions", "date_id"), [number, number + 1])
    columns = [data.column("solutions", name)[begin:end].tolist() for name, _ in tiles]
    wanted = {tuple(placements) for placements in several}
    return next(list(placements) for placements in zip(*columns, strict=True) if placements in wanted)


def tile_sets(puzzle, size):
    """The sets of so many tiles, in lists of those that consist of the same pieces: nobody tells copies apart."""
    alike = {}
    for tiles in itertools.combinations(puzzle.tiles, size):
        alike.setdefault(tuple(piece for _, piece in tiles), []).append(tiles)
    return list(alike.values())


def alone(connection, sets, clue_pieces):
    """(date, placements) of the tiles in some sets that lie so in one solution only, on dates with such clues."""
    columns = ", ".join(["date_id", *(f"at_{place}" for place in range(len(sets[0])))])
    named = [[f'"{name}" AS at_{place}' for place, (name, _) in enumerate(tiles)] for tiles in sets]
    shown = " UNION ALL ".join(f"SELECT {', '.join(['date_id', *names])} FROM solutions" for names in named)
    query = f"""
        SELECT {columns}
        FROM ({shown})
        WHERE date_id IN (SELECT date_id FROM dates WHERE clue_pieces = {clue_pieces})
        GROUP BY {columns}
        HAVING count(*) = 1
        ORDER BY {columns}
    """
    return connection.execute(query).fetchall()


# --- Laws of the solutions


@law("solutions", "dates")
def every_date_has_its_number_of_solutions(data):
    dates, counts = np.unique(data.column("solutions", "date_id"), return_counts=True)
    listed = dict(zip(dates.tolist(), counts.tolist(), strict=True))
    said = by_date(data, "date_id", "solutions")
    yield from differences("dates", "solutions", said.values(), [listed.get(number, 0) for number in said])
    rows, total = data.table("solutions").num_rows, sum(count or 0 for count in said.values())
    if rows != total:
        yield f"solutions: {rows} rows, the sum of dates.solutions is {total}"
    for number in sorted(listed.keys() - said.keys()):
        yield f"solutions.date_id: {number} is not in dates"


@law("solutions")
def ordinals_count_from_zero_in_each_date(data):
    date, ordinal = data.column("solutions", "date_id"), data.column("solutions", "ordinal")
    begins = np.flatnonzero(np.r_[True, date[1:] != date[:-1]]) if len(date) else np.array([], dtype=int)
    lengths = np.diff(np.r_[begins, len(date)])
    wanted = np.arange(len(date)) - np.repeat(begins, lengths)
    say = lambda i: f"row {i} is {ordinal[i]}, should be {wanted[i]}"
    yield from breaches("solutions.ordinal", ordinal != wanted, say)


@law("solutions")
def solutions_of_a_date_ascend_and_are_distinct(data):
    names = ["date_id", *data.puzzle.tile_columns]
    say = lambda i: f"row {i + 1} is not after row {i}"
    yield from breaches("solutions", descents([data.column("solutions", name) for name in names]), say)


@law("solutions", "placements")
def placements_in_solutions_exist_and_are_of_the_piece(data):
    masks, pieces = data.masks()
    for name, number in data.puzzle.tiles:
        ids = data.column("solutions", name)
        exists = (ids >= 0) & (ids < len(masks))
        say = lambda i: f"row {i} names the placement {ids[i]}, which does not exist"
        yield from breaches(f"solutions.{name}", ~exists, say)
        foreign = exists & (pieces[np.where(exists, ids, 0)] != number)
        say = lambda i: f"row {i} names the placement {ids[i]}, which is of another piece"
        yield from breaches(f"solutions.{name}", foreign, say)


@law("solutions")
def copies_in_solutions_ascend(data):
    """Nobody tells them apart, so that each solution is listed once only."""
    if not data.puzzle.has_copies:
        raise NotApplicable
    for (before, piece), (name, same) in itertools.pairwise(data.puzzle.tiles):
        lower, upper = data.column("solutions", before), data.column("solutions", name)
        say = lambda i: f"row {i} is {upper[i]}, not above the {lower[i]} of {before}"
        if piece == same:
            yield from breaches(f"solutions.{name}", upper <= lower, say)


@law("solutions", "placements", "pieces")
def solutions_cover_exactly_all_but_the_exposed_cells(data):
    """The cells covered are the wanted ones, and as many as the pieces' areas: so no two pieces overlap."""
    masks, _ = data.masks()
    dates, place = np.unique(data.column("solutions", "date_id"), return_inverse=True)
    labels = [data.puzzle.dates[number][0] for number in dates.tolist()]
    targets = np.array([data.puzzle.target(number) for number in dates.tolist()], dtype=np.uint64)
    covered = np.zeros(len(place), dtype=np.uint64)
    for name in data.puzzle.tile_columns:
        covered |= masks.view(np.uint64)[data.column("solutions", name)]
    say = lambda i: f"row {i}, {labels[place[i]]}, does not cover exactly what that date wants"
    yield from breaches("solutions", covered != targets[place], say)
    areas = int(data.column("pieces", "area") @ np.array(data.puzzle.copies))
    for label, target in zip(labels, targets.tolist(), strict=True):
        if target.bit_count() != areas:
            yield f"pieces.area: {areas} in all, but {label} wants {target.bit_count()} cells covered"


@law("dates")
def no_solution_is_missing(data):
    """The dates with a count are solved here once more, as many as can be in a few seconds."""
    said = by_date(data, "date_id", "solutions")
    counts = {number: count for number, count in said.items() if count is not None}
    counted, left = {}, [200_000]
    for number in counts:
        found = number_of_solutions(data.puzzle, data.puzzle.target(number), left)
        if found is None:
            break
        counted[number] = found
    if not counted:
        raise NotApplicable
    wanted = [counted.get(number, count) for number, count in said.items()]
    yield from differences("dates", "solutions", list(said.values()), wanted)


def number_of_solutions(puzzle, target, left):
    """The sum of what each placement on the first cell leads to; None when no more states may be entered."""
    at_cell = {}
    for piece, *_, cells in puzzle.placements:
        at_cell.setdefault(1 << cells[0], []).append((piece, sum(1 << cell for cell in cells)))
    known = {}

    def count(cells, spare):
        if not cells:
            return 1
        if (cells, spare) not in known:
            left[0] -= 1
            if left[0] < 0:
                raise NotApplicable
            known[cells, spare] = sum(
                count(cells & ~mask, (*spare[:piece], spare[piece] - 1, *spare[piece + 1 :]))
                for piece, mask in at_cell.get(cells & -cells, [])
                if spare[piece] and mask & cells == mask
            )
        return known[cells, spare]

    try:
        return count(target, tuple(puzzle.copies))
    except NotApplicable:
        return None


# --- Laws of the classes


@law("solutions")
def classes_are_those_of_the_symmetries(data):
    """Each solution is moved by all symmetries that keep its date; a class is named after the least it becomes."""
    if not data.puzzle.has_classes:
        raise NotApplicable
    solutions = np.column_stack([data.column("solutions", name) for name in data.puzzle.tile_columns])
    wanted, classes = [], {}
    for number, solution in zip(data.column("solutions", "date_id").tolist(), solutions.tolist(), strict=True):
        moved = ([placements[at] for at in solution] for placements in data.puzzle.keeping(number))
        of_date = classes.setdefault(number, {})
        wanted.append(of_date.setdefault(min(tuple(sorted(become)) for become in moved), len(of_date)))
    yield from differences("solutions", "class_id", data.table("solutions")["class_id"], wanted)


@law("dates", "solutions")
def classes_of_a_date_are_those_of_its_solutions(data):
    if not data.puzzle.has_classes:
        raise NotApplicable
    found = data.frame("solutions").groupby("date_id").class_id.nunique()
    wanted = found.reindex(data.column("dates", "date_id"), fill_value=0).tolist()
    yield from differences("dates", "classes", data.table("dates")["classes"], wanted)


@law("dates")
def classes_lie_between_all_alike_and_all_different(data):
    """Holds also where the solutions are missing: a class has at most as many as there are symmetries."""
    if not data.puzzle.has_classes:
        raise NotApplicable
    yield from presence_differences(data, "classes", np.full(data.table("dates").num_rows, data.counts_solutions))
    solutions, classes = (data.optional("dates", name) for name in ("solutions", "classes"))
    symmetries = np.array([len(data.puzzle.keeping(number)) for number in data.column("dates", "date_id").tolist()])
    broken = (classes >= 0) & ((classes > solutions) | (classes * symmetries < solutions))
    say = lambda i: f"row {i} is {classes[i]} with {solutions[i]} solutions and {symmetries[i]} symmetries"
    yield from breaches("dates.classes", broken, say)


# --- Laws of the uses of placements


@law("placement_use", "placements", "dates")
def uses_are_of_a_placement_and_a_date_that_exist(data):
    for name, table in [("date_id", "dates"), ("placement_id", "placements")]:
        ids = data.column("placement_use", name)
        say = lambda i: f"row {i} names {ids[i]}, which is not in {table}"
        yield from breaches(f"placement_use.{name}", ~np.isin(ids, data.column(table, name)), say)


@law("placement_use")
def placements_without_use_are_left_out(data):
    uses = data.column("placement_use", "solutions")
    yield from breaches("placement_use.solutions", uses < 1, lambda i: f"row {i} is {uses[i]}")


@law("placement_use", "solutions")
def uses_are_those_counted_in_the_solutions(data):
    pieces = " UNION ALL ".join(
        f'SELECT date_id, "{name}" AS placement_id, count(*) AS found FROM solutions GROUP BY ALL'
        for name in data.puzzle.tile_columns
    )
    query = f"""
        SELECT date_id, placement_id, coalesce(solutions, 0), coalesce(found, 0)
        FROM placement_use FULL JOIN (
            SELECT date_id, placement_id, sum(found) AS found FROM ({pieces}) GROUP BY ALL
        ) USING (date_id, placement_id)
        WHERE solutions IS DISTINCT FROM found
        ORDER BY ALL
    """
    with data.sql("placement_use", "solutions") as connection:
        rows = connection.execute(query).fetchall()
    say = lambda i: "date {}, placement {}: {}, counted {}".format(*rows[i])
    yield from breaches("placement_use.solutions", [True] * len(rows), say)


@law("placement_use", "placements", "dates")
def uses_of_each_piece_add_up_to_the_solutions_of_the_date(data):
    _, pieces = data.masks()
    numbers = data.column("dates", "date_id")
    date, placement = (data.column("placement_use", name) for name in ("date_id", "placement_id"))
    known = np.isin(date, numbers) & (placement >= 0) & (placement < len(pieces))
    sums = np.zeros((len(numbers), len(data.puzzle.pieces)), dtype=np.int64)
    places = np.searchsorted(numbers, date[known]), pieces[placement[known]]
    np.add.at(sums, places, data.column("placement_use", "solutions")[known])
    solutions = data.optional("dates", "solutions")
    for number, (name, copies) in enumerate(zip(data.puzzle.piece_columns, data.puzzle.copies, strict=True)):
        found = sums[:, number]
        say = lambda i: (
            f"{found[i]} uses of {name}, {copies} in each of the {solutions[i]} solutions of date {numbers[i]}"
        )
        yield from breaches("placement_use.solutions", found != copies * solutions, say)


@law("placements", "placement_use")
def uses_add_up_to_the_solutions_of_the_placement(data):
    ids, place = np.unique(data.column("placement_use", "placement_id"), return_inverse=True)
    sums = np.zeros(len(ids), dtype=np.int64)
    np.add.at(sums, place, data.column("placement_use", "solutions"))
    of_placement = dict(zip(ids.tolist(), sums.tolist(), strict=True))
    wanted = [of_placement.get(number, 0) for number in data.table("placements")["placement_id"].to_pylist()]
    yield from differences("placements", "solutions", data.table("placements")["solutions"], wanted)


@law("placements", "dates")
def placements_of_each_piece_have_all_solutions_of_the_dates(data):
    """Each solution lays each piece as often as there are copies. Holds also where the uses are missing."""
    if not data.counts_solutions:
        raise NotApplicable
    _, pieces = data.masks()
    total = int(np.maximum(data.optional("dates", "solutions"), 0).sum())
    for number, (name, copies) in enumerate(zip(data.puzzle.piece_columns, data.puzzle.copies, strict=True)):
        found = int(np.maximum(data.optional("placements", "solutions"), 0)[pieces == number].sum())
        if found != copies * total:
            yield f"placements.solutions: {found} for {name}, {copies} in each of {total} solutions of the dates"


@law("placements", "dates")
def solutions_are_missing_only_where_nothing_counts_them(data):
    """But a date without solutions can be known where nothing counts them."""
    missing = data.optional("placements", "solutions") < 0
    say = lambda i: f"row {i} is {'missing' if missing[i] else 'there'}"
    yield from breaches("placements.solutions", missing == data.counts_solutions, say)
    missing = data.optional("dates", "solutions") < 0
    yield from breaches("dates.solutions", missing & data.counts_solutions, say)


# --- What the built-in puzzle is known to have

KNOWN_SOLUTIONS = {"Oct 27 Tue": 2_391, "Oct 27 Mon": 129, "Apr 6 Mon": 97, "Jun 7 Tue": 10_374}
# Nodes in canonical candidate order; those of dlx are also Knuth's count.
KNOWN_NODES = {
    ("Oct 27 Tue", "all"): {
        "first-empty": 1_920_996,
        "last-empty": 1_691_258,
        "mrv": 292_769,
        "dlx": 284_432,
        "frontier": 124_819,
    },
    ("Oct 27 Tue", "first"): {
        "piece-order": 351_440,
        "first-empty": 4_924,
        "last-empty": 1_655,
        "mrv": 227,
        "dlx": 227,
    },
    ("Oct 27 Mon", "all"): {
        "first-empty": 1_541_258,
        "last-empty": 128_593,
        "mrv": 20_151,
        "dlx": 19_774,
        "frontier": 17_530,
    },
    ("Oct 27 Mon", "first"): {"last-empty": 206, "mrv": 163, "dlx": 163},
    ("Apr 6 Mon", "all"): {
        "first-empty": 213_128,
        "last-empty": 640_443,
        "mrv": 12_761,
        "dlx": 12_507,
        "frontier": 9_406,
    },
    ("Apr 6 Mon", "first"): {"last-empty": 13_227, "mrv": 515, "dlx": 513},
    ("Jun 7 Tue", "all"): {
        "first-empty": 5_790_108,
        "last-empty": 3_719_831,
        "mrv": 1_058_513,
        "dlx": 1_024_396,
        "frontier": 196_237,
    },
    ("Jun 7 Tue", "first"): {"last-empty": 84, "mrv": 534, "dlx": 530},
}
KNOWN_TREES = {
    "first-empty": 5_794_693_899,
    "last-empty": 3_413_887_612,
    "mrv": 618_040_274,
    "dlx": 598_995_306,
    "frontier": 241_082_607,
}
# The expected effort of Oct 27 Tue, and the least and most of all dates.
KNOWN_EFFORTS = {
    "first-empty": (1_542.209, 705.659, 84_830.256),
    "mrv": (208.263839, 163.534692, 1_203.675654),
}
KNOWN_TOTALS = {"all": 4_937_780, "that exist": 4_864_096, "least": 97, "most": 10_374}


@law("placements", "orientations", "pieces", "cells")
def puzzle_has_its_known_size(data):
    if data.puzzle.name != "weekday":
        raise NotApplicable
    for table, known in {"cells": 50, "pieces": 10, "orientations": 54, "placements": 1_466}.items():
        if data.table(table).num_rows != known:
            yield f"{table}: {data.table(table).num_rows} rows, known are {known}"


@law("dates")
def known_dates_have_their_solutions(data):
    said = by_date(data, "label", "solutions")
    known = {label: number for label, number in KNOWN_SOLUTIONS.items() if said.get(label) is not None}
    if data.puzzle.name != "weekday" or not known:
        raise NotApplicable
    for label, number in known.items():
        if said[label] != number:
            yield f"dates.solutions: {label} has {said[label]}, known are {number}"


@law("searches", "dates")
def known_searches_have_their_nodes(data):
    labels = by_date(data, "date_id", "label")
    rows = [
        (row, KNOWN_NODES[labels[row["date_id"]], row["goal"]].get(row["strategy"]))
        for row in data.table("searches").to_pylist()
        if (labels.get(row["date_id"]), row["goal"]) in KNOWN_NODES
        and row["candidate_order"] == "canonical"
        and row["outcome"] != "node-limit"
    ]
    if data.puzzle.name != "weekday" or not any(known for _, known in rows):
        raise NotApplicable
    for row, known in rows:
        if known is not None and row["nodes"] != known:
            search = f"{labels[row['date_id']]}, {row['strategy']}, {row['goal']}"
            yield f"searches.nodes: {search}: {row['nodes']}, known are {known}"


def has_all_dates_of_weekday(data):
    return data.puzzle.name == "weekday" and data.has_all_dates


@law("dates")
def all_dates_together_have_their_known_totals(data):
    dates = data.table("dates").to_pylist()
    counts = [row["solutions"] for row in dates]
    if not has_all_dates_of_weekday(data) or None in counts:
        raise NotApplicable
    existing = sum(row["solutions"] for row in dates if row["exists"])
    found = {"all": sum(counts), "that exist": existing, "least": min(counts), "most": max(counts)}
    for which, known in KNOWN_TOTALS.items():
        if found[which] != known:
            yield f"dates.solutions: {which}: {found[which]}, known are {known}"


@law("dates")
def known_efforts_are_found(data):
    if data.puzzle.name != "weekday" or not KNOWN_EFFORTS.keys() & set(data.strategies()):
        raise NotApplicable
    for name in KNOWN_EFFORTS.keys() & set(data.strategies()):
        efforts = by_date(data, "label", f"expected_nodes_{column_name(name)}")
        said = [efforts.get("Oct 27 Tue"), None, None]
        if has_all_dates_of_weekday(data):
            said[1:] = [min(efforts.values()), max(efforts.values())]
        for found, known in zip(said, KNOWN_EFFORTS[name], strict=True):
            if found is not None and abs(found - known) > 6e-4:
                yield f"dates: expected effort of {name}: {found}, known are {known}"


@law("dates", "searches")
def trees_of_all_dates_together_have_their_known_nodes(data):
    if not has_all_dates_of_weekday(data) or not KNOWN_TREES.keys() & set(data.strategies()):
        raise NotApplicable
    strategy, goal = data.column("searches", "strategy"), data.column("searches", "goal")
    for name in KNOWN_TREES.keys() & set(data.strategies()):
        nodes = int(data.column("searches", "nodes")[(strategy == name) & (goal == "all")].sum())
        if nodes != KNOWN_TREES[name]:
            yield f"searches.nodes: {name}, all dates: {nodes}, known are {KNOWN_TREES[name]}"


# --- Running the laws


@dataclass(frozen=True)
class Result:
    """What became of a law: the messages of its breaches, none if it holds."""

    law: str
    table: str
    messages: list
    applies: bool = True

    def __str__(self):
        name = self.law.replace("_", " ")
        return f"{self.table}: {name}" if self.table else name


MOST_MESSAGES = 5


def check(data, only=None):
    """Yields the result of each law (or of one), for each table where it is a law of each table."""
    tables = data.tables()
    for function, needs, of_each_table in LAWS:
        if only not in (None, function.__name__):
            continue
        if of_each_table:
            for table in tables:
                yield result(function, table, data, table)
        elif all(table in tables for table in needs):
            yield result(function, "", data)
        else:
            yield Result(function.__name__, "", [], applies=False)


def result(function, table, *arguments):
    """Holds a law against a dataset; what the law cannot even read is a breach, too."""
    found = []
    try:
        found.extend(function(*arguments))
    except NotApplicable:
        return Result(function.__name__, table, [], applies=False)
    except Exception as error:  # whatever a reader raises on a damaged file
        found.append(f"{type(error).__name__}: {error}")
    if len(found) > MOST_MESSAGES:
        found[MOST_MESSAGES:] = [f"and {len(found) - MOST_MESSAGES} more"]
    return Result(function.__name__, table, found)


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path, help="folder of the dataset")
    parser.add_argument("--allow-missing", action="store_true", help="files that are listed may be missing")
    options = parser.parse_args()
    try:
        data = Dataset(options.folder, options.allow_missing)
    except (OSError, KeyError, ValueError) as error:
        parser.error(f"{options.folder} is no complete dataset: {error}")

    results = []
    for outcome in check(data):
        word = "FAIL" if outcome.messages else "ok" if outcome.applies else "-"
        print(f"{word:4} {outcome}{'' if outcome.applies else ' (not applicable)'}", flush=True)
        results.append(outcome)
    failed = [outcome for outcome in results if outcome.messages]
    if failed:
        print("\nWhat failed:")
    for outcome in failed:
        print(f"- {outcome}")
        for message in outcome.messages:
            print(f"    {message}")
    passed = sum(outcome.applies for outcome in results) - len(failed)
    print(f"{passed} passed, {len(failed)} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
