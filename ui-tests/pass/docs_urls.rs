use afp_runtime::{AgentError, errors};

#[derive(Debug, thiserror::Error, AgentError)]
#[afp(docs_base = "https://api.example.com/errors")]
enum Based {
    #[error("e")]
    #[afp(status = 409, action = NoActionPossible, expected = "e")]
    A,
    #[error("e")]
    #[afp(status = 409, action = NoActionPossible, expected = "e", docs_url = "https://docs.example.com/b?x=1#y")]
    B,
}

#[derive(Debug, thiserror::Error, AgentError)]
enum Unbased {
    #[error("e")]
    #[afp(status = 409, action = NoActionPossible, expected = "e")]
    A,
}

fn docs_url(error: &dyn AgentError) -> String {
    let options = errors::RenderOptions { docs_base: "https://app.example.com/e", ..Default::default() };
    let body: serde_json::Value = serde_json::from_slice(&errors::render(error, &options).body).unwrap();
    body["feedback"]["docs_url"].as_str().unwrap().to_owned()
}

fn main() {
    assert_eq!(docs_url(&Based::A), "https://api.example.com/errors/A");
    assert_eq!(docs_url(&Based::B), "https://docs.example.com/b?x=1#y");
    assert_eq!(docs_url(&Unbased::A), "https://app.example.com/e/A");
    assert_eq!(Based::A.spec().docs_url, Some("https://api.example.com/errors/A"));
    assert_eq!(Unbased::A.spec().docs_url, None);
}
