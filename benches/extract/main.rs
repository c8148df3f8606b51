//! What reading a request that fits costs: this project's extractors beside axum's.
//!
//! ```text
//! cargo run --release -p afp-benches --bin extract            instructions and times
//! cargo run --release -p afp-benches --bin extract -- --check the same, failing over the limits
//! ```
//!
//! Instructions: `valgrind --tool=callgrind` on this binary, twice with different counts, so that
//! only the difference counts. Times: the two of a row take turns, 31 rounds, medians.

mod subjects;

use std::process::{Command, ExitCode};
use std::time::Instant;

use crate::subjects::{ROWS, Row, Run};

/// The limits of `--check`, in instructions: to axum's extractor, and with full strictness to
/// ours without.
const MAX_PLAIN: f64 = 1.03;
const MAX_STRICT: f64 = 1.5;

const ROUNDS: usize = 31;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments.as_slice() {
        ["run", row, side, count] => run(row, side, count.parse().unwrap_or(0)),
        [] => report(false),
        ["--check"] => report(true),
        _ => {
            eprintln!("usage: extract [--check]");
            ExitCode::from(2)
        }
    }
}

/// What callgrind looks at.
fn run(row: &str, side: &str, count: u32) -> ExitCode {
    let Some(row) = ROWS.iter().find(|it| it.name == row) else {
        return ExitCode::from(2);
    };
    let run = match side {
        "base" => row.base,
        _ => row.ours,
    };
    for _ in 0..count {
        run();
    }
    ExitCode::SUCCESS
}

fn report(check: bool) -> ExitCode {
    println!(
        "{:<34} {:>10} {:>10} {:>6} {:>9} {:>9} {:>6}",
        "row (base, ours)", "instr", "instr", "ratio", "ns", "ns", "ratio"
    );
    let mut is_within = true;
    for row in &ROWS {
        let [base_time, our_time] = times(row);
        let instructions = instructions(row, "base").zip(instructions(row, "ours"));
        let (base, ours) = instructions.unwrap_or((f64::NAN, f64::NAN));
        println!(
            "{:<34} {base:>10.0} {ours:>10.0} {:>6.3} {base_time:>9.0} {our_time:>9.0} {:>6.3}",
            row.name,
            ours / base,
            our_time / base_time,
        );
        let limit = if row.is_strict { MAX_STRICT } else { MAX_PLAIN };
        is_within &= ours / base <= limit;
    }
    if check && !is_within {
        eprintln!("over {MAX_PLAIN} to axum, or over {MAX_STRICT} with full strictness");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

fn times(row: &Row) -> [f64; 2] {
    let mut rounds = [const { Vec::new() }; 2];
    for _ in 0..ROUNDS {
        for (side, run) in [row.base, row.ours].into_iter().enumerate() {
            rounds[side].push(time(run, row.per_round));
        }
    }
    rounds.map(|mut times: Vec<f64>| {
        times.sort_by(f64::total_cmp);
        times[ROUNDS / 2]
    })
}

fn time(run: Run, count: u32) -> f64 {
    let start = Instant::now();
    for _ in 0..count {
        run();
    }
    start.elapsed().as_nanos() as f64 / f64::from(count)
}

/// Of one run: the difference of two counts, divided.
fn instructions(row: &Row, side: &str) -> Option<f64> {
    let few = counted(row, side, 10)?;
    let many = counted(row, side, 110)?;
    Some((many - few) / 100.0)
}

fn counted(row: &Row, side: &str, count: u32) -> Option<f64> {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(std::env::current_exe().ok()?)
        .args(["run", row.name, side, &count.to_string()])
        .output()
        .ok()?;
    let text = String::from_utf8_lossy(&output.stderr);
    let refs = text.split("Collected :").nth(1)?;
    refs.split_whitespace().next()?.parse().ok()
}
