use afp_runtime::AgentError;

macro_rules! decl {
    ($v:ident($t:ty), $f:ident) => {
        #[derive(Debug, thiserror::Error, AgentError)]
        pub enum E {
            #[error("a")]
            #[afp(code = "A", action = FixInputFormat, retryable = false, status = 422, expected = "{0}")]
            $v($t),
            #[error("b")]
            #[afp(code = "B", action = FixInputFormat, retryable = false, status = 422, expected = "x", allow(static_expected))]
            Other { $f: u8 },
        }
    };
}
decl!(Repro(u8), id);

fn main() {
    assert_eq!(E::Repro(1).expected(), "1");
    assert_eq!(E::Other { id: 1 }.expected(), "x");
}
