use tiling_almanac::{cover::Cover, puzzle::*, search::*};
fn main() {
    let puzzle = built_in("weekday").expect("x");
    let cover = Cover::new(&puzzle);
    for name in ["first-empty", "mrv", "dlx"] {
        let solver = strategy(name).expect("x").solver(&cover, Default::default()).expect("x");
        let t = cpu_time::ThreadTime::now();
        let (mut n, mut s) = (0, 0);
        for i in 0..50 {
            let d = puzzle.date(i * 2604 / 50);
            let r = solver.search(&Task::new(puzzle.target(&d), Goal::All), &mut |_| {});
            n += r.nodes; s += r.visited;
        }
        let e = t.elapsed();
        println!("{name} {n} {s} {:?} {:.1} ns/node", e, e.as_nanos() as f64 / n as f64);
    }
    let solver = strategy("piece-order").expect("x").solver(&cover, Default::default()).expect("x");
    let t = cpu_time::ThreadTime::now();
    let mut n = 0;
    for i in 0..50 {
        let d = puzzle.date(i * 2604 / 50);
        let r = solver.search(&Task { node_limit: Some(1_000_000), ..Task::new(puzzle.target(&d), Goal::First) }, &mut |_| {});
        n += r.nodes;
    }
    let e = t.elapsed();
    println!("piece-order {n} {:?} {:.1} ns/node", e, e.as_nanos() as f64 / n as f64);
}
