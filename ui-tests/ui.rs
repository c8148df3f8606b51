//! Compile tests of the derive.
//!
//! `fail/` has one file a rule, with the compiler's words beside it; `pass/` has what must compile
//! and run. To make the words anew after reading what changed: `TRYBUILD=overwrite`.

use std::collections::BTreeSet;
use std::fs;
use std::panic::{catch_unwind, resume_unwind};
use std::path::Path;
use std::process::Command;

/// The toolchain that made the `.stderr` files.
const TOOLCHAIN: &str = "rustc 1.95";

/// A program that denies clippy's lints, here as a module for clippy to look at.
#[path = "pass/lints_pedantic_and_nursery.rs"]
#[expect(dead_code, reason = "a program of its own")]
mod lints_pedantic_and_nursery;

#[test]
fn what_is_right_compiles_and_runs() {
    trybuild::TestCases::new().pass("pass/*.rs");
}

#[test]
fn what_is_wrong_is_refused_with_these_words() {
    if is_the_toolchain() {
        trybuild::TestCases::new().compile_fail("fail/*.rs");
    } else {
        refuses_each_in_its_own_words();
    }
}

#[test]
fn a_renamed_runtime_serves_as_well() {
    assert_eq!(renamed::expected(), "1");
    assert_eq!(renamed::REGISTRY.codes(), ["A"]);
}

mod of_another_crate {
    renamed::gone!(Written);
}

#[test]
fn a_macro_of_another_crate_writes_an_enum_that_knows_only_that_crate() {
    use renamed::__runtime::AgentError as _;

    let gone = of_another_crate::Written::Gone { id: 7 };
    assert_eq!(gone.expected(), "7 is still there");
}

#[test]
fn an_older_edition_serves_as_well() {
    let error = edition_2018::Old::Named { name: "a" };
    assert_eq!(afp_runtime::AgentError::expected(&error), "\"a\" is x");
    assert_eq!(edition_2018::REGISTRY.len(), 1);
}

#[test]
fn each_rule_has_a_file_that_breaks_it() {
    let rules = names_in("../afp-macros/src/checks", "rs");
    let broken = names_in("fail", "rs");
    let missing: Vec<_> = rules.difference(&broken).collect();
    assert!(missing.is_empty(), "no file in fail/ for {missing:?}");
    assert!(rules.len() > 30, "the rules are not where this test looks");
    assert_eq!(broken, names_in("fail", "stderr"));
}

fn names_in(folder: &str, extension: &str) -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let paths = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    paths
        .filter(|path| path.extension().is_some_and(|found| found == extension))
        .map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned())
        .collect()
}

fn is_the_toolchain() -> bool {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).arg("--version").output().unwrap();
    let version = String::from_utf8(output.stdout).unwrap();
    let is_it = version.starts_with(TOOLCHAIN);
    if !is_it {
        println!(
            "the words of the compiler are compared on {TOOLCHAIN} only; this is {}",
            version.trim()
        );
    }
    is_it
}

/// Without a `.stderr` beside it, a file only has to be refused; trybuild then says so in a panic.
fn refuses_each_in_its_own_words() {
    let copies = tempfile::tempdir().unwrap();
    for name in names_in("fail", "rs") {
        let file = format!("{name}.rs");
        let source = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("fail")
            .join(&file);
        fs::copy(source, copies.path().join(file)).unwrap();
    }
    let files = copies.path().join("*.rs");
    let panic = catch_unwind(|| trybuild::TestCases::new().compile_fail(files)).unwrap_err();
    match panic.downcast_ref::<String>() {
        Some(text) if text.starts_with("successfully created new stderr files") => {}
        _ => resume_unwind(panic),
    }
    fs::remove_dir_all("wip").unwrap();
}
