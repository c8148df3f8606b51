//! A PostgreSQL of the test's own.

use std::{
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::Duration,
};

use tempfile::TempDir;

/// A server in a temporary folder, stopped when dropped.
pub(super) struct Database {
    folder: TempDir,
    server: Child,
}

impl Database {
    /// Starts a server; `None`, said on stderr, where PostgreSQL is not installed.
    pub(super) async fn start() -> Option<Self> {
        let Some(programs) = programs() else {
            eprintln!("skipped: no PostgreSQL below /usr/lib/postgresql");
            return None;
        };
        let folder = tempfile::Builder::new()
            .prefix("afp-pg")
            .tempdir_in("/tmp")
            .unwrap();
        // PostgreSQL does not run as root.
        let root = Command::new("id").arg("-u").output().unwrap().stdout == b"0\n";
        if root {
            let done = Command::new("chown")
                .arg("postgres")
                .arg(folder.path())
                .status()
                .unwrap();
            assert!(done.success());
        }
        let run = |program: &str| {
            let path = programs.join(program);
            let mut command = Command::new(if root { Path::new("setpriv") } else { &path });
            if root {
                command.args([
                    "--reuid=postgres",
                    "--regid=postgres",
                    "--clear-groups",
                    "--",
                ]);
                command.arg(&path);
            }
            command
                .current_dir("/tmp")
                .stdout(Stdio::null())
                .stderr(Stdio::null());
            command
        };
        let data = folder.path().join("data");
        let made = run("initdb")
            .arg("-D")
            .arg(&data)
            .args(["-U", "afp", "-A", "trust", "-N"])
            .status();
        assert!(made.unwrap().success(), "initdb");
        let server = run("postgres")
            .arg("-D")
            .arg(&data)
            .args(["-c", "listen_addresses=", "-c", "fsync=off", "-k"])
            .arg(folder.path())
            .spawn()
            .unwrap();
        let database = Self { folder, server };
        database.create(&["a", "b"]).await;
        Some(database)
    }

    pub(super) fn url(&self, name: &str) -> String {
        format!(
            "host={} user=afp dbname={name}",
            self.folder.path().display()
        )
    }

    async fn create(&self, names: &[&str]) {
        for _ in 0..100 {
            tokio::time::sleep(Duration::from_millis(100)).await;
            let connected =
                tokio_postgres::connect(&self.url("postgres"), tokio_postgres::NoTls).await;
            let Ok((client, connection)) = connected else {
                continue;
            };
            let driver = tokio::spawn(connection);
            for name in names {
                client
                    .batch_execute(&format!("CREATE DATABASE {name}"))
                    .await
                    .unwrap();
            }
            driver.abort();
            return;
        }
        panic!("PostgreSQL did not start");
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        drop(self.server.kill());
        drop(self.server.wait());
    }
}

fn programs() -> Option<PathBuf> {
    let versions = std::fs::read_dir("/usr/lib/postgresql").ok()?;
    let mut folders: Vec<_> = versions
        .flatten()
        .map(|entry| entry.path().join("bin"))
        .collect();
    folders.sort();
    folders
        .into_iter()
        .rfind(|folder| folder.join("initdb").exists())
}
