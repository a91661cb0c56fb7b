# ---
# jupyter:
#   jupytext:
#     formats: ipynb,py:percent
#     text_representation:
#       extension: .py
#       format_name: percent
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # Ten questions to the almanac
#
# A wooden calendar puzzle shows twelve months, 31 days and seven weekdays, and ten polyominoes cover all of
# it but today's. The almanac has every date: 2,604 combinations of month, day and weekday, with the number
# of their solutions, and with what a search for one of them costs.
#
# This notebook opens its tables with DuckDB and polars, and needs only those that are kept in the
# repository. A *date* is any combination; a *real* date is one that occurs in the calendar, so not 30
# February.
#
# Set these two to what you like, and run it all.

# %%
import datetime

BIRTHDAY = datetime.date(1990, 10, 27)
YEAR = 2027

# %%
import os
from pathlib import Path

import duckdb
import matplotlib.pyplot as plt
import numpy as np
import polars as pl
from matplotlib.colors import CenteredNorm

# From the project's folder or from this one; or wherever ALMANAC_DATASET says.
places = [os.environ["ALMANAC_DATASET"]] if "ALMANAC_DATASET" in os.environ else ["output", "../output"]
folder = next((Path(at) for at in places if (Path(at) / "manifest.json").exists()), None)
assert folder, f"there is no dataset in {' or '.join(places)}"
con = duckdb.connect()
for table in ["dates", "searches", "placements", "clues", "cells"]:
    con.read_parquet(str(folder / "tables" / f"{table}.parquet")).create_view(table)
dates, cells = con.table("dates").pl(), con.table("cells").pl()
real = dates.filter(pl.col("exists"))

MONTHS = cells.filter(pl.col("group") == "month").sort("value")["label"].to_list()
WEEKDAYS = cells.filter(pl.col("group") == "weekday").sort("value")["label"].to_list()
# Okabe and Ito's colours, which colour-blind readers can tell apart.
BLUE, SKY, VERMILION = "#0072B2", "#56B4E9", "#D55E00"
plt.rcParams |= {"figure.dpi": 68, "axes.grid": True, "grid.alpha": 0.3, "axes.axisbelow": True}
pl.Config(tbl_hide_dataframe_shape=True, tbl_hide_column_data_types=True, tbl_rows=20, float_precision=2)
f"{dates.height:,} dates, {real.height:,} of them real, {dates['solutions'].sum():,} solutions"

# %% [markdown]
# ## 1. Which real dates are the hardest?
#
# Hard can mean several things. The score `difficulty`, from 0 to 100, takes a third from how few solutions
# there are, a third from the nodes that a search must expect to enter before it finds one (half of it for
# each of two strategies), and a third from how little the solutions vary. Each counts by the share of the
# other dates that are easier.

# %%
SHOWN = """
    label, round(difficulty, 2) AS difficulty, solutions, round(expected_nodes_first_empty) AS first_empty,
    round(expected_nodes_mrv) AS mrv, round(piece_entropy, 2) AS entropy
"""
hardest = con.sql(
    f"""SELECT {SHOWN} FROM dates WHERE "exists" ORDER BY rank_difficulty, date_id LIMIT 10"""
).pl()
hardest

# %% [markdown]
# The 27th is nearly always among them. Exposing both 27 and Monday, Wednesday or Friday all but cuts off
# the lower right corner of the board, and only one piece in one place fits in there: every solution has it.

# %%
(
    dates.filter(pl.col("forced_placements") > 0)
    .group_by("day", "weekday")
    .agg(pl.len().alias("dates"), pl.col("solutions").median().alias("median solutions"))
    .with_columns(pl.col("weekday").map_elements(lambda day: WEEKDAYS[day], pl.String))
    .sort("day", "median solutions", "weekday")
)

# %% [markdown]
# ## 2. And the easiest?

# %%
easiest = con.sql(
    f"""SELECT {SHOWN} FROM dates WHERE "exists" ORDER BY rank_difficulty DESC, date_id LIMIT 10"""
).pl()
easiest

# %% [markdown]
# Easy dates have many solutions, and a search soon falls upon one. But the cloud is wide: among dates with
# about the same number of solutions the expected effort differs by several times, among the hardest by more
# than ten.

# %%
figure, ax = plt.subplots(figsize=(8, 5), layout="constrained")
dots = ax.scatter(
    real["solutions"], real["expected_nodes_first_empty"], c=real["difficulty"], cmap="cividis", s=8
)
for found, colour, name in [(hardest, VERMILION, "ten hardest"), (easiest, SKY, "ten easiest")]:
    ax.scatter(
        found["solutions"],
        found["first_empty"],
        s=60,
        facecolors="none",
        edgecolors=colour,
        lw=1.6,
        label=name,
    )
ax.set(xscale="log", yscale="log", xlabel="solutions", ylabel="expected nodes of first-empty")
ax.set_title("Real dates: solutions, effort and score")
ax.legend()
figure.colorbar(dots, label="difficulty (0 to 100)")
plt.show()

# %% [markdown]
# ## 3. Which month is the most uneven?
#
# By the spread of the middle half of its real dates, as a share of their median.

# %%
months = con.sql("""
    SELECT month, count(*) AS dates, min(solutions) AS least, max(solutions) AS most,
           quantile_cont(solutions, 0.25) AS q1, median(solutions) AS median,
           quantile_cont(solutions, 0.75) AS q3,
           (q3 - q1) / median AS unevenness
    FROM dates WHERE "exists" GROUP BY month ORDER BY unevenness DESC, month
""").pl()
months

# %%
order = months["month"].to_list()
figure, ax = plt.subplots(figsize=(8, 4), layout="constrained")
ax.boxplot(
    [real.filter(pl.col("month") == month)["solutions"] for month in order],
    tick_labels=[MONTHS[month - 1] for month in order],
    whis=(0, 100),
    medianprops={"color": VERMILION},
)
ax.set(yscale="log", ylabel="solutions", xlabel="month, the most uneven first")
ax.set_title("Solutions of the real dates of each month: extremes, quartiles, median")
plt.show()

# %% [markdown]
# ## 4. How much does the weekday matter for one month-day?
#
# A great deal: a month-day with a good weekday has many times the solutions of the same with a bad one.

# %%
of_day = con.sql("""
    SELECT month, day, arg_min(label, solutions) AS hardest, min(solutions) AS least,
           arg_max(label, solutions) AS easiest, max(solutions) AS most, most / least AS times
    FROM dates WHERE "exists" GROUP BY month, day ORDER BY times DESC, month, day
""").pl()
of_day.head(5)

# %%
of_mean = pl.col("solutions") / pl.col("solutions").mean().over("month", "day")
relative = dates.with_columns(of_mean.alias("of_mean"))
figure, (left, right) = plt.subplots(1, 2, figsize=(10, 4), layout="constrained")
left.hist(of_day["times"], bins=np.arange(1, 26), color=BLUE)
left.axvline(of_day["times"].median(), color=VERMILION, label=f"median {of_day['times'].median():.1f}")
left.set(xlabel="most solutions / least, over the seven weekdays", ylabel="month-days")
left.set_title("How far the weekdays of a month-day differ")
left.legend()
right.boxplot(
    [relative.filter(pl.col("weekday") == weekday)["of_mean"] for weekday in range(7)],
    tick_labels=WEEKDAYS,
    whis=(0, 100),
    medianprops={"color": VERMILION},
)
right.axhline(1, color="grey", lw=1)
right.set(ylabel="solutions / mean of the seven weekdays", xlabel="weekday")
right.set_title("Tuesday helps, Monday hurts")
plt.show()

# %% [markdown]
# ## 5. How much is the luck of the order?
#
# The nodes that a search enters before its first solution are often called a date's difficulty. They depend
# on the order in which it tries the placements. The expected effort does not: it is the exact mean over all
# ways of shuffling the choices at every node. How well does one order tell it?

# %%
luck = con.sql("""
    SELECT label, nodes, expected_nodes_first_empty AS expected, first_nodes_first_empty_p10 AS p10,
           first_nodes_first_empty_p50 AS p50, first_nodes_first_empty_p90 AS p90
    FROM searches JOIN dates USING (date_id)
    WHERE strategy = 'first-empty' AND goal = 'first' AND candidate_order = 'canonical'
    ORDER BY expected, date_id
""").pl()


def rank_correlation(a, b):
    """Spearman's: the correlation of the ranks, equal values sharing their mean rank."""
    return float(np.corrcoef(a.rank("average").to_numpy(), b.rank("average").to_numpy())[0, 1])


one_order = rank_correlation(luck["nodes"], luck["expected"])
median_order = rank_correlation(luck["p50"], luck["expected"])
luck.select(
    pl.lit(one_order).alias("correlation: one order"),
    pl.lit(median_order).alias("correlation: median of orders"),
    (pl.col("p90") / pl.col("p10")).median().alias("p90 / p10, median"),
    (pl.col("p90") > 10 * pl.col("p10")).mean().alias("share of dates beyond 10"),
).head(1)

# %%
figure, (left, right) = plt.subplots(1, 2, figsize=(10, 4.4), layout="constrained", sharey=True)
left.scatter(luck["expected"], luck["nodes"], s=4, color=BLUE, alpha=0.5, label="a date")
left.plot(luck["expected"], luck["expected"], color=VERMILION, label="as expected")
left.set(xscale="log", yscale="log", xlabel="expected nodes", ylabel="nodes to the first solution")
left.set_title(f"One fixed order: rank correlation {one_order:.2f}")
left.legend()
places = np.arange(luck.height)
right.fill_between(
    places, luck["p10"], luck["p90"], color=SKY, alpha=0.5, lw=0, label="p10 to p90 of 200 orders"
)
right.scatter(places, luck["p50"], s=2, color=BLUE, label="median of 200 orders")
right.plot(places, luck["expected"], color=VERMILION, label="expected")
right.set(xlabel="dates, by expected nodes")
right.set_title(f"200 orders: rank correlation of the median {median_order:.2f}")
right.legend()
plt.show()

# %% [markdown]
# One order says little about a date. The nodes that are enough for one order in ten, and those that are
# enough for nine in ten, lie a factor of 25 apart on the median date.
#
# ## 6. What separates dates with few solutions from those with many?
#
# Each date exposes three cells. For each cell, the geometric mean of the solutions of all dates that expose
# it, against that of all dates.

# %%
logs = dates.with_columns(pl.col("solutions").log(2).alias("log"))
mean = logs["log"].mean()
exposed = (
    logs.with_columns(pl.col("label").str.split(" ").alias("cell"))
    .explode("cell")
    .group_by("cell")
    .agg((2 ** (pl.col("log").mean() - mean)).alias("factor"))
    .join(cells, left_on="cell", right_on="label")
    .sort("factor", "cell")
)
board = np.full((cells["row"].max() + 1, cells["col"].max() + 1), np.nan)
board[exposed["row"], exposed["col"]] = exposed["factor"].log(2)

figure, ax = plt.subplots(figsize=(7.5, 6), layout="constrained")
colours = plt.get_cmap("managua").with_extremes(bad="white")
image = ax.imshow(board, cmap=colours, norm=CenteredNorm())
for cell, factor, row, col in exposed.select("cell", "factor", "row", "col").iter_rows():
    ink = "white" if abs(np.log2(factor)) < 0.9 else "black"
    ax.text(col, row, f"{cell}\n{factor:.2f}", ha="center", va="center", color=ink, fontsize=9)
ax.set_title("Solutions when a cell is exposed, as a multiple of the mean")
ax.set(xticks=[], yticks=[])
ax.grid(False)
bar = figure.colorbar(image, label="times the mean of all dates", ticks=[-1, 0, 1])
bar.ax.set_yticklabels(["1/2", "1", "2"])
plt.show()

# %% [markdown]
# How much of it all do the three cells explain, each by itself? The share of the variance of the logarithm:

# %%
total = ((logs["log"] - mean) ** 2).sum()


def explained(*groups):
    """The share of the variance of the logarithms that lies between groups of dates."""
    return float(((logs.select(pl.col("log").mean().over(groups))["log"] - mean) ** 2).sum() / total)


alone = {group: explained(group) for group in ["weekday", "day", "month"]}
# Each cell's colour on a chessboard, and how many more cells of one colour than of the other must be covered.
dark = {row["label"]: (-1) ** (row["row"] + row["col"]) for row in cells.iter_rows(named=True)}
logs = logs.with_columns(
    pl.col("label")
    .map_elements(lambda label: sum(dark.values()) - sum(map(dark.get, label.split())), pl.Int64)
    .alias("surplus")
)
pl.DataFrame(
    {
        "what": [*alone, "the three one by one", "day and weekday together", "chessboard surplus"],
        "share": [*alone.values(), sum(alone.values()), explained("day", "weekday"), explained("surplus")],
    }
)

# %% [markdown]
# The weekday explains most, though it has the fewest cells; they lie at the lower end, where the board is
# narrow. A quarter is in how the cells go together: 27 is bad only with some weekdays. Colouring the board
# like a chessboard, the classical trick for polyominoes, explains little here.
#
# ## 7. Which piece is the most mobile?
#
# The entropy of where a piece lies in all solutions of all dates, in bits. A piece that lay in each of *n*
# places equally often would have log2 *n* bits, so 2 to that power tells of how many places it makes use.

# %%
mobility = con.sql("""
    WITH shares AS (
        SELECT piece, solutions / sum(solutions) OVER (PARTITION BY piece) AS share FROM placements
    )
    SELECT upper(piece) AS piece, count(*) AS placements, count(*) FILTER (share > 0) AS used,
           -sum(share * log2(share)) FILTER (share > 0) AS bits, 2 ** bits AS equally_likely
    FROM shares GROUP BY piece ORDER BY bits DESC, piece
""").pl()
mobility

# %%
figure, ax = plt.subplots(figsize=(8, 3.6), layout="constrained")
places = np.arange(mobility.height)
ax.bar(places - 0.2, mobility["placements"], 0.4, color=SKY, label="placements that fit on the board")
ax.bar(places + 0.2, mobility["equally_likely"], 0.4, color=BLUE, label="equally likely ones, 2 to the bits")
ax.set_xticks(places, mobility["piece"])
ax.set(xlabel="piece", ylabel="places")
ax.set_title("How freely each piece lies in the solutions of all dates")
ax.legend()
plt.show()

# %% [markdown]
# Shapes with eight orientations are mobile, the straight piece is the least. It is also the one that gives
# a date away: on every date, one piece in the right place leaves a single solution, and most often it can
# be the I4.

# %%
con.sql("""
    SELECT clue_pieces, upper(piece) AS piece, count(*) AS dates
    FROM clues JOIN dates USING (date_id) GROUP BY ALL ORDER BY clue_pieces, dates DESC, piece
""").pl()

# %% [markdown]
# (The almanac names the first piece that can do it, in the order of the pieces; the I4 is the first of
# all.)
#
# ## 8. Do the measures agree?
#
# Rank correlations, each measure turned so that more means harder.

# %%
MEASURES = {
    "difficulty": 1,
    "solutions": -1,
    "expected_nodes_first_empty": 1,
    "expected_nodes_last_empty": 1,
    "expected_nodes_mrv": 1,
    "first_nodes_first_empty_p50": 1,
    "piece_entropy": -1,
}
agreement = np.array(
    [
        [rank_correlation(dates[a] * sign, dates[b] * other) for b, other in MEASURES.items()]
        for a, sign in MEASURES.items()
    ]
)
names = [
    "difficulty",
    "few solutions",
    "expected, first-empty",
    "expected, last-empty",
    "expected, mrv",
    "median of orders, first-empty",
    "low piece entropy",
]
figure, ax = plt.subplots(figsize=(8, 6), layout="constrained")
image = ax.imshow(agreement, cmap="cividis", vmin=0, vmax=1)
for (row, col), value in np.ndenumerate(agreement):
    ax.text(col, row, f"{value:.2f}", ha="center", va="center", color="white" if value < 0.5 else "black")
ax.set_xticks(range(len(names)), names, rotation=40, ha="right")
ax.set_yticks(range(len(names)), names)
ax.grid(False)
ax.set_title("Rank correlation of the measures over all dates")
figure.colorbar(image, label="rank correlation")
plt.show()

# %% [markdown]
# Few solutions and little variety go together. What a search must expect depends on how it goes about it:
# `first-empty` and `last-empty` begin at opposite ends of the board, and what is hard for one tells little
# of what is hard for the other. So no single measure is *the* difficulty.
#
# ## 9. Your birthday

# %%
birthday = dates.filter((pl.col("month") == BIRTHDAY.month) & (pl.col("day") == BIRTHDAY.day)).sort("weekday")
born = BIRTHDAY.isoweekday() % 7
figure, ax = plt.subplots(figsize=(8, 3.4), layout="constrained")
for weekdays, colour, name in [
    ([born], VERMILION, f"the weekday in {BIRTHDAY.year}"),
    ([day for day in range(7) if day != born], BLUE, "the others"),
]:
    chosen = birthday.filter(pl.col("weekday").is_in(weekdays))
    bars = ax.bar(chosen["weekday"], chosen["solutions"], color=colour, label=name)
    ax.bar_label(bars, [f"rank {rank:,}" for rank in chosen["rank_difficulty"]])
ax.set_xticks(range(7), WEEKDAYS)
ax.margins(y=0.12)
ax.set(ylabel="solutions", xlabel="weekday")
ax.set_title(f"{BIRTHDAY.day} {BIRTHDAY:%B}: solutions, and rank by difficulty among {dates.height:,} dates")
ax.legend()
plt.show()

# %%
coming = []
for year in range(YEAR, YEAR + 12):
    try:
        coming.append(BIRTHDAY.replace(year=year))
    except ValueError:  # 29 February
        continue
pl.DataFrame(
    {
        "year": [str(day.year) for day in coming],
        "month": [day.month for day in coming],
        "day": [day.day for day in coming],
        "weekday": [day.isoweekday() % 7 for day in coming],
    }
).join(dates, on=["month", "day", "weekday"], maintain_order="left").select(
    "year", "label", "solutions", "difficulty", "rank_difficulty"
)

# %% [markdown]
# ## 10. The year ahead

# %%
first = datetime.date(YEAR, 1, 1)
days = [first + datetime.timedelta(days=past) for past in range((datetime.date(YEAR + 1, 1, 1) - first).days)]
year = pl.DataFrame(
    {
        "month": [day.month for day in days],
        "day": [day.day for day in days],
        "weekday": [day.isoweekday() % 7 for day in days],
    }
).join(dates, on=["month", "day", "weekday"], maintain_order="left")
hardest_of_month = (
    year.sort("difficulty", "date_id", descending=[True, False])
    .group_by("month", maintain_order=True)
    .first()
    .sort("month")
)
hardest_of_month.select("label", "solutions", "difficulty", "rank_difficulty")

# %%
grid = np.full((12, 31), np.nan)
grid[year["month"] - 1, year["day"] - 1] = year["difficulty"]
figure, ax = plt.subplots(figsize=(10.5, 4.6), layout="constrained")
image = ax.imshow(grid, cmap="cividis", vmin=0, vmax=100)
ax.scatter(
    hardest_of_month["day"] - 1,
    hardest_of_month["month"] - 1,
    s=90,
    facecolors="none",
    edgecolors=VERMILION,
    lw=2,
    label="the month's hardest day",
)
ax.set_xticks(range(31), range(1, 32))
ax.set_yticks(range(12), MONTHS)
ax.grid(False)
ax.set(xlabel="day", title=f"Difficulty of each day of {YEAR}")
figure.legend(loc="outside lower right")
figure.colorbar(image, label="difficulty (0 to 100)", shrink=0.8)
plt.show()

# %% [markdown]
# ## In the end
#
# What is known of the puzzle must hold, or everything above is wrong.

# %%
assert (dates.height, real.height) == (2_604, 2_562)
assert dates["solutions"].sum() == 4_937_780
assert real["solutions"].sum() == 4_864_096
solutions = dict(dates.select("label", "solutions").iter_rows())
assert min(solutions.values()) == solutions["Apr 6 Mon"] == 97
assert max(solutions.values()) == solutions["Jun 7 Tue"] == 10_374
assert solutions["Oct 27 Tue"] == 2_391
assert solutions["Oct 27 Mon"] == solutions["Oct 27 Wed"] == 129
# Every solution lays every piece once.
by_piece = con.sql("SELECT piece, sum(solutions)::BIGINT FROM placements GROUP BY piece").fetchall()
assert len(by_piece) == 10 and all(uses == 4_937_780 for _, uses in by_piece)
# The trees of the strategies, all dates together.
trees = con.sql("SELECT strategy, sum(nodes)::BIGINT FROM searches WHERE goal = 'all' GROUP BY strategy")
nodes = dict(trees.fetchall())
assert (nodes["first-empty"], nodes["mrv"]) == (5_794_693_899, 618_040_274)
assert round(dates["expected_nodes_first_empty"].max()) == 84_830
assert (dates["forced_placements"] > 0).sum() == 36
assert set(dates["clue_pieces"]) == {1}
assert sorted(dates["rank_difficulty"])[0] == 1 and dates["difficulty"].is_between(0, 100).all()
assert year.height in (365, 366) and year["exists"].all()
"All known totals hold."
