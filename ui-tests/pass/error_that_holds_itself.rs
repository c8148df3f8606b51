use afp_runtime::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum E {
    #[error("step")]
    #[afp(code = "STEP_FAILED", action = ContactOperator, status = 500, expected = "{name} ends; cause {cause:?}")]
    Step { name: String, cause: Option<Box<Self>> },
}

fn main() {
    let inner = E::Step { name: "b".to_owned(), cause: None };
    let outer = E::Step { name: "a".to_owned(), cause: Some(Box::new(inner)) };
    assert_eq!(outer.expected(), r#"a ends; cause Some(Step { name: "b", cause: None })"#);
}
