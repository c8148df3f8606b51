//! Languages that may or may not be on this machine.

use std::path::PathBuf;
use std::process::Command;

/// The interpreter, or `None` and a line that says what is left out.
pub(super) fn interpreter(name: &str, agent: &str) -> Option<PathBuf> {
    let version = Command::new(name).arg("--version").output();
    if version.is_ok_and(|output| output.status.success()) {
        return Some(PathBuf::from(name));
    }
    println!("{name} is not installed: {agent} is not tested");
    None
}
