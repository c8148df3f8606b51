use afp_runtime::AgentError;

#[derive(AgentError)]
struct OrderNotFound {
    id: u64,
}

#[derive(AgentError)]
union Bits {
    id: u64,
}

fn main() {}
