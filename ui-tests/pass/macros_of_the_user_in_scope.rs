#![allow(unused_macros)]

macro_rules! format { ($($t:tt)*) => { compile_error!("wrong format!") } }
macro_rules! format_args { ($($t:tt)*) => { compile_error!("wrong format_args!") } }
macro_rules! unreachable { ($($t:tt)*) => { compile_error!("wrong unreachable!") } }
macro_rules! matches { ($($t:tt)*) => { compile_error!("wrong matches!") } }
macro_rules! concat { ($($t:tt)*) => { compile_error!("wrong concat!") } }
macro_rules! module_path { ($($t:tt)*) => { compile_error!("wrong module_path!") } }
macro_rules! line { ($($t:tt)*) => { compile_error!("wrong line!") } }
macro_rules! write { ($($t:tt)*) => { compile_error!("wrong write!") } }

#[derive(Debug, afp_runtime::AgentError)]
enum E {
    #[afp(code = "A", action = ContactOperator, status = 500, expected = "{0} {0:?}")]
    A(u8),
}

impl std::fmt::Display for E {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("e")
    }
}

impl std::error::Error for E {}

fn main() {
    assert_eq!(afp_runtime::AgentError::expected(&E::A(1)), "1 1");
    let _ = afp_runtime::registry![E];
}
