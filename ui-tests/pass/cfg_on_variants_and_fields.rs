use afp_runtime::{AgentError, AgentErrors};

#[derive(Debug, thiserror::Error, AgentError)]
enum E {
    #[cfg(any())]
    #[afp(nonsense)]
    Gone { id: Missing },
    #[cfg(all())]
    #[error("kept")]
    #[afp(code = "B", action = FixInputFormat, retryable = false, status = 422, expected = "{id}")]
    Kept {
        #[cfg(any())]
        id: Missing,
        #[cfg(all())]
        id: u8,
    },
}

fn main() {
    assert_eq!(E::GROUP.own.len(), 1);
    assert_eq!(E::Kept { id: 3 }.expected(), "3");
}
