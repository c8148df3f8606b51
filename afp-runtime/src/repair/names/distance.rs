use super::Distance;

/// Names longer than this are near to nothing.
const MAX_CHARS: usize = 64;

/// Insertions, deletions, changes and swaps of neighbours between two texts (optimal string
/// alignment); `None` when more than `limit`.
pub(super) fn within(one: &str, two: &str, limit: Distance) -> Option<Distance> {
    if one == two {
        return Some(0);
    }
    let limit = usize::from(limit);
    let (one, two): (Vec<char>, Vec<char>) = (one.chars().collect(), two.chars().collect());
    let too_long = one.len().max(two.len()) > MAX_CHARS;
    if too_long || one.len().abs_diff(two.len()) > limit {
        return None;
    }
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=two.len()).collect();
    for (i, &a) in one.iter().enumerate() {
        let mut row = vec![i + 1; two.len() + 1];
        for (j, &b) in two.iter().enumerate() {
            let change = above[j] + usize::from(a != b);
            let mut least = change.min(above[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && a == two[j - 1] && b == one[i - 1] {
                least = least.min(before[j - 1] + 1);
            }
            row[j + 1] = least;
        }
        if row.iter().all(|&cell| cell > limit) {
            return None;
        }
        before = std::mem::replace(&mut above, row);
    }
    let distance = above[two.len()];
    let near = distance <= limit;
    near.then(|| Distance::try_from(distance).ok()).flatten()
}

/// Whether the texts differ by two neighbours that changed places.
pub(super) fn is_swap(one: &str, two: &str) -> bool {
    let (one, two): (Vec<char>, Vec<char>) = (one.chars().collect(), two.chars().collect());
    let differs = |at: &usize| one[*at] != two[*at];
    let places: Vec<usize> = (0..one.len().min(two.len())).filter(differs).collect();
    match places[..] {
        [at, next] => next == at + 1 && one[at] == two[next] && one[next] == two[at],
        _ => false,
    }
}

/// Whether the longer text is the shorter one with a letter doubled.
pub(super) fn is_doubled(one: &str, two: &str) -> bool {
    let (short, long) = if one.len() < two.len() {
        (one, two)
    } else {
        (two, one)
    };
    let doubled = |(at, letter): (usize, char)| {
        let end = at + letter.len_utf8();
        long == format!("{}{letter}{}", &short[..end], &short[end..])
    };
    short.char_indices().any(doubled)
}
