use afp_runtime::{AgentError, registry};

macro_rules! errors {
    ({ $($v:tt)* }) => {
        #[derive(Debug, thiserror::Error, AgentError)]
        enum E {
            $($v)*
        }
    };
}
errors!({
    #[error("tuple")]
    #[afp(status = 404, action = NoActionPossible, expected = "{0} exists")]
    Tuple(u8),
    #[error("named")]
    #[afp(status = 404, action = NoActionPossible, expected = "{field} exists")]
    Named { field: u8 },
});

fn main() {
    assert_eq!(E::Tuple(1).expected(), "1 exists");
    assert_eq!(E::Named { field: 2 }.expected(), "2 exists");
    assert_eq!(registry![E].codes(), ["NAMED", "TUPLE"]);
}
