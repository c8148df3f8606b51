/// Says whether a goal was met; a missed one is said, too.
pub(crate) fn goal(what: &str, value: f64, met: bool, goal: &str) {
    let verdict = if met { "met" } else { "MISSED" };
    println!("{what}: {value:.2} (goal {goal}: {verdict})");
}
