use afp_runtime::{AgentError, Registry, StarterError, registry};

mod orders {
    #[derive(Debug, thiserror::Error, afp_runtime::AgentError)]
    pub enum OrderError {
        #[error("no order {id}")]
        #[afp(code = "NOT_FOUND", status = 404, action = NoActionPossible, expected = "order {id} exists")]
        OrderNotFound { id: u8 },
    }
}

#[derive(Debug, thiserror::Error, AgentError)]
enum Outer {
    #[error(transparent)]
    #[afp(transparent)]
    Order(orders::OrderError),
}

static REGISTRY: Registry = registry![StarterError, Outer];

fn main() {}
