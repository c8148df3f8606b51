use afp_runtime::{AgentError, errors};

#[derive(Debug, thiserror::Error, AgentError)]
#[expect(non_camel_case_types, reason = "a raw variant name is a keyword")]
enum r#enum {
    #[error("raw")]
    #[afp(status = 404, action = NoActionPossible, expected = "{type} and {async}")]
    r#match {
        #[afp(current)]
        r#type: u8,
        r#async: u8,
    },
}

fn main() {
    let error = r#enum::r#match { r#type: 1, r#async: 2 };
    assert_eq!(error.expected(), "1 and 2");
    assert_eq!(error.spec().code, "MATCH");
    assert_eq!(error.spec().params, ["async", "type"]);
    let body = errors::render(&error, &errors::RenderOptions::default()).body;
    assert!(String::from_utf8(body).unwrap().contains(r#""current":{"type":1}"#));
}
