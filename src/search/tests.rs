use super::*;
use crate::puzzle::built_in;

fn run(name: &str, date: &str, goal: Goal) -> Report {
    let puzzle = built_in("weekday").expect("built in");
    let cover = Cover::new(&puzzle);
    let date = puzzle.parse_date(date).expect("a date");
    let solver = strategy(name)
        .and_then(|s| Ok(s.solver(&cover, CandidateOrder::Canonical).expect("within reach")))
        .expect("a strategy");
    solver.search(&Task::new(puzzle.target(&date), goal), &mut |_| {})
}

#[test]
fn golden_counts() {
    for (name, date, nodes, solutions) in [
        ("first-empty", "Oct 27 Tue", 1_920_996, 2_391),
        ("first-empty", "Oct 27 Mon", 1_541_258, 129),
        ("first-empty", "Apr 6 Mon", 213_128, 97),
        ("first-empty", "Jun 7 Tue", 5_790_108, 10_374),
        ("mrv", "Oct 27 Tue", 292_769, 2_391),
        ("mrv", "Oct 27 Mon", 20_151, 129),
        ("mrv", "Apr 6 Mon", 12_761, 97),
        ("mrv", "Jun 7 Tue", 1_058_513, 10_374),
        ("dlx", "Oct 27 Tue", 284_432, 2_391),
        ("dlx", "Oct 27 Mon", 19_774, 129),
        ("dlx", "Apr 6 Mon", 12_507, 97),
        ("dlx", "Jun 7 Tue", 1_024_396, 10_374),
    ] {
        let report = run(name, date, Goal::All);
        assert_eq!((report.nodes, report.exact_solutions()), (nodes, Some(solutions)), "{name}, {date}");
    }
    for (name, date, nodes) in [
        ("first-empty", "Oct 27 Tue", 4_924),
        ("mrv", "Oct 27 Tue", 227),
        ("dlx", "Oct 27 Tue", 227),
        ("piece-order", "Oct 27 Tue", 351_440),
        ("mrv", "Oct 27 Mon", 163),
        ("dlx", "Oct 27 Mon", 163),
        ("mrv", "Apr 6 Mon", 515),
        ("dlx", "Apr 6 Mon", 513),
        ("mrv", "Jun 7 Tue", 534),
        ("dlx", "Jun 7 Tue", 530),
    ] {
        let report = run(name, date, Goal::First);
        assert_eq!((report.nodes, report.outcome), (nodes, Outcome::Found), "{name}, {date}");
    }
}
