use afp_runtime::AgentError;

#[derive(AgentError)]
enum E {
    #[afp(status = 404, action = NoActionPossible, expected = "a")]
    A,
}

fn main() {}
