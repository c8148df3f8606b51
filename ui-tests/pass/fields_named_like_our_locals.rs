use afp_runtime::AgentError;

#[derive(Debug, AgentError)]
enum E {
    #[afp(code = "A", action = ContactOperator, status = 500, expected = "{f} {source} {self_} {spec} {code} {__afp_0} {__afp_hole} {__afp_out} {out} {hole}")]
    A { f: u8, source: u8, self_: u8, spec: u8, code: u8, __afp_0: u8, __afp_hole: u8, __afp_out: u8, out: u8, hole: u8 },
}

impl std::fmt::Display for E {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("e")
    }
}

impl std::error::Error for E {}

fn main() {
    let error = E::A { f: 1, source: 2, self_: 3, spec: 4, code: 5, __afp_0: 6, __afp_hole: 7, __afp_out: 8, out: 9, hole: 10 };
    assert_eq!(error.expected(), "1 2 3 4 5 6 7 8 9 10");
}
