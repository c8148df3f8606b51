use afp_runtime::{AgentError, AgentErrors};

#[derive(Debug, thiserror::Error, AgentError)]
pub enum Never {}

fn main() {
    assert!(Never::GROUP.own.is_empty());
    assert!(afp_runtime::registry![Never].is_empty());
}
