//! A puzzle as text for other solvers: Knuth's programs for exact covers, and programs for satisfiability.
//!
//! Items are the cells, `r0c0` by row and column, the pieces, and for all dates at once the groups, of each of which one
//! cell is to be left exposed. Options are the placements in the order of their numbers, and then the cells that may be
//! left exposed. Both texts say in comments what is what.

use super::Cover;
use crate::puzzle::{Date, Puzzle};
use std::collections::BTreeSet;
use std::fmt::Write;

/// A puzzle as an exact-cover problem with names: of one date, or of all dates at once.
struct Problem {
    title: String,
    /// Name and how often it is to be covered.
    items: Vec<(String, usize)>,
    /// Remark and items.
    options: Vec<(String, Vec<usize>)>,
    /// What the names of items stand for that could not keep their own.
    renamed: Vec<String>,
}

/// The problem in the text format of Knuth's programs for dancing links (The Art of Computer Programming, 7.2.2.1): a
/// line with the items, then a line for each option; lines that begin with `|` are comments. A piece of which there are
/// several copies is an item with a multiplicity, as `dlx3` reads it; without such pieces `dlx1` does, too, and walks the
/// same nodes as the strategy `dlx`.
///
/// With a date it is that date's problem; without one the solutions are those of all dates.
pub fn to_dlx(puzzle: &Puzzle, cover: &Cover, date: Option<&Date>) -> String {
    let problem = Problem::of(puzzle, cover, date);
    let mut text = String::new();
    for line in problem.comments(puzzle) {
        text += &format!("| {line}\n");
    }
    let item = |(name, times): &(String, usize)| match times {
        1 => name.clone(),
        times => format!("{times}|{name}"),
    };
    text += &problem.items.iter().map(item).collect::<Vec<_>>().join(" ");
    text.push('\n');
    for (_, items) in &problem.options {
        let names: Vec<&str> = items.iter().map(|&item| problem.items[item].0.as_str()).collect();
        text += &names.join(" ");
        text.push('\n');
    }
    text
}

/// The problem in conjunctive normal form, in the DIMACS format: variable `n` says that option `n` is chosen. There are
/// as many models as solutions. Of a piece with copies further variables count those chosen; the options determine them.
pub fn to_dimacs(puzzle: &Puzzle, cover: &Cover, date: Option<&Date>) -> String {
    let problem = Problem::of(puzzle, cover, date);
    let mut clauses: Vec<Vec<i64>> = Vec::new();
    let mut variables = problem.options.len() as i64;
    for (item, (_, times)) in problem.items.iter().enumerate() {
        let options = (1..).zip(&problem.options).filter(|(_, (_, items))| items.contains(&item));
        let options: Vec<i64> = options.map(|(number, _)| number).collect();
        if *times == 1 {
            for (place, &one) in options.iter().enumerate() {
                clauses.extend(options[..place].iter().map(|&other| vec![-other, -one]));
            }
            clauses.push(options);
        } else {
            exactly(*times, &options, &mut variables, &mut clauses);
        }
    }
    let mut text = String::new();
    for line in problem.comments(puzzle) {
        text += &format!("c {line}\n");
    }
    for (number, (remark, _)) in (1..).zip(&problem.options) {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "c variable {number}: {remark}");
    }
    let _ = writeln!(text, "p cnf {variables} {}", clauses.len());
    for clause in clauses {
        // Each ends with a zero.
        let literals: Vec<String> = clause.iter().chain(&[0]).map(i64::to_string).collect();
        text += &literals.join(" ");
        text.push('\n');
    }
    text
}

/// Clauses for exactly so many of the options: a variable for each of them and each number says that at least so many
/// of the options up to it are chosen.
fn exactly(times: usize, options: &[i64], variables: &mut i64, clauses: &mut Vec<Vec<i64>>) {
    // Variables for "at least 1, 2, ... times + 1" up to the option before.
    let mut before: Vec<Option<i64>> = vec![None; times + 1];
    for &option in options {
        let mut here = Vec::with_capacity(times + 1);
        for count in 0..=times {
            *variables += 1;
            let at_least = *variables;
            // It holds if it held before, or if one less held before and this option is chosen.
            let less = if count == 0 { Some(None) } else { before[count - 1].map(Some) };
            if let Some(held) = before[count] {
                clauses.push(vec![-held, at_least]);
            }
            let mut otherwise = vec![-at_least];
            otherwise.extend(before[count]);
            match less {
                Some(less) => {
                    let mut clause = vec![-option, at_least];
                    clause.extend(less.map(|less: i64| -less));
                    clauses.push(clause);
                    clauses.push([otherwise.clone(), vec![option]].concat());
                    if let Some(less) = less {
                        clauses.push([otherwise, vec![less]].concat());
                    }
                }
                None => clauses.push(otherwise),
            }
            here.push(Some(at_least));
        }
        before = here;
    }
    // No option at all: then nothing can hold.
    clauses.push(before[times - 1].into_iter().collect());
    clauses.extend(before[times].map(|more| vec![-more]));
}

impl Problem {
    fn of(puzzle: &Puzzle, cover: &Cover, date: Option<&Date>) -> Self {
        let target = date.map_or(puzzle.board.all(), |date| puzzle.target(date));
        let cell_name = |cell: usize| {
            let square = cover.squares()[cell];
            format!("r{}c{}", square.row, square.col)
        };
        let mut items: Vec<(String, usize)> = target.iter().map(|cell| (cell_name(cell), 1)).collect();
        let item_of: Vec<usize> = (0..cover.cell_count())
            .map(|cell| target.iter().take_while(|&other| other < cell).count())
            .collect();
        let groups = || puzzle.groups.iter().filter(|group| date.is_none() && group.member == 0);
        let pieces = puzzle.pieces.iter().map(|piece| (piece.name.as_str(), 'p', piece.copies));
        let named = pieces.chain(groups().map(|group| (group.name.as_str(), 'g', group.exposed)));
        let first_piece = items.len();
        let mut renamed = Vec::new();
        for ((given, letter, times), name) in
            named.clone().zip(item_names(&items, named.map(|(name, letter, _)| (name, letter))))
        {
            if name != given {
                let what = if letter == 'p' { "piece" } else { "group" };
                renamed.push(format!("{name} is the {what} {given}"));
            }
            items.push((name, times));
        }
        let mut options = Vec::new();
        for (id, placed) in cover.placements_within(target) {
            let covered = placed.cells.iter().map(|cell| item_of[cell]);
            let remark = format!(
                "placement {id}, {} at row {}, column {}",
                puzzle.pieces[placed.piece].name, placed.anchor.row, placed.anchor.col
            );
            options.push((remark, covered.chain([first_piece + placed.piece]).collect()));
        }
        if date.is_none() {
            for (item, group) in (first_piece + puzzle.pieces.len()..).zip(groups()) {
                options.extend(group.labels.iter().map(|label| {
                    (format!("{} {} stays exposed", group.name, label.text), vec![item_of[label.cell], item])
                }));
            }
        }
        let of = date.map_or("all dates at once".to_owned(), |date| puzzle.date_title(date));
        Self { title: format!("{}, {of}", puzzle.title), items, options, renamed }
    }

    fn comments(&self, puzzle: &Puzzle) -> Vec<String> {
        let mut comments = vec![
            self.title.clone(),
            format!("puzzle {}, SHA-256 of its definition {}", puzzle.name, puzzle.definition_sha256),
            format!("{} items, {} options", self.items.len(), self.options.len()),
        ];
        comments.extend(self.renamed.iter().cloned());
        comments
    }
}

/// The longest name that Knuth's programs read.
const LONGEST_NAME: usize = 8;

/// Names of items beside those that are `taken`, all different: the name given where it is short enough and the first of
/// its kind, else the letter given with the first number that nothing else has.
fn item_names<'a>(
    taken: &[(String, usize)],
    given: impl Iterator<Item = (&'a str, char)> + Clone,
) -> Vec<String> {
    let mut used: BTreeSet<String> = taken.iter().map(|(name, _)| name.clone()).collect();
    let mut keep = |(name, _): (&str, char)| name.len() <= LONGEST_NAME && used.insert(name.to_owned());
    let kept: Vec<bool> = given.clone().map(&mut keep).collect();
    let name = |((name, letter), kept): ((&str, char), bool)| match kept {
        true => name.to_owned(),
        false => {
            let mut numbered = (0..).map(|number| format!("{letter}_{number}"));
            let free = numbered.find(|name| used.insert(name.clone()));
            free.expect("there are more numbers than items")
        }
    };
    given.zip(kept).map(name).collect()
}
