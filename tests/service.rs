//! Binaries of the workspace, started as a user would.

use std::io::{BufRead as _, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};

/// A running `orders`; stopped when dropped.
pub(crate) struct Orders {
    child: Child,
    pub(crate) url: String,
}

impl Orders {
    /// Starts it on a free port and waits until it listens.
    pub(crate) fn start(arguments: &[&str]) -> Self {
        let mut child = Command::new(binary("orders"))
            .args(["--addr", "127.0.0.1:0"])
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("orders starts");
        let mut line = String::new();
        let stdout = child.stdout.take().expect("a pipe");
        BufReader::new(stdout)
            .read_line(&mut line)
            .expect("orders speaks");
        let url = line
            .trim()
            .strip_prefix("listening on ")
            .expect("the first line")
            .to_owned();
        Self { child, url }
    }

    /// The process, for those who kill it.
    pub(crate) fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Orders {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Path of an example's binary, built if need be.
pub(crate) fn binary(package: &str) -> PathBuf {
    static BUILDS: Mutex<()> = Mutex::new(());
    let _one_at_a_time = BUILDS.lock().unwrap_or_else(PoisonError::into_inner);
    let output = Command::new(env!("CARGO"))
        .args(["build", "--quiet", "--message-format=json", "-p", package])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stderr(Stdio::inherit())
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{package} builds");
    let messages = String::from_utf8_lossy(&output.stdout);
    let path = messages.lines().find_map(|line| {
        let message: serde_json::Value = serde_json::from_str(line).ok()?;
        let is_it = message["target"]["name"] == package;
        is_it
            .then(|| message["executable"].as_str().map(PathBuf::from))
            .flatten()
    });
    path.expect("the path of a binary")
}
