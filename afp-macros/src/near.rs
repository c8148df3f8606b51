//! Which of the known words a word is a slip of.

/// The word in other letters, with a tail (`status_code`), or two letters off at most, and a third
/// of them.
pub(crate) fn nearest<'a>(
    word: &str,
    known: impl Iterator<Item = &'a str> + Clone,
) -> Option<&'a str> {
    let word = word.to_lowercase();
    let with_tail = |known: &&str| {
        let tail = word.strip_prefix(&known.to_lowercase());
        tail.is_some_and(|tail| tail.starts_with('_'))
    };
    if let Some(known) = known.clone().find(with_tail) {
        return Some(known);
    }
    known
        .map(|known| (distance(&word, &known.to_lowercase()), known))
        .filter(|(distance, known)| *distance <= 2.min(known.len() / 3))
        .min()
        .map(|(_, known)| known)
}

/// Levenshtein, over bytes.
fn distance(left: &str, right: &str) -> usize {
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (i, l) in left.bytes().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, r) in right.bytes().enumerate() {
            let substituted = diagonal + usize::from(l != r);
            diagonal = row[j + 1];
            row[j + 1] = substituted.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[right.len()]
}

#[cfg(test)]
mod tests {
    use super::{distance, nearest};

    #[test]
    fn a_slip_is_near_and_another_word_is_not() {
        let keys = ["status", "retryable", "expected", "docs_url"];
        let near = |word| nearest(word, keys.into_iter());
        assert_eq!(near("statsu"), Some("status"));
        assert_eq!(near("retriable"), Some("retryable"));
        assert_eq!(near("expect"), Some("expected"));
        assert_eq!(near("STATUS"), Some("status"));
        assert_eq!(near("status_code"), Some("status"));
        assert_eq!(near("hint"), None);
        assert_eq!(near("docs_base"), None);
    }

    #[test]
    fn distance_counts_letters() {
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("same", "same"), 0);
    }
}
