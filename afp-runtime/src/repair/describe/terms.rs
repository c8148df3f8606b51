//! The words of serde and its derives in the terms of JSON.

/// What a deserializer says that it expects, without names of Rust types. Words that are the
/// type's own stay.
pub(super) fn in_json(words: &str) -> String {
    if let Some(range) = integer(words) {
        return range;
    }
    if let Some(count) = elements(words) {
        return format!("an array of {count}");
    }
    let term = match words {
        "f32" | "f64" => "a number",
        "a character" => "a string of one character",
        "unit" => "null",
        "a sequence" | "tuple variant" => "an array",
        "a map" | "struct variant" | "enum" => "an object",
        "newtype variant" => "an object with the variant as its only member",
        "map with a single key" => "an object with one member",
        "string or map" => "a string or an object",
        "a byte array" | "byte array" => "an array of integers from 0 to 255",
        "variant identifier" | "field identifier" | "path string" | "os string" => "a string",
        _ => return derived(words).unwrap_or(words).to_owned(),
    };
    term.to_owned()
}

/// What a message of serde's own says, without names of Rust types.
pub(super) fn message_in_json(message: &str) -> &str {
    if is_named(message, "data did not match any variant of untagged enum ") {
        return "none of the accepted forms fits";
    }
    let flattened = message.strip_suffix(" found in flattened data");
    if flattened.is_some_and(|message| is_named(message, "no variant of enum ")) {
        return "no member names one of the variants";
    }
    message
}

/// What a derive says of its type.
fn derived(words: &str) -> Option<&'static str> {
    const TERMS: [(&str, &str); 9] = [
        ("internally tagged enum ", "an object"),
        ("adjacently tagged enum ", "an object"),
        ("struct variant ", "an object"),
        ("struct ", "an object"),
        ("tuple variant ", "an array"),
        ("tuple struct ", "an array"),
        ("unit variant ", "null"),
        ("unit struct ", "null"),
        ("enum ", "a string or an object with one member"),
    ];
    let term = TERMS.iter().find(|(prefix, _)| is_named(words, prefix));
    term.map(|(_, term)| *term)
}

/// Whether the name of a Rust type, and nothing else, follows the prefix.
fn is_named(words: &str, prefix: &str) -> bool {
    let name = words.strip_prefix(prefix).unwrap_or_default();
    let is_part = |letter: char| letter.is_alphanumeric() || "_:<>#".contains(letter);
    !name.is_empty() && name.chars().all(is_part)
}

/// How many of `tuple struct Pair with 2 elements`, `a tuple of size 2`, `an array of length 2`.
fn elements(words: &str) -> Option<String> {
    let sized = ["a tuple of size ", "an array of length "];
    let count = sized.iter().find_map(|prefix| words.strip_prefix(prefix));
    if let Some(count) = count.and_then(|count| count.parse::<usize>().ok()) {
        let noun = if count == 1 { "element" } else { "elements" };
        return Some(format!("{count} {noun}"));
    }
    let (of, count) = words.split_once(" with ")?;
    let number = count.strip_suffix(" elements");
    let number = number.or_else(|| count.strip_suffix(" element"))?;
    number.parse::<usize>().ok()?;
    derived(of).map(|_| count.to_owned())
}

/// The range of an integer type of Rust.
fn integer(words: &str) -> Option<String> {
    let is_nonzero = words.starts_with("a nonzero ");
    let name = words.strip_prefix("a nonzero ").unwrap_or(words);
    macro_rules! range {
        ($($ty:ident)*) => {
            match name {
                $(stringify!($ty) => ($ty::MIN.to_string(), $ty::MAX.to_string()),)*
                _ => return None,
            }
        };
    }
    let (least, most) = range!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);
    Some(match (is_nonzero, &*least) {
        (true, "0") => format!("an integer from 1 to {most}"),
        (true, _) => format!("an integer from {least} to {most}, but not 0"),
        (false, _) => format!("an integer from {least} to {most}"),
    })
}

#[cfg(test)]
mod tests {
    use super::{in_json, message_in_json};

    #[test]
    fn words_of_serde_become_terms_of_json() {
        for (words, term) in [
            ("u8", "an integer from 0 to 255"),
            ("i16", "an integer from -32768 to 32767"),
            ("u64", "an integer from 0 to 18446744073709551615"),
            ("a nonzero u8", "an integer from 1 to 255"),
            ("a nonzero i8", "an integer from -128 to 127, but not 0"),
            ("f32", "a number"),
            ("unit", "null"),
            ("struct variant Adj::Created", "an object"),
            ("struct Order", "an object"),
            ("internally tagged enum Method", "an object"),
            ("tuple struct Pair", "an array"),
            (
                "tuple struct Pair with 2 elements",
                "an array of 2 elements",
            ),
            ("struct One with 1 element", "an array of 1 element"),
            ("a tuple of size 3", "an array of 3 elements"),
            ("an array of length 1", "an array of 1 element"),
            ("unit variant Adj::Deleted", "null"),
            ("struct Order<T>", "an object"),
        ] {
            assert_eq!(in_json(words), term, "{words}");
        }
    }

    #[test]
    fn words_of_a_type_stay() {
        for words in [
            "a room such as 3-12",
            "struct or sequence",
            "enumerated",
            "a string",
            "a pair with 2 elements",
        ] {
            assert_eq!(in_json(words), words);
        }
        let own = "a number or a name";
        assert_eq!(message_in_json(own), own);
    }

    #[test]
    fn messages_of_serde_name_no_type() {
        for message in [
            "data did not match any variant of untagged enum Un",
            "no variant of enum Un found in flattened data",
        ] {
            assert!(!message_in_json(message).contains("Un"), "{message}");
            assert!(!message_in_json(message).contains("enum"), "{message}");
        }
    }
}
