//! `frontier`: no tree, but a diagram in which equal partial covers are one *state*; of one date, or of all
//! dates at once.
//!
//! Walk over the cells in order and always fill the first open one. Everything before it is filled, everything
//! far behind it is open, and only a ragged edge between the two, the *frontier*, tells one partial cover from
//! another:
//!
//! ```text
//!   # # # # # #          # filled
//!   # # # # # #          x the first open cell: the next option fills it
//!   # # # # x . #        . open
//!   . # # . . # .
//!   . . # . . . .        what counts is the edge, and which pieces are used;
//!   . . . . . . .        how the # were filled does not matter any more
//! ```
//!
//! Partial covers with the same filled cells and the same used pieces can be completed in the same ways. So
//! they are one state, and the states with the options between them form a *diagram* whose ways from
//! the empty board to the full one are the solutions. On it numbers of solutions, of tree nodes, of uses of a
//! placement are sums over states instead of walks over a tree.
//!
//! Let "leave January exposed" be one more option, of the cell of January and of the item *month*, likewise
//! for each day and weekday, and all dates become one exact-cover problem: [`AllDates`].
//!
//! How many partial covers arise depends on where the walk begins, tenfold on some dates. For all dates it goes
//! along the shorter side of the board, from the end where fewer placements begin: the frontier is short. For
//! one date `probe` estimates the tree from each of the four sides, and the walk begins where it is smallest.
//! A partial cover that leaves one or two cells alone, too few for any piece, leads nowhere: `pockets` finds
//! them. For the rest each of three modules knows what the others do not: `spec` the states and options,
//! `builder` merging and pruning, `diagram` what can be read off.
//!
//! Sources: D. E. Knuth, Dancing Links (2000) and The Art of Computer Programming 7.2.2.1, for exact cover by
//! items and options; N. G. de Bruijn, Programmeren van de pentomino puzzle (1971), for filling the first open
//! cell; H. Iwashita and S. Minato, Efficient Top-Down ZDD Construction Techniques Using the Frontier-Based
//! Search (2013); M. Nishino, N. Yasuda, S. Minato and M. Nagata, Dancing with Decision Diagrams (AAAI 2017),
//! for exact covers as a diagram; D. E. Knuth, Estimating the Efficiency of Backtrack Programs (1975).

mod builder;
mod diagram;
mod pockets;
mod probe;
mod spec;

#[cfg(test)]
mod tests;

pub use builder::{Executor, InTurn};

use super::candidates::{Candidates, Layout, Sweep, with_candidates};
use super::tally::Tally;
use super::{CandidateOrder, Goal, OutOfReach, Report, Solver, Task, Visit};
use crate::cover::{Cover, PlacementId};
use crate::digits::grouped;
use crate::geometry::CellSet;
use crate::puzzle::{Date, Puzzle};
use builder::{Graph, Limits, OptionId, TooLarge};
use diagram::{ByKey, Diagram};
use pockets::Pockets;
use spec::{Exposable, Problem};
use std::ops::Range;

/// The name in the register.
const NAME: &str = "frontier";
/// What one diagram may take: a gibibyte.
const LIMITS: Limits = Limits { states: u32::MAX as usize / 2, bytes: 1 << 30 };

impl From<TooLarge> for OutOfReach {
    fn from(large: TooLarge) -> Self {
        let why = match large {
            TooLarge::States => "its diagram has more states than were allowed".to_owned(),
            TooLarge::Bytes => {
                format!("its diagram would take more than {} MiB of memory", LIMITS.bytes >> 20)
            }
            TooLarge::Solutions => "it has 2^64 solutions or more".to_owned(),
        };
        Self { strategy: NAME, why }
    }
}

pub(super) fn prepare(cover: &Cover, order: &[PlacementId]) -> Result<Box<dyn Solver>, OutOfReach> {
    Ok(Box::new(Frontier::new(cover, order)))
}

/// The area of each tile.
fn areas(cover: &Cover) -> Vec<u32> {
    let mut areas = vec![0; cover.piece_count()];
    for orientation in cover.orientations() {
        areas[orientation.piece] = orientation.shape.squares().len() as u32;
    }
    areas.iter().zip(cover.copies()).flat_map(|(&area, &copies)| std::iter::repeat_n(area, copies)).collect()
}

/// The solver of single dates.
struct Frontier {
    /// The board from each side, first from that at which usually the fewest states arise.
    sides: Vec<Box<dyn Side>>,
    areas: Vec<u32>,
}

/// How many times smaller a tree must seem before the walk begins at a side where it is usually larger.
const CLEARLY: f64 = 1.3;

impl Frontier {
    fn new(cover: &Cover, order: &[PlacementId]) -> Self {
        let areas = areas(cover);
        let side = |sweep: Sweep| {
            let pockets = Pockets::new(cover, &sweep, &areas);
            side(cover, order, sweep, pockets)
        };
        Self { sides: Sweep::from_each_side(cover).into_iter().map(side).collect(), areas }
    }

    fn graph(&self, target: CellSet, most_states: usize) -> Result<Graph, TooLarge> {
        let nodes = self.sides.iter().zip((0..).map(|place| if place == 0 { 1.0 } else { CLEARLY }));
        let nodes = nodes.map(|(side, weight)| (side, weight * side.tree_nodes(target)));
        let (side, _) = nodes.min_by(|(_, a), (_, b)| a.total_cmp(b)).expect("a board has sides");
        side.graph(&self.areas, target, most_states)
    }
}

/// The board from one of its sides.
trait Side: Send + Sync {
    /// About how large the tree without merging is.
    fn tree_nodes(&self, target: CellSet) -> f64;
    fn graph(&self, areas: &[u32], target: CellSet, most_states: usize) -> Result<Graph, TooLarge>;
}

/// A side with the tables that it needs.
struct Prepared<const WORDS: usize, const CHUNKS: usize> {
    sweep: Sweep,
    candidates: Candidates<WORDS, CHUNKS>,
    pockets: Pockets,
}

fn side(cover: &Cover, order: &[PlacementId], sweep: Sweep, pockets: Pockets) -> Box<dyn Side> {
    let layout = Layout::new(cover, order, &sweep);
    with_candidates!(cover, layout, |candidates| Box::new(Prepared { sweep, candidates, pockets }))
}

impl<const WORDS: usize, const CHUNKS: usize> Side for Prepared<WORDS, CHUNKS> {
    fn tree_nodes(&self, target: CellSet) -> f64 {
        probe::tree_nodes(&self.candidates, !self.sweep.positions(target))
    }

    fn graph(&self, areas: &[u32], target: CellSet, most_states: usize) -> Result<Graph, TooLarge> {
        let problem = Problem {
            candidates: &self.candidates,
            areas,
            occupied: !self.sweep.positions(target),
            exposable: Exposable::NOTHING,
            pockets: &self.pockets,
        };
        Graph::build(&problem, Limits { states: most_states, ..LIMITS }, &InTurn)
    }
}

impl Solver for Frontier {
    /// Nodes are states here: the distinct partial covers that some option continues, and the full cover. The
    /// node limit bounds them.
    fn search(&self, task: &Task, visit: &mut Visit) -> Report {
        let mut tally = Tally::new(task, visit);
        let most =
            task.node_limit.map_or(LIMITS.states, |limit| usize::try_from(limit).unwrap_or(LIMITS.states));
        match self.graph(task.target, most.min(LIMITS.states)) {
            Ok(graph) => {
                if tally.enter_all(graph.states() as u64).is_err() {
                    return tally.report();
                }
                if task.visits || task.goal == Goal::First {
                    graph.prune().solutions(|options| tally.solution(options.iter().copied()).is_ok());
                } else {
                    tally.all_solutions(graph.ways());
                }
            }
            // More than the limit: the tally stops there.
            Err(TooLarge::States) if task.node_limit.is_some() => {
                let _ = tally.enter_all(u64::MAX);
            }
            Err(_) => tally.out_of_memory(),
        }
        tally.report()
    }
}

/// The number of nodes that `first-empty` walks through to the last solution of `target`, by adding up ways
/// instead of walking.
///
/// # Errors
/// [`OutOfReach`], when there are too many states.
pub fn first_empty_nodes(cover: &Cover, target: CellSet) -> Result<u64, OutOfReach> {
    if target.is_empty() {
        return Ok(1);
    }
    // The tree knows nothing of pockets.
    let order = CandidateOrder::Canonical.arrange(cover);
    let side = side(cover, &order, Sweep::from_first(cover), Pockets::ignored());
    let graph = side.graph(&areas(cover), target, LIMITS.states)?;
    Ok(graph.tree_nodes().ok_or(TooLarge::Solutions)?)
}

/// The number of solutions that cover the cells of `target`, without the diagram of them.
///
/// # Errors
/// [`OutOfReach`], when there are too many states, or 2^64 solutions or more.
pub fn count(cover: &Cover, target: CellSet) -> Result<u64, OutOfReach> {
    if target.is_empty() {
        return Ok(0);
    }
    let order = CandidateOrder::Canonical.arrange(cover);
    let graph = Frontier::new(cover, &order).graph(target, LIMITS.states)?;
    Ok(graph.ways().ok_or(TooLarge::Solutions)?)
}

/// The most solutions that are listed, of a date or at a time: with ten pieces they take 160 MB.
pub const MOST_SOLUTIONS: u64 = 8_000_000;

/// More solutions than can be listed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{} solutions, and at most {} can be listed", self.told(), grouped(&MOST_SOLUTIONS.to_string()))]
pub struct TooMany {
    /// How many there are; `None` if 2^64 or more.
    pub count: Option<u64>,
}

impl TooMany {
    fn told(&self) -> String {
        self.count.map_or("2^64 or more".to_owned(), |count| grouped(&count.to_string()))
    }
}

/// Refuses more solutions than can be listed; `None` are 2^64 or more.
///
/// # Errors
/// [`TooMany`].
pub fn listable(count: Option<u64>) -> Result<(), TooMany> {
    if count.is_some_and(|count| count <= MOST_SOLUTIONS) { Ok(()) } else { Err(TooMany { count }) }
}

/// The solutions of many dates in one diagram.
///
/// ```
/// use tiling_almanac::{cover::Cover, puzzle::built_in, search::frontier::{AllDates, InTurn}};
/// let puzzle = built_in("mini")?;
/// let dates: Vec<_> = (0..puzzle.date_count()).map(|id| puzzle.date(id)).collect();
/// let all = AllDates::new(&puzzle, &Cover::new(&puzzle), &dates, &InTurn)?;
/// assert_eq!(all.counts().iter().sum::<u64>(), all.total()?);
/// let win_7 = puzzle.parse_date("Win 7")?.id;
/// assert_eq!(all.counts()[win_7], 4);
/// assert_eq!(all.solutions(win_7..win_7 + 1, &InTurn)[0].len(), 4 * puzzle.tile_count());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct AllDates {
    diagram: Diagram,
    size: Size,
    rows: Rows,
    /// What each option adds to the number of the date. Those after the placements are "leave cell 0 exposed",
    /// and so on.
    parts: Vec<u32>,
    by_date: ByKey,
}

/// How large a diagram is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// States that can be reached, and from which some option leads on.
    pub reached_states: usize,
    /// Options between them.
    pub reached_arcs: usize,
    /// States that lead to a solution: those that the diagram keeps.
    pub states: usize,
    /// Options between those.
    pub arcs: usize,
    /// Bytes that the diagram takes, with the dates to which each state leads.
    pub bytes: usize,
}

impl AllDates {
    /// The diagram of the solutions of `dates`, and of all other dates made of their labels.
    ///
    /// # Errors
    /// [`OutOfReach`], when there are too many states for the memory, or too many solutions for 64 bits.
    pub fn new(
        puzzle: &Puzzle,
        cover: &Cover,
        dates: &[Date],
        executor: &impl Executor,
    ) -> Result<Self, OutOfReach> {
        let (placements, cells) = (cover.placements().len(), cover.cell_count());
        let sweep = Sweep::from_each_side(cover).swap_remove(0);
        let mut exposable = Exposable { groups: puzzle.groups.len(), ..Exposable::NOTHING };
        let mut parts = vec![0; placements + cells];
        for date in dates {
            let mut weight = 1;
            for (group, (described, &pick)) in puzzle.groups.iter().zip(&date.picks).enumerate().rev() {
                let cell = described.labels[pick].cell;
                let position = sweep.position(cell);
                exposable.group[position] = Some(group as u8);
                // A puzzle has at most 2^15 placements and 64 cells.
                exposable.option[position] = (placements + cell) as OptionId;
                parts[placements + cell] = (pick * weight) as u32;
                weight *= described.labels.len();
            }
        }
        let layout = Layout::new(cover, &CandidateOrder::Canonical.arrange(cover), &sweep);
        let areas = areas(cover);
        let pockets = Pockets::new(cover, &sweep, &areas);
        let occupied = !sweep.positions(CellSet::first_cells(cells));
        let graph = with_candidates!(cover, layout, |candidates| {
            let problem =
                Problem { candidates: &candidates, areas: &areas, occupied, exposable, pockets: &pockets };
            Graph::build(&problem, LIMITS, executor)
        })?;
        let (reached_states, reached_arcs) = (graph.states(), graph.arcs());
        let diagram = graph.prune();
        let by_date = diagram.by_key(puzzle.date_count(), |option| parts[usize::from(option)], executor)?;
        let (states, arcs) = (diagram.states(), diagram.arcs().len());
        let size =
            Size { reached_states, reached_arcs, states, arcs, bytes: diagram.bytes() + by_date.bytes() };
        Ok(Self { diagram, size, rows: Rows::new(cover), parts, by_date })
    }

    /// How large the diagram is.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The number of solutions of all its dates.
    ///
    /// # Errors
    /// [`OutOfReach`], when it does not fit into 64 bits.
    pub fn total(&self) -> Result<u64, OutOfReach> {
        Ok(self.diagram.count()?)
    }

    /// The number of solutions of each date of the puzzle, by its number; 0 for those with a label that none
    /// of the dates given has.
    pub fn counts(&self) -> &[u64] {
        self.by_date.counts()
    }

    /// For each of these dates, by number, its solutions in ascending order, one placement of each tile after
    /// the other. Memory is in proportion to what is returned, and so is time when it is for many dates.
    ///
    /// # Panics
    /// If there are no such dates.
    pub fn solutions(&self, date_ids: Range<usize>, executor: &impl Executor) -> Vec<Vec<PlacementId>> {
        let count = |&count: &u64| Vec::with_capacity(count as usize * self.rows.tiles);
        let mut found: Vec<Vec<PlacementId>> = self.counts()[date_ids.clone()].iter().map(count).collect();
        let part = |option: OptionId| self.parts[usize::from(option)];
        let keys = date_ids.start as u32..date_ids.end as u32;
        self.diagram.solutions_by_key(&self.by_date, keys, part, |key, options| {
            self.rows.append(options, &mut found[key as usize - date_ids.start]);
        });
        executor.map(found, |rows| self.rows.sorted(&rows))
    }

    /// How many solutions of all its dates use each placement.
    ///
    /// # Errors
    /// [`OutOfReach`], when a number does not fit into 64 bits.
    pub fn placement_use(&self) -> Result<Vec<u64>, OutOfReach> {
        Ok(self.diagram.use_of_options(self.rows.piece.len())?)
    }
}

/// Makes rows of placements, in ascending order, from the options of solutions.
#[derive(Clone, Debug)]
struct Rows {
    tiles: usize,
    /// The piece of each placement, if each is used once; other options have higher numbers.
    piece: Vec<u8>,
    /// Whether some piece has copies.
    copies: bool,
}

impl Rows {
    fn new(cover: &Cover) -> Self {
        let piece = cover.placements().iter().map(|placement| placement.piece as u8).collect();
        Self { tiles: cover.tile_count(), piece, copies: cover.tile_count() > cover.piece_count() }
    }

    fn append(&self, options: &[OptionId], rows: &mut Vec<PlacementId>) {
        if self.copies {
            let start = rows.len();
            rows.extend(options.iter().filter(|option| usize::from(**option) < self.piece.len()));
            rows[start..].sort_unstable();
            return;
        }
        let mut row = [0; CellSet::CAPACITY];
        for &option in options {
            if let Some(&piece) = self.piece.get(usize::from(option)) {
                row[usize::from(piece)] = option;
            }
        }
        rows.extend_from_slice(&row[..self.tiles]);
    }

    /// The rows in ascending order.
    fn sorted(&self, rows: &[PlacementId]) -> Vec<PlacementId> {
        // The first placements nearly always decide, so they stand by as one number.
        let start = |row: &[PlacementId]| {
            (0..4).fold(0, |start, place| start << 16 | u64::from(row.get(place).copied().unwrap_or(0)))
        };
        let mut rows: Vec<(u64, &[PlacementId])> =
            rows.chunks(self.tiles.max(1)).map(|row| (start(row), row)).collect();
        rows.sort_unstable();
        rows.into_iter().flat_map(|(_, row)| row).copied().collect()
    }
}

/// The solutions of one date as a diagram of its own.
#[derive(Clone, Debug)]
pub struct OneDate {
    diagram: Diagram,
    rows: Rows,
}

impl OneDate {
    /// The diagram of the solutions that cover the cells of `target`.
    ///
    /// # Errors
    /// [`OutOfReach`], when there are too many states for the memory.
    pub fn new(cover: &Cover, target: CellSet) -> Result<Self, OutOfReach> {
        let order = CandidateOrder::Canonical.arrange(cover);
        let graph = Frontier::new(cover, &order).graph(target, LIMITS.states);
        Ok(Self { diagram: graph?.prune(), rows: Rows::new(cover) })
    }

    /// The number of solutions.
    ///
    /// # Errors
    /// [`OutOfReach`], when it does not fit into 64 bits.
    pub fn count(&self) -> Result<u64, OutOfReach> {
        Ok(self.diagram.count()?)
    }

    /// All solutions in ascending order, one placement of each tile after the other.
    ///
    /// # Errors
    /// [`TooMany`], when there are more than [`MOST_SOLUTIONS`].
    pub fn solutions(&self) -> Result<Vec<PlacementId>, TooMany> {
        listable(self.diagram.count().ok())?;
        let mut found = Vec::new();
        self.diagram.solutions(|options| {
            self.rows.append(options, &mut found);
            true
        });
        Ok(self.rows.sorted(&found))
    }

    /// How many solutions use each placement.
    ///
    /// # Errors
    /// [`OutOfReach`], when a number does not fit into 64 bits.
    pub fn placement_use(&self) -> Result<Vec<u64>, OutOfReach> {
        Ok(self.diagram.use_of_options(self.rows.piece.len())?)
    }

    /// A solution drawn at random, each with the same chance, provided that `draw` gives each number below
    /// its argument with the same chance; `None` if there is no solution.
    ///
    /// # Errors
    /// [`OutOfReach`], when the number of solutions does not fit into 64 bits.
    pub fn random(&self, draw: impl FnMut(u64) -> u64) -> Result<Option<Vec<PlacementId>>, OutOfReach> {
        Ok(self.diagram.random(draw)?.map(|options| {
            let mut solution = Vec::new();
            self.rows.append(&options, &mut solution);
            solution
        }))
    }
}
