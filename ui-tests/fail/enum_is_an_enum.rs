use afp_runtime::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("x")]
#[afp(status = 404, action = NoActionPossible, expected = "order {id} exists")]
struct OrderNotFound {
    id: u64,
}

#[derive(AgentError)]
union Bits {
    id: u64,
}

fn main() {}
