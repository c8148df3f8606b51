use afp_runtime::{AgentError, Registry, StarterError, registry};

mod orders {
    #[derive(Debug, thiserror::Error, afp_runtime::AgentError)]
    pub enum OrderError {
        #[error("no order {id}")]
        #[afp(code = "NOT_FOUND", status = 404, action = NoActionPossible, expected = "order {id} exists")]
        OrderNotFound { id: u8 },
        #[error("broken")]
        #[afp(status = 500, action = ReportBug, expected = "nothing")]
        Internal,
    }
}

#[derive(Debug, thiserror::Error, AgentError)]
enum Outer {
    #[error(transparent)]
    #[afp(transparent)]
    Order(orders::OrderError),
}

static REGISTRY: Registry = registry![StarterError, Outer];

#[derive(Debug, thiserror::Error, AgentError)]
enum Another {
    #[error("no such thing")]
    #[afp(status = 404, action = NoActionPossible, expected = "it exists")]
    NotFound,
}

static ONE: Registry = registry![StarterError, Another];

#[derive(Debug, thiserror::Error, AgentError)]
enum Own {
    #[error("taken")]
    #[afp(status = 409, action = NoActionPossible, expected = "it is free")]
    Conflict,
    #[error("bug")]
    #[afp(status = 500, action = ReportBug, expected = "nothing")]
    Internal,
    #[error("fine")]
    #[afp(status = 500, action = ReportBug, expected = "nothing")]
    Fine,
}

static RESERVED: Registry = registry![Own];

fn main() {}
