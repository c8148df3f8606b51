use std::path::PathBuf;

use afp_runtime::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum E {
    #[error("a")]
    #[afp(code = "A", action = ContactOperator, status = 500, expected = "{path:?} is readable")]
    A { path: PathBuf },
    #[error("b")]
    #[afp(code = "B", action = ContactOperator, status = 500,
        expected = "[{n:>4}] [{n:<4}] [{n:*^5}] [{n:+}] [{n:#x}] [{n:#010b}] [{n:o}] [{f:.1}] [{f:8.2}] [{f:e}] [{s:?}] [{s:-^9}]")]
    B { n: u8, f: f64, s: &'static str },
    #[error("c")]
    #[afp(code = "C", action = ContactOperator, status = 500, expected = "{ 0 : >3 }|{0:}")]
    C(u8),
}

fn main() {
    assert_eq!(E::A { path: "/x".into() }.expected(), "\"/x\" is readable");
    let error = E::B { n: 10, f: 1.25, s: "a\"b" };
    assert_eq!(
        error.expected(),
        "[  10] [10  ] [*10**] [+10] [0xa] [0b00001010] [12] [1.2] [    1.25] [1.25e0] [\"a\\\"b\"] [---a\"b---]"
    );
    assert_eq!(E::C(7).expected(), "  7|7");
}
