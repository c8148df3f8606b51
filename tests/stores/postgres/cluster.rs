use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

use tempfile::TempDir;

/// A database to test with; one that was started here is stopped at the end.
pub(crate) struct Cluster {
    config: String,
    own: Option<Own>,
}

struct Own {
    programs: PathBuf,
    folder: TempDir,
    /// The user to run as, where this is root: the server refuses root.
    user: Option<&'static str>,
    settings: String,
}

impl Cluster {
    /// The one of `DATABASE_URL`, or a new one in a temporary folder.
    pub(crate) fn find() -> Option<Self> {
        if let Ok(config) = std::env::var("DATABASE_URL") {
            return Some(Self { config, own: None });
        }
        let own = Own::make(programs()?);
        own.start();
        let config = format!(
            "host={} user=afp dbname=postgres",
            own.folder.path().display()
        );
        Some(Self {
            config,
            own: Some(own),
        })
    }

    /// A new one that is reached over TCP, and there with TLS alone, with this certificate and key
    /// (PEM) for `localhost`.
    pub(crate) fn encrypted(certificate: &str, key: &str) -> Option<Self> {
        let mut own = Own::make(programs()?);
        let port = free_port();
        own.settings = format!("-c listen_addresses=127.0.0.1 -p {port} -c ssl=on");
        own.put("server.crt", certificate);
        own.put("server.key", key);
        own.put("pg_hba.conf", "hostssl all all 127.0.0.1/32 trust\n");
        own.start();
        Some(Self {
            config: format!(
                "host=localhost hostaddr=127.0.0.1 port={port} user=afp dbname=postgres"
            ),
            own: Some(own),
        })
    }

    pub(crate) fn config(&self) -> &str {
        &self.config
    }

    pub(crate) fn is_own(&self) -> bool {
        self.own.is_some()
    }

    pub(crate) fn start(&self) {
        self.own.iter().for_each(Own::start);
    }

    pub(crate) fn stop(&self) {
        self.own.iter().for_each(Own::stop);
    }

    /// The connection text of a new, empty schema.
    pub(crate) async fn schema(&self) -> String {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("afp_test_{}_{number}", std::process::id());
        let sql = format!("DROP SCHEMA IF EXISTS {name} CASCADE; CREATE SCHEMA {name}");
        run_sql(&self.config, &sql).await;
        if self.config.contains("://") {
            let separator = if self.config.contains('?') { '&' } else { '?' };
            format!(
                "{}{separator}options=-c%20search_path%3D{name}",
                self.config
            )
        } else {
            format!("{} options='-c search_path={name}'", self.config)
        }
    }
}

/// Runs statements on a connection of its own.
pub(crate) async fn run_sql(config: &str, sql: &str) {
    let (client, connection) = tokio_postgres::connect(config, tokio_postgres::NoTls)
        .await
        .expect("the database answers");
    let task = tokio::spawn(connection);
    client.batch_execute(sql).await.expect("done");
    drop(client);
    task.await.expect("no panic").expect("closed");
}

fn programs() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    if let Ok(versions) = std::fs::read_dir("/usr/lib/postgresql") {
        folders.extend(versions.flatten().map(|version| version.path().join("bin")));
    }
    folders
        .into_iter()
        .find(|folder| folder.join("postgres").is_file())
}

impl Own {
    fn make(programs: PathBuf) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let root = std::fs::metadata("/proc/self")
            .is_ok_and(|meta| std::os::unix::fs::MetadataExt::uid(&meta) == 0);
        let users = std::fs::read_to_string("/etc/passwd").unwrap_or_default();
        let postgres = users.lines().any(|line| line.starts_with("postgres:"));
        let user = root.then_some(if postgres { "postgres" } else { "nobody" });
        let own = Self {
            programs,
            folder,
            user,
            settings: "-c listen_addresses=".into(),
        };
        own.give_away(own.folder.path());
        let data = own.data();
        run(own
            .program("initdb")
            .args(["-A", "trust", "-U", "afp", "-E", "UTF8", "-D"])
            .arg(data));
        own
    }

    /// Lets the server's user own the file.
    fn give_away(&self, path: &Path) {
        if let Some(user) = self.user {
            run(Command::new("chown").arg(user).arg(path));
        }
    }

    /// Puts a file where the server reads it, and nobody else.
    fn put(&self, name: &str, text: &str) {
        let path = self.data().join(name);
        std::fs::write(&path, text).expect("written");
        let private = std::os::unix::fs::PermissionsExt::from_mode(0o600);
        std::fs::set_permissions(&path, private).expect("private");
        self.give_away(&path);
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    fn program(&self, name: &str) -> Command {
        let program = self.programs.join(name);
        match self.user {
            None => Command::new(program),
            Some(user) => {
                let mut command = Command::new("runuser");
                command.args(["-u", user, "--"]).arg(program);
                command.current_dir(Path::new("/"));
                command
            }
        }
    }

    fn start(&self) {
        let folder = self.folder.path().display();
        let settings = &self.settings;
        let options = format!("-k {folder} {settings} -c fsync=off -c max_connections=60");
        let log = self.folder.path().join("log");
        let mut command = self.program("pg_ctl");
        command
            .arg("-D")
            .arg(self.data())
            .args(["-w", "-o", &options])
            .arg("-l")
            .arg(log);
        run(command.arg("start"));
    }

    fn stop(&self) {
        let mut command = self.program("pg_ctl");
        run(command
            .arg("-D")
            .arg(self.data())
            .args(["-w", "-m", "immediate", "stop"]));
    }
}

impl Drop for Own {
    fn drop(&mut self) {
        let mut command = self.program("pg_ctl");
        let stopped = command
            .arg("-D")
            .arg(self.data())
            .args(["-m", "immediate", "stop"])
            .output();
        if let Err(error) = stopped {
            println!(
                "the database in {} goes on: {error}",
                self.folder.path().display()
            );
        }
    }
}

#[track_caller]
fn run(command: &mut Command) {
    // Not `output`: the server would keep a captured standard output open.
    let log = tempfile::tempfile().expect("a file");
    let status = command
        .stdout(log)
        .stderr(std::process::Stdio::inherit())
        .status();
    assert!(
        status.expect("the program is there").success(),
        "{command:?}"
    );
}

/// A port that was free a moment ago.
fn free_port() -> u16 {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    listener.local_addr().expect("an address").port()
}
