//! Which placements fit at the first open cell: the step that `first-empty` and `frontier` share.
//!
//! The candidates of a cell are the placements whose first cell it is: at most one for each orientation.
//! Which of them still fit depends only on the occupancy of the next few cells (on the weekday board 22).
//! That window is cut into bytes, and for each byte a table holds the set of orientations that it leaves
//! possible, so "which candidates fit" is the AND of a few words. Orientations laid from different cells
//! cover the same cells relative to the first one wherever the rows around have the same width: such cells
//! share one table, which keeps the tables in the processor's nearest cache.
//!
//! Here a board is a row of *positions*, its cells in the order of a [`Sweep`].

use crate::cover::{Cover, PlacementId};
use crate::geometry::{CellSet, Square};
use std::ops::Range;

/// Bits of the window that one look-up takes.
const CHUNK_BITS: usize = 8;
const CHUNK_VALUES: usize = 1 << CHUNK_BITS;

/// An order of the cells, in which a walk over the board fills them.
///
/// Where the board's bounding box has room for it, the squares beside the board have positions too: then a
/// step down is the same distance everywhere.
#[derive(Clone, Debug)]
pub(super) struct Sweep {
    /// The position of each cell.
    position: Vec<u8>,
    /// One more than the last position.
    length: u8,
}

impl Sweep {
    /// Row by row from the first cell.
    pub(super) fn from_first(cover: &Cover) -> Self {
        Self::along(cover, |square| (square.row, square.col))
    }

    /// Row by row backwards from the last cell.
    pub(super) fn from_last(cover: &Cover) -> Self {
        Self::from_first(cover).backward()
    }

    /// Line by line, given the line of a square and its place there.
    fn along(cover: &Cover, place: impl Fn(&Square) -> (i16, i16)) -> Self {
        let places: Vec<(i16, i16)> = cover.squares().iter().map(place).collect();
        let extent = |values: &dyn Fn() -> Vec<i16>| {
            let values = values();
            let least = values.iter().copied().min().unwrap_or(0);
            let most = values.iter().copied().max().unwrap_or(0);
            (i32::from(least), i32::from(most) - i32::from(least) + 1)
        };
        let (first_line, lines) = extent(&|| places.iter().map(|place| place.0).collect());
        let (first_place, length) = extent(&|| places.iter().map(|place| place.1).collect());
        if lines * length <= CellSet::CAPACITY as i32 {
            let position = |&(line, place): &(i16, i16)| {
                ((i32::from(line) - first_line) * length + i32::from(place) - first_place) as u8
            };
            return Self { position: places.iter().map(position).collect(), length: (lines * length) as u8 };
        }
        let mut cells: Vec<usize> = (0..places.len()).collect();
        cells.sort_by_key(|&cell| places[cell]);
        let mut position = vec![0; cells.len()];
        (0..).zip(&cells).for_each(|(place, &cell)| position[cell] = place);
        Self { position, length: cells.len() as u8 }
    }

    /// The same in the opposite direction.
    fn backward(&self) -> Self {
        Self { position: self.position.iter().map(|at| self.length - 1 - at).collect(), length: self.length }
    }

    /// From each side of the board. First the one with the shortest frontier: along the shorter side of the
    /// board, that is with the smaller sum of the placements' spans from first to last position; from the end
    /// where fewer placements begin within the first half. On a tie the rows, and the first cell.
    pub(super) fn from_each_side(cover: &Cover) -> Vec<Self> {
        let rows = Self::from_first(cover);
        let columns = Self::along(cover, |square| (square.col, square.row));
        let spans = |sweep: &Self| -> u32 {
            let span = |bits: u64| 63 - bits.leading_zeros() - bits.trailing_zeros();
            cover.placements().iter().map(|placement| span(sweep.positions(placement.cells))).sum()
        };
        let early = |sweep: &Self| {
            let first = |cells| sweep.positions(cells).trailing_zeros() as usize;
            let length = usize::from(sweep.length);
            cover.placements().iter().filter(|placement| 2 * first(placement.cells) < length).count()
        };
        let (up, left) = (rows.backward(), columns.backward());
        let mut sweeps = vec![rows, up, columns, left];
        sweeps.sort_by_cached_key(|sweep| (spans(sweep), early(sweep)));
        sweeps
    }

    /// The positions of `cells`.
    pub(super) fn positions(&self, cells: CellSet) -> u64 {
        cells.iter().fold(0, |positions, cell| positions | 1 << self.position[cell])
    }

    /// The position of a cell.
    pub(super) fn position(&self, cell: usize) -> usize {
        self.position[cell].into()
    }
}

/// A set of orientations, numbered in the order in which they are tried.
pub(super) type Orientations<const WORDS: usize> = [u64; WORDS];

/// What can be laid where, by first position.
pub(super) struct Layout {
    /// The orientations and the tile that has each, in the order in which they are tried: one for each copy of the piece.
    orientations: Vec<(usize, usize)>,
    /// For each position the placement of each orientation that has its first cell there.
    placements: Vec<Vec<Option<PlacementId>>>,
    /// For each position the table that serves it.
    table: Vec<usize>,
    /// For each table the positions that each orientation covers, relative to the first one, which is bit 0;
    /// 0 where unknown.
    masks: Vec<Vec<u64>>,
    /// Positions after the first one within which all orientations lie.
    window: usize,
}

impl Layout {
    pub(super) fn new(cover: &Cover, order: &[PlacementId], sweep: &Sweep) -> Self {
        let placement = |id: PlacementId| &cover.placements()[usize::from(id)];
        let positions = |id: PlacementId| sweep.positions(placement(id).cells);
        let tiles = tiles_of_pieces(cover);
        let mut orientations = Vec::new();
        let mut ranks = vec![0..0; cover.orientations().len()];
        for &id in order {
            let orientation = placement(id).orientation;
            if ranks[orientation].is_empty() {
                let first = orientations.len();
                orientations.extend(tiles[placement(id).piece].clone().map(|tile| (orientation, tile)));
                ranks[orientation] = first..orientations.len();
            }
        }
        let mut placements = vec![vec![None; orientations.len()]; sweep.length.into()];
        for &id in order {
            for rank in ranks[placement(id).orientation].clone() {
                placements[positions(id).trailing_zeros() as usize][rank] = Some(id);
            }
        }
        let mut table = Vec::new();
        let mut masks: Vec<Vec<u64>> = Vec::new();
        for (first, placements) in placements.iter().enumerate() {
            let mask = |id: &Option<PlacementId>| id.map_or(0, |id| positions(id) >> first);
            let new: Vec<u64> = placements.iter().map(mask).collect();
            let agree = |known: &Vec<u64>| known.iter().zip(&new).all(|(a, b)| a == b || *a == 0 || *b == 0);
            let shared = masks.iter().position(agree).unwrap_or(masks.len());
            if shared == masks.len() {
                masks.push(new);
            } else {
                masks[shared].iter_mut().zip(&new).for_each(|(known, new)| *known |= new);
            }
            table.push(shared);
        }
        let last = masks.iter().flatten().map(|mask| 64 - mask.leading_zeros() as usize).max();
        Self { orientations, placements, table, masks, window: last.unwrap_or(1).max(1) - 1 }
    }

    /// Words of a set of orientations. A tile has at most two orientations for each of its cells, and there
    /// are at most 64 cells, so there are at most two.
    pub(super) fn words(&self) -> usize {
        self.orientations.len().div_ceil(64)
    }

    /// Look-ups that the window takes.
    pub(super) fn chunks(&self) -> usize {
        self.window.div_ceil(CHUNK_BITS)
    }
}

/// The tables.
pub(super) struct Candidates<const WORDS: usize, const CHUNKS: usize> {
    cells: [Cell<WORDS>; 64],
    /// The orientations that a chunk's occupancy leaves possible, for each neighbourhood.
    fitting: Vec<[[Orientations<WORDS>; CHUNK_VALUES]; CHUNKS]>,
    /// The positions of each orientation relative to the first one, for each neighbourhood.
    masks: Vec<Vec<u64>>,
    placements: Vec<Vec<Option<PlacementId>>>,
    /// The tile of each orientation.
    tile: Vec<usize>,
    /// The orientations of each tile.
    of_tile: Vec<Orientations<WORDS>>,
    /// Whether each tile is a copy of the one before.
    is_copy: Vec<bool>,
}

/// What may be laid once an orientation is laid: copies of a piece are laid one after the other, since they cannot be told
/// apart.
#[derive(Clone, Copy)]
pub(super) struct After<const WORDS: usize> {
    /// The orientations of all other tiles.
    others: Orientations<WORDS>,
    /// Those of the next copy.
    next: Orientations<WORDS>,
}

impl<const WORDS: usize> After<WORDS> {
    /// What may be laid, given what might before.
    #[inline(always)]
    pub(super) fn of(&self, before: &Orientations<WORDS>) -> Orientations<WORDS> {
        std::array::from_fn(|word| before[word] & self.others[word] | self.next[word])
    }
}

/// The tiles of each piece.
fn tiles_of_pieces(cover: &Cover) -> Vec<Range<usize>> {
    let mut end = 0;
    let range = |&copies: &usize| {
        end += copies;
        end - copies..end
    };
    cover.copies().iter().map(range).collect()
}

/// What can be laid with its first cell here.
#[derive(Clone, Copy)]
struct Cell<const WORDS: usize> {
    /// The orientations that stay on the board.
    on_board: Orientations<WORDS>,
    /// The neighbourhood.
    table: usize,
}

/// What fits at the first open position.
pub(super) struct Fits<const WORDS: usize> {
    pub(super) position: usize,
    pub(super) candidates: Orientations<WORDS>,
}

impl<const WORDS: usize, const CHUNKS: usize> Candidates<WORDS, CHUNKS> {
    /// The tables of a layout that needs at most so many words and chunks.
    pub(super) fn new(cover: &Cover, layout: Layout) -> Self {
        let mut cells = [Cell { on_board: [0; WORDS], table: 0 }; 64];
        for (first, cell) in cells.iter_mut().enumerate().take(layout.table.len()) {
            cell.table = layout.table[first];
            cell.on_board = set(layout.placements[first].iter().map(Option::is_some));
        }
        let fitting = |masks: &Vec<u64>| {
            std::array::from_fn(|chunk| {
                fitting(|bit| set(masks.iter().map(|mask| mask >> 1 >> bit & 1 == 0)), chunk)
            })
        };
        let tile: Vec<usize> = layout.orientations.iter().map(|&(_, tile)| tile).collect();
        let of_tile = |wanted| set(tile.iter().map(move |&tile| tile == wanted));
        let copies =
            tiles_of_pieces(cover).into_iter().flat_map(|tiles| (0..tiles.len()).map(|copy| copy > 0));
        Self {
            cells,
            fitting: layout.masks.iter().map(fitting).collect(),
            masks: layout.masks,
            placements: layout.placements,
            of_tile: (0..cover.tile_count()).map(of_tile).collect(),
            is_copy: copies.collect(),
            tile,
        }
    }

    /// Those of the orientations `allowed` that fit at the first position that is not `occupied`; there must
    /// be one.
    #[inline(always)]
    pub(super) fn fits(&self, occupied: u64, allowed: &Orientations<WORDS>) -> Fits<WORDS> {
        let position = occupied.trailing_ones() as usize % 64;
        let here = &self.cells[position];
        let mut window = occupied >> position >> 1;
        let mut candidates = here.on_board;
        for chunk in &self.fitting[here.table] {
            let fitting = &chunk[window as usize % CHUNK_VALUES];
            for (candidates, fitting) in candidates.iter_mut().zip(fitting) {
                *candidates &= fitting;
            }
            window >>= CHUNK_BITS;
        }
        for (candidates, allowed) in candidates.iter_mut().zip(allowed) {
            *candidates &= allowed;
        }
        Fits { position, candidates }
    }

    /// The positions that each orientation covers from `position`, relative to it.
    #[inline(always)]
    pub(super) fn masks(&self, position: usize) -> &[u64] {
        &self.masks[self.cells[position].table]
    }

    /// The placement of an orientation laid from `position`.
    #[inline(always)]
    pub(super) fn placement(&self, position: usize, orientation: usize) -> Option<PlacementId> {
        self.placements[position][orientation]
    }

    /// The tile of each orientation.
    pub(super) fn tiles(&self) -> &[usize] {
        &self.tile
    }

    /// The orientations of the tiles that are not `used` and may be laid next: of copies the first one.
    pub(super) fn unused(&self, used: impl Fn(usize) -> bool) -> Orientations<WORDS> {
        self.orientations_of(|tile| !used(tile) && (!self.is_copy[tile] || used(tile - 1)))
    }

    /// What may be laid after each orientation.
    pub(super) fn after(&self) -> Vec<After<WORDS>> {
        let after = |&laid: &usize| After {
            others: self.orientations_of(|tile| tile != laid),
            next: self.orientations_of(|tile| tile == laid + 1 && self.is_copy[tile]),
        };
        self.tile.iter().map(after).collect()
    }

    /// The orientations of the tiles for which `chosen` holds.
    fn orientations_of(&self, chosen: impl Fn(usize) -> bool) -> Orientations<WORDS> {
        let mut chosen_ones = [0; WORDS];
        for (_, of_tile) in self.of_tile.iter().enumerate().filter(|(tile, _)| chosen(*tile)) {
            chosen_ones.iter_mut().zip(of_tile).for_each(|(word, tile)| *word |= tile);
        }
        chosen_ones
    }
}

/// For each occupancy of a chunk the orientations that it leaves possible, given those that each bit of the
/// window leaves possible.
fn fitting<const WORDS: usize>(
    beside: impl Fn(usize) -> Orientations<WORDS>,
    chunk: usize,
) -> [Orientations<WORDS>; CHUNK_VALUES] {
    let beside: [_; CHUNK_BITS] = std::array::from_fn(|bit| beside(chunk * CHUNK_BITS + bit));
    let mut fitting = [[u64::MAX; WORDS]; CHUNK_VALUES];
    for occupancy in 1..CHUNK_VALUES {
        let (lowest, rest) = (occupancy.trailing_zeros() as usize, occupancy & (occupancy - 1));
        fitting[occupancy] = std::array::from_fn(|word| fitting[rest][word] & beside[lowest][word]);
    }
    fitting
}

/// The set of the places that hold `true`.
fn set<const WORDS: usize>(members: impl Iterator<Item = bool>) -> Orientations<WORDS> {
    let mut set = [0; WORDS];
    for (place, member) in members.enumerate() {
        set[place / 64] |= u64::from(member) << (place % 64);
    }
    set
}

/// Calls `$body` with the tables of the layout, of the smallest kind that holds them.
macro_rules! with_candidates {
    ($cover:expr, $layout:expr, |$candidates:ident| $body:expr) => {
        match ($layout.words(), $layout.chunks()) {
            (0..=1, 0..=3) => {
                let $candidates = Candidates::<1, 3>::new($cover, $layout);
                $body
            }
            (0..=1, 4) => {
                let $candidates = Candidates::<1, 4>::new($cover, $layout);
                $body
            }
            (0..=1, _) => {
                let $candidates = Candidates::<1, 8>::new($cover, $layout);
                $body
            }
            _ => {
                let $candidates = Candidates::<2, 8>::new($cover, $layout);
                $body
            }
        }
    };
}
pub(super) use with_candidates;
