//! Which name was meant.
//!
//! Two names are near when they are the same words in another case or with other separators, or
//! a slip of the keyboard apart. Digits never slip: `line1` is not near `line2`.

mod distance;
mod words;

use self::distance::within;
pub(crate) use self::words::words;

/// How far a name is from another one; `0` is the same words in another style.
pub(crate) type Distance = u8;

/// The distance of two member names; `None` when they are not near.
///
/// A word of three letters or less must be right, one of seven may have one slip, a longer one
/// two; no more than two in all.
pub(crate) fn member_distance(one: &str, two: &str) -> Option<Distance> {
    let (one_words, two_words) = (words(one), words(two));
    let (one, two) = (one_words.concat(), two_words.concat());
    if one.is_empty() || two.is_empty() {
        return None;
    }
    if one == two {
        return Some(0);
    }
    let has_extra_word = one_words.len() != two_words.len()
        && (contains_all(&one_words, &two_words) || contains_all(&two_words, &one_words));
    if digits(&one) != digits(&two) || starts_otherwise(&one, &two) || has_extra_word {
        return None;
    }
    if is_plural(&one, &two) || is_plural(&two, &one) {
        return Some(1);
    }
    by_words(&one_words, &two_words).or_else(|| misses_a_letter(&one_words, &two_words))
}

fn by_words(one: &[String], two: &[String]) -> Option<Distance> {
    if one.len() != two.len() {
        return None;
    }
    let mut total = 0;
    for (one, two) in one.iter().zip(two) {
        if starts_otherwise(one, two) {
            return None;
        }
        total += within(one, two, slips(one, two))?;
    }
    (total <= 2).then_some(total)
}

/// A letter too few, too many or swapped with its neighbour, wherever the words end. No changed
/// one, and none more at the end of a word: `pointX` is not near `pointY`, nor `priceUsd` to
/// `priceUsdt`.
fn misses_a_letter(one: &[String], two: &[String]) -> Option<Distance> {
    let other: Vec<_> = one
        .iter()
        .zip(two)
        .filter(|(one, two)| one != two)
        .collect();
    if let ([(a, b)], true) = (&other[..], one.len() == two.len()) {
        if a.starts_with(b.as_str()) || b.starts_with(a.as_str()) {
            return None;
        }
    }
    let (one, two) = (one.concat(), two.concat());
    let (one_length, two_length) = (one.chars().count(), two.chars().count());
    let is_long = one_length.min(two_length) >= 5;
    let is_slip = one_length != two_length || distance::is_swap(&one, &two);
    (is_long && is_slip)
        .then(|| within(&one, &two, 1))
        .flatten()
}

fn contains_all(words: &[String], others: &[String]) -> bool {
    others.iter().all(|other| words.contains(other))
}

fn is_plural(one: &str, two: &str) -> bool {
    one.len() >= 3 && two.strip_suffix('s') == Some(one)
}

/// The distance of two variants; `None` when they are not near.
///
/// One slip at most, after the first letter; none in codes (`USDC` and `USDT` are not near), no
/// changed letter in words of four letters or less, and no other letter more than a doubled one in
/// words of three.
pub(crate) fn variant_distance(one: &str, two: &str) -> Option<Distance> {
    let (one_text, two_text) = (words(one).concat(), words(two).concat());
    if one_text.is_empty() || two_text.is_empty() {
        return None;
    }
    if one_text == two_text {
        return Some(0);
    }
    let is_other = digits(&one_text) != digits(&two_text) || starts_otherwise(&one_text, &two_text);
    if is_other || is_code(one) || is_code(two) {
        return None;
    }
    let (one_length, two_length) = (one_text.chars().count(), two_text.chars().count());
    let shorter = one_length.min(two_length);
    let long_enough = if one_length != two_length {
        shorter >= 4 || (shorter == 3 && distance::is_doubled(&one_text, &two_text))
    } else if distance::is_swap(&one_text, &two_text) {
        shorter >= 3
    } else {
        shorter >= 5
    };
    long_enough
        .then(|| within(&one_text, &two_text, 1))
        .flatten()
}

/// The candidates that are nearest, when any is near.
pub(crate) fn nearest<'c>(
    name: &str,
    candidates: impl IntoIterator<Item = &'c str>,
    distance: fn(&str, &str) -> Option<Distance>,
) -> Option<(Distance, Vec<&'c str>)> {
    let mut best: Option<(Distance, Vec<&str>)> = None;
    for candidate in candidates {
        let Some(distance) = distance(name, candidate) else {
            continue;
        };
        match &mut best {
            Some((least, _)) if *least < distance => {}
            Some((least, names)) if *least == distance => names.push(candidate),
            _ => best = Some((distance, vec![candidate])),
        }
    }
    best
}

fn slips(one: &str, two: &str) -> Distance {
    match one.chars().count().min(two.chars().count()) {
        0..=3 => 0,
        4..=7 => 1,
        _ => 2,
    }
}

fn digits(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).collect()
}

/// Slips come later in a word; another start is another word: `latitude` and `altitude`,
/// `import` and `export`, `complete` and `incomplete`, `minimum` and `maximum`.
fn starts_otherwise(one: &str, two: &str) -> bool {
    let is_bound = |one: &str, two: &str| one.starts_with("min") && two.starts_with("max");
    one.chars().next() != two.chars().next() || is_bound(one, two) || is_bound(two, one)
}

/// Upper case and short: a currency, a country, a ticker.
fn is_code(text: &str) -> bool {
    text.len() <= 5 && text.bytes().all(|byte| byte.is_ascii_uppercase())
}

#[cfg(test)]
mod tests {
    use super::{member_distance, nearest, variant_distance};

    #[test]
    fn style_is_no_distance() {
        for name in [
            "maxPricePerUnit",
            "max_price_per_unit",
            "MaxPricePerUnit",
            "max-price-per-unit",
            "MAX_PRICE_PER_UNIT",
            "max price per unit",
            "maxpriceperunit",
            "max.price.per.unit",
        ] {
            assert_eq!(member_distance(name, "maxPricePerUnit"), Some(0), "{name}");
        }
        assert_eq!(member_distance("customerID", "customer_id"), Some(0));
        assert_eq!(member_distance("line1", "line_1"), Some(0));
    }

    #[test]
    fn slips_are_near() {
        for (one, two, distance) in [
            ("quantty", "quantity", 1),
            ("quanttiy", "quantity", 1),
            ("prodcutId", "product_id", 1),
            ("custmer_Id", "customerId", 1),
            ("amounts", "amount", 1),
            ("recipent_adress", "recipientAddress", 2),
            ("usrid", "user_id", 1),
            ("producItd", "productId", 1),
            ("maxPricePerUit", "maxPricePerUnit", 1),
            ("tag", "tags", 1),
        ] {
            assert_eq!(member_distance(one, two), Some(distance), "{one} {two}");
        }
    }

    #[test]
    fn other_words_are_not_near() {
        for (one, two) in [
            ("line1", "line2"),
            ("min_price", "max_price"),
            ("lat", "lng"),
            ("id", "ip"),
            ("from", "to"),
            ("completed", "incompleted"),
            ("start", "state"),
            ("qty", "quantity"),
            ("unit", "until_x"),
            ("pointX", "pointY"),
            ("memory_mb", "memory_tb"),
            ("price_a", "price"),
            ("wallet_id", "wallet_ip"),
            ("price_usd", "price_usdt"),
            ("latitude", "altitude"),
            ("end_date", "send_date"),
            ("minimums", "maximums"),
            ("internalId", "externalId"),
            ("a", "b"),
            ("", "a"),
        ] {
            assert_eq!(member_distance(one, two), None, "{one} {two}");
        }
    }

    #[test]
    fn variants_have_one_slip_and_codes_none() {
        assert_eq!(variant_distance("BUY", "buy"), Some(0));
        assert_eq!(variant_distance("In Progress", "in_progress"), Some(0));
        assert_eq!(variant_distance("sel", "sell"), Some(1));
        assert_eq!(variant_distance("buyy", "buy"), Some(1));
        assert_eq!(variant_distance("pendng", "pending"), Some(1));
        assert_eq!(variant_distance("usd", "USD"), Some(0));
        for (one, two) in [
            ("USDC", "USDT"),
            ("SGD", "SED"),
            ("main", "mail"),
            ("v1", "v2"),
            ("pnding", "pendingg"),
            ("usd", "usdt"),
            ("on", "one"),
            ("slowest", "lowest"),
            ("ascending", "descending"),
            ("by", "buy"),
        ] {
            assert_eq!(variant_distance(one, two), None, "{one} {two}");
        }
    }

    #[test]
    fn ties_are_told() {
        let near = nearest("lines", ["line", "liness", "other"], member_distance);
        assert_eq!(near, Some((1, vec!["line", "liness"])));
        assert_eq!(nearest("x", ["line"], member_distance), None);
    }
}
