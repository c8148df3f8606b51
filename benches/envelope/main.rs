//! One error with three dynamic fields, from the value to a collected axum response: this
//! project's derive beside a hand-written `Serialize` struct, hand-tuned bytes, and three peers.
//! And a request through a router, with and without `Afp::install`.
//!
//! ```text
//! cargo run --release -p afp-benches --bin envelope            times, allocations, instructions
//! cargo run --release -p afp-benches --bin envelope -- --check the same, failing over the limits
//! ```
//!
//! Times: the subjects take turns, 31 rounds, the median of each; ratios are of medians of one run.
//! Instructions: `valgrind --tool=callgrind` on this binary, twice with different counts, so that
//! only the difference counts. Allocations: counted by the global allocator.

mod routes;
mod subjects;

use std::alloc::System;
use std::hint::black_box;
use std::process::{Command, ExitCode};
use std::time::Instant;

use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

use crate::routes::ROUTES;
use crate::subjects::{SUBJECTS, Subject};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

const ROUNDS: usize = 31;
const PER_ROUND: u32 = 20_000;

/// The limits of `--check`: instructions to those of the struct, allocations, reallocations.
const MAX_INSTRUCTIONS: f64 = 0.30;
const MAX_ALLOCATIONS: usize = 7;

struct Figures {
    nanoseconds: f64,
    allocations: usize,
    reallocations: usize,
    instructions: Option<f64>,
    bytes: usize,
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments.as_slice() {
        ["run", name, count] => run(name, count.parse().unwrap_or(0)),
        [] => report(false),
        ["--check"] => report(true),
        _ => {
            eprintln!("usage: envelope [--check]");
            ExitCode::from(2)
        }
    }
}

/// What callgrind looks at.
fn run(name: &str, count: u32) -> ExitCode {
    let mut subjects = SUBJECTS.iter().chain(&ROUTES);
    let Some(subject) = subjects.find(|subject| subject.name == name) else {
        return ExitCode::from(2);
    };
    for _ in 0..count {
        black_box((subject.run)());
    }
    ExitCode::SUCCESS
}

fn report(check: bool) -> ExitCode {
    let figures = table(&SUBJECTS);
    println!();
    table(&ROUTES);
    if check {
        judge(&figures)
    } else {
        ExitCode::SUCCESS
    }
}

/// Prints a row a subject; ratios are to the first.
fn table(subjects: &[Subject]) -> Vec<Figures> {
    let times = times(subjects);
    let figures: Vec<Figures> = subjects
        .iter()
        .zip(times)
        .map(|(subject, time)| measure(subject, time))
        .collect();
    let base = &figures[0];
    println!(
        "{:<26} {:>6} {:>9} {:>6} {:>8} {:>6} {:>7} {:>9}",
        "subject", "bytes", "ns", "ratio", "instr", "ratio", "allocs", "reallocs"
    );
    for (subject, figure) in subjects.iter().zip(&figures) {
        println!(
            "{:<26} {:>6} {:>9.0} {:>6.2} {:>8} {:>6} {:>7} {:>9}",
            subject.name,
            figure.bytes,
            figure.nanoseconds,
            figure.nanoseconds / base.nanoseconds,
            figure
                .instructions
                .map_or("-".to_owned(), |count| format!("{count:.0}")),
            ratio(figure, base).map_or("-".to_owned(), |ratio| format!("{ratio:.2}")),
            figure.allocations,
            figure.reallocations,
        );
    }
    figures
}

fn ratio(figure: &Figures, base: &Figures) -> Option<f64> {
    Some(figure.instructions? / base.instructions?)
}

fn judge(figures: &[Figures]) -> ExitCode {
    let own = SUBJECTS
        .iter()
        .position(|subject| subject.name == "afp derive");
    let Some(own) = own.map(|at| &figures[at]) else {
        return ExitCode::from(2);
    };
    let mut good = own.allocations <= MAX_ALLOCATIONS && own.reallocations == 0;
    match ratio(own, &figures[0]) {
        Some(ratio) => good &= ratio <= MAX_INSTRUCTIONS,
        None => println!("instructions not counted: valgrind is not installed"),
    }
    println!(
        "limits: instructions {MAX_INSTRUCTIONS}, {MAX_ALLOCATIONS} allocations, 0 reallocations"
    );
    println!("{}", if good { "held" } else { "BROKEN" });
    if good {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

fn times(subjects: &[Subject]) -> Vec<f64> {
    let mut rounds = vec![Vec::with_capacity(ROUNDS); subjects.len()];
    for _ in 0..ROUNDS {
        for (subject, times) in subjects.iter().zip(&mut rounds) {
            let start = Instant::now();
            for _ in 0..PER_ROUND {
                black_box((subject.run)());
            }
            times.push(start.elapsed().as_secs_f64() * 1e9 / f64::from(PER_ROUND));
        }
    }
    rounds.into_iter().map(median).collect()
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn measure(subject: &Subject, nanoseconds: f64) -> Figures {
    let bytes = (subject.run)();
    let region = Region::new(ALLOCATOR);
    black_box((subject.run)());
    let change = region.change();
    Figures {
        nanoseconds,
        allocations: change.allocations,
        reallocations: change.reallocations,
        instructions: instructions(subject.name),
        bytes,
    }
}

/// Instructions of one response: two runs of different length, so that the start cancels out.
fn instructions(name: &str) -> Option<f64> {
    let (short, long) = (1_000, 3_000);
    let difference = callgrind(name, long)?.checked_sub(callgrind(name, short)?)?;
    Some(difference as f64 / f64::from(long - short))
}

fn callgrind(name: &str, count: u32) -> Option<u64> {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(std::env::current_exe().ok()?)
        .args(["run", name, &count.to_string()])
        .output()
        .ok()?;
    let log = String::from_utf8_lossy(&output.stderr);
    let line = log.lines().find(|line| line.contains("Collected :"))?;
    line.split(':').nth(1)?.trim().parse().ok()
}
