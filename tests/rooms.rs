//! Who may use whom inside of the runtime, read from its `use` lines.

use std::fs;
use std::path::{Path, PathBuf};

/// Each room, and the rooms it stands on.
const ROOMS: [(&str, &[&str]); 10] = [
    ("errors", &[]),
    ("feedback", &[]),
    ("outcome", &[]),
    ("repair", &["errors"]),
    ("carriers", &["errors"]),
    ("store", &["feedback", "outcome"]),
    ("delivery", &["feedback", "outcome", "store"]),
    ("agent", &["errors", "feedback", "outcome"]),
    (
        "mcp",
        &["errors", "feedback", "outcome", "store", "delivery"],
    ),
    (
        "http",
        &[
            "errors", "repair", "carriers", "feedback", "outcome", "store", "delivery",
        ],
    ),
];

/// Crates that words without IO do not know.
const IO: [&str; 8] = [
    "axum",
    "tokio",
    "reqwest",
    "rusqlite",
    "tokio_postgres",
    "tower_service",
    "std::net",
    "std::fs",
];

#[test]
fn rooms_use_only_the_rooms_they_stand_on() {
    for (room, allowed) in ROOMS {
        for (file, line) in lines_of(room) {
            for (other, _) in ROOMS {
                let used = ["crate::", "crate::{", "afp_runtime::"]
                    .iter()
                    .any(|prefix| line.contains(&format!("{prefix}{other}::")));
                assert!(
                    !used || other == room || allowed.contains(&other),
                    "{room} must not use {other}: {}: {line}",
                    file.display(),
                );
            }
        }
    }
}

#[test]
fn words_know_nothing_of_io() {
    for room in ["errors", "feedback", "outcome", "repair", "carriers"] {
        for (file, line) in lines_of(room) {
            for krate in IO {
                let used =
                    line.contains(&format!("use {krate}")) || line.contains(&format!(" {krate}::"));
                assert!(
                    !used,
                    "{room} must not use {krate}: {}: {line}",
                    file.display()
                );
            }
        }
    }
}

/// The lines of a room's code: without comments, and without the tests at the end of a file.
fn lines_of(room: &str) -> Vec<(PathBuf, String)> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../afp-runtime/src");
    let mut files = vec![source.join(format!("{room}.rs"))];
    let mut folders = vec![source.join(room)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    let mut lines = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).unwrap_or_default();
        let code = text
            .split("#[cfg(test)]\nmod tests")
            .next()
            .unwrap_or_default();
        for line in code
            .lines()
            .filter(|line| !line.trim_start().starts_with("//"))
        {
            lines.push((file.clone(), line.to_owned()));
        }
    }
    lines
}
