/// The words of a name, in lower case: `maxPrice`, `max_price`, `MAX-PRICE` are `max`, `price`.
pub(crate) fn words(name: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut letters = name.chars().peekable();
    let mut last: Option<char> = None;
    while let Some(letter) = letters.next() {
        let next_is_lower = letters.peek().is_some_and(|next| next.is_lowercase());
        let starts = match last {
            Some(last) if last.is_lowercase() => letter.is_uppercase(),
            // The last capital of `HTTPServer` starts `Server`.
            Some(last) if last.is_uppercase() => letter.is_uppercase() && next_is_lower,
            _ => false,
        };
        if (starts || !letter.is_alphanumeric()) && !word.is_empty() {
            words.push(std::mem::take(&mut word));
        }
        if letter.is_alphanumeric() {
            word.extend(letter.to_lowercase());
        }
        last = Some(letter);
    }
    if !word.is_empty() {
        words.push(word);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn words_end_at_separators_and_capitals() {
        assert_eq!(words("maxPricePerUnit"), ["max", "price", "per", "unit"]);
        assert_eq!(words("MAX_PRICE-x.y z"), ["max", "price", "x", "y", "z"]);
        assert_eq!(words("HTTPServerURL"), ["http", "server", "url"]);
        assert_eq!(words("line1"), ["line1"]);
        assert!(words("__").is_empty());
    }
}
