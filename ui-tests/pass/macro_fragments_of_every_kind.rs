use afp_runtime::AgentError;

macro_rules! decl {
    ($e:ident, $code:expr, $act:path, $status:literal, $text:expr, $retry:expr, $sugg:tt) => {
        #[derive(Debug, thiserror::Error, AgentError)]
        enum $e {
            #[error("a")]
            #[afp(code = $code, action = $act, status = $status, expected = $text, retryable = $retry, suggestion = $sugg)]
            A { id: u8 },
        }
    };
}
macro_rules! decl2 {
    ($e:ident, $code:tt, $act:expr, $status:expr, $text:literal, $retry:literal, $key:literal, $value:expr, $number:expr) => {
        #[derive(Debug, thiserror::Error, AgentError)]
        enum $e {
            #[error("a")]
            #[afp(code = $code, action = $act, status = $status, expected = $text, retryable = $retry,
                suggestion = { $key: $value, "n": [$number] }, allow(unexplained_suggestion))]
            A { id: u8 },
        }
    };
}
macro_rules! decl3 {
    ($e:ident, $(#[$meta:meta])* $name:literal) => {
        #[derive(Debug, thiserror::Error, AgentError)]
        enum $e {
            $(#[$meta])*
            A {
                #[afp(current = $name)]
                id: u8,
            },
        }
    };
}
macro_rules! nested {
    ($e:ident, $code:expr, $status:expr) => {
        decl!($e, $code, ContactOperator, 404, "{id}", false, { "id": "{id}" });
        const _: u16 = $status;
    };
}
decl!(E, "A", RetryWithSuggestion, 404, "{id}", true, { "id": "{id}" });
decl2!(F, "A", RetryWithSuggestion, 404, "{id}", true, "id", "{id}", -1);
decl3!(G, #[error("a")] #[afp(code = "A", action = ContactOperator, status = 404, expected = "{id}")] "wire");
nested!(H, "A", 404);

fn main() {
    assert_eq!(E::A { id: 1 }.expected(), F::A { id: 1 }.expected());
    assert_eq!(F::A { id: 1 }.spec().suggestion, Some(r#"{"id":"{id}","n":[-1]}"#));
    assert_eq!(G::A { id: 1 }.expected(), "1");
    assert_eq!(H::A { id: 1 }.spec().code, "A");
}
