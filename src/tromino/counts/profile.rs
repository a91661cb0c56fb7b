//! Counting cell by cell, for one hole: at the first cell that is not covered yet, each of the four trominoes that
//! begin there is laid. All partial tilings up to a cell with the same *profile* have the same rests, so they are one
//! state with a number. The profile is which of the next side + 1 cells in reading order are covered; a tromino that
//! begins before the cell reaches no further.

/// The number of tilings of a square board with the hole at a place in reading order, times `each`; `None` if a number
/// does not fit.
pub(super) fn tilings(side: usize, hole: usize, each: u128) -> Option<u128> {
    let states = 1_usize << (side + 1);
    let mut now = vec![0_u128; states];
    let mut next = vec![0_u128; states];
    now[0] = each;
    for place in 0..side * side {
        let trominoes = beginning_at(place, side, hole);
        next.fill(0);
        for (profile, &ways) in now.iter().enumerate() {
            if ways == 0 {
                continue;
            }
            let mut add = |covered: usize| -> Option<()> {
                let sum = &mut next[covered >> 1];
                *sum = sum.checked_add(ways)?;
                Some(())
            };
            if place == hole || profile & 1 == 1 {
                // No tromino that covers the hole was laid, so this is one of the two and not both.
                add(profile)?;
                continue;
            }
            for tromino in trominoes.iter().flatten().filter(|&&tromino| profile & tromino == 0) {
                add(profile | tromino)?;
            }
        }
        std::mem::swap(&mut now, &mut next);
    }
    Some(now[0])
}

/// The trominoes whose first cell is at a place, as sets of cells counted from there, without those that stick out or
/// cover the hole.
fn beginning_at(place: usize, side: usize, hole: usize) -> [Option<usize>; 4] {
    let (row, col) = (place / side, place % side);
    let below = row + 1 < side;
    let to_the_right = below && col + 1 < side;
    let to_the_left = below && col > 0;
    let cells = |one: usize, other: usize| 1 | 1 << one | 1 << other;
    [
        (to_the_right, cells(1, side)),
        (to_the_right, cells(1, side + 1)),
        (to_the_right, cells(side, side + 1)),
        (to_the_left, cells(side - 1, side)),
    ]
    .map(|(fits, tromino)| {
        let on_hole =
            hole.checked_sub(place).is_some_and(|ahead| ahead <= side + 1 && tromino >> ahead & 1 == 1);
        (fits && !on_hole).then_some(tromino)
    })
}
