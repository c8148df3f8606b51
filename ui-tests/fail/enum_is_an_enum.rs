use afp_runtime::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("x")]
struct OrderNotFound {
    id: u64,
}

#[derive(AgentError)]
union Bits {
    id: u64,
}

fn main() {}
