mod facade {
    pub use afp_runtime::*;
}

macro_rules! decl {
    () => {
        #[derive(Debug, thiserror::Error, $crate::facade::AgentError)]
        #[afp(crate = $crate::facade)]
        enum E {
            #[error("a")]
            #[afp(code = "A", action = FixInputFormat, retryable = false, status = 422, expected = "{id}")]
            A { id: u8 },
        }
    };
}
decl!();

#[derive(Debug, thiserror::Error, facade::AgentError)]
#[afp(crate = crate::facade)]
enum F {
    #[error("b")]
    #[afp(code = "B", action = FixInputFormat, retryable = false, status = 422, expected = "{id}")]
    B { id: u8 },
}

fn main() {
    assert_eq!(facade::AgentError::expected(&E::A { id: 1 }), "1");
    assert_eq!(facade::AgentError::expected(&F::B { id: 1 }), "1");
    assert_eq!(facade::registry![E, F].len(), 2);
}
