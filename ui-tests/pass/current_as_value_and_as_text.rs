use std::net::IpAddr;

use afp_runtime::{AgentError, errors};

struct Shown;

impl std::fmt::Display for Shown {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("\"shown\"")
    }
}

impl std::fmt::Debug for Shown {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("debug")
    }
}

#[derive(Debug, thiserror::Error, AgentError)]
enum E {
    #[error("e")]
    #[afp(status = 409, action = NoActionPossible, expected = "{a}")]
    A {
        #[afp(current)]
        a: u8,
        #[afp(current = "wireName")]
        b: IpAddr,
        #[afp(current(text))]
        c: Shown,
        #[afp(current(text) = "d\"x")]
        d: Shown,
        #[afp(secret)]
        token: String,
    },
    #[error("e")]
    #[afp(status = 409, action = NoActionPossible, expected = "{1}")]
    B(#[afp(current)] Option<u8>, u8),
}

fn current(error: &dyn AgentError) -> String {
    let body = errors::render(error, &errors::RenderOptions::default()).body;
    let body = String::from_utf8(body).unwrap();
    let (_, behind) = body.split_once("\"current\":").unwrap();
    behind.split_once(",\"suggestion\"").unwrap().0.to_owned()
}

fn main() {
    let a = E::A { a: 1, b: [127, 0, 0, 1].into(), c: Shown, d: Shown, token: String::new() };
    assert_eq!(current(&a), r#"{"a":1,"wireName":"127.0.0.1","c":"\"shown\"","d\"x":"\"shown\""}"#);
    assert_eq!(current(&E::B(None, 1)), r#"{"0":null}"#);
}
