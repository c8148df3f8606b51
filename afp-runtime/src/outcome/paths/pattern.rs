//! One path pattern.

use std::str::FromStr;

use thiserror::Error;

/// Tokens of a pattern, at most; a state set is then a fixed number of words.
const MAX_TOKENS: usize = 255;

/// A pattern for a whole path: `*` stands for any run without `/`, `**` for any run.
///
/// ```
/// use afp_runtime::outcome::PathPattern;
///
/// let pattern: PathPattern = "/api/*/items/**".parse()?;
/// assert!(pattern.matches("/api/v2/items/7/parts"));
/// assert!(!pattern.matches("/api/v2/x/items/7"));
/// # Ok::<(), afp_runtime::outcome::InvalidPattern>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PathPattern(Kind);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Kind {
    Exact(Box<str>),
    /// A literal, then `**`.
    Prefix(Box<str>),
    Tokens(Box<[Token]>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Token {
    Byte(u8),
    /// `*`
    Run,
    /// `**`
    AnyRun,
}

/// Why a text is no pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum InvalidPattern {
    /// It can't match a path.
    #[error("a path pattern starts with `/` or `*`")]
    Start,
    /// A path has no query; the pattern would never match.
    #[error("a path pattern has no `?` and no `#`: queries are cut off before matching")]
    Query,
    /// More than 255 bytes and wildcards.
    #[error("a path pattern has at most 255 bytes and wildcards")]
    TooLong,
}

impl FromStr for PathPattern {
    type Err = InvalidPattern;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if !text.starts_with(['/', '*']) {
            return Err(InvalidPattern::Start);
        }
        if text.contains(['?', '#']) {
            return Err(InvalidPattern::Query);
        }
        let tokens = tokens(text);
        if tokens.len() > MAX_TOKENS {
            return Err(InvalidPattern::TooLong);
        }
        let literal = text.trim_end_matches('*');
        Ok(Self(
            match (literal.contains('*'), text.len() - literal.len()) {
                (false, 0) => Kind::Exact(text.into()),
                (false, 2) => Kind::Prefix(literal.into()),
                _ => Kind::Tokens(tokens.into()),
            },
        ))
    }
}

fn tokens(text: &str) -> Vec<Token> {
    let mut tokens = Vec::with_capacity(text.len());
    for byte in text.bytes() {
        match (byte, tokens.last_mut()) {
            (b'*', Some(last @ (Token::Run | Token::AnyRun))) => *last = Token::AnyRun,
            (b'*', _) => tokens.push(Token::Run),
            (byte, _) => tokens.push(Token::Byte(byte)),
        }
    }
    tokens
}

impl PathPattern {
    /// Whether the whole path matches. All alternatives are followed at once, so time is linear in
    /// the path; nothing is tried twice.
    #[must_use]
    pub fn matches(&self, path: &str) -> bool {
        match &self.0 {
            Kind::Exact(text) => **text == *path,
            Kind::Prefix(text) => path.starts_with(&**text),
            Kind::Tokens(tokens) => matches_tokens(tokens, path.as_bytes()),
        }
    }
}

/// The positions in the pattern that can be reached, one bit each.
#[derive(Clone, Copy, Default)]
struct Positions([u64; MAX_TOKENS / 64 + 1]);

impl Positions {
    /// Adds a position, and those behind it that runs of length zero lead to.
    fn reach(&mut self, mut at: usize, tokens: &[Token]) {
        loop {
            self.0[at / 64] |= 1 << (at % 64);
            match tokens.get(at) {
                Some(Token::Run | Token::AnyRun) => at += 1,
                _ => return,
            }
        }
    }

    fn contains(&self, at: usize) -> bool {
        self.0[at / 64] & (1 << (at % 64)) != 0
    }

    fn is_empty(&self) -> bool {
        self.0 == [0; MAX_TOKENS / 64 + 1]
    }

    fn step(self, byte: u8, tokens: &[Token]) -> Self {
        let mut next = Self::default();
        for (word, bits) in self.0.into_iter().enumerate() {
            let mut bits = bits;
            while bits != 0 {
                let at = word * 64 + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                match tokens.get(at) {
                    Some(Token::Byte(expected)) if *expected == byte => next.reach(at + 1, tokens),
                    Some(Token::Run) if byte != b'/' => next.reach(at, tokens),
                    Some(Token::AnyRun) => next.reach(at, tokens),
                    _ => {}
                }
            }
        }
        next
    }
}

fn matches_tokens(tokens: &[Token], path: &[u8]) -> bool {
    let mut positions = Positions::default();
    positions.reach(0, tokens);
    for byte in path {
        positions = positions.step(*byte, tokens);
        if positions.is_empty() {
            return false;
        }
    }
    positions.contains(tokens.len())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn matches(pattern: &str, path: &str) -> bool {
        pattern.parse::<PathPattern>().unwrap().matches(path)
    }

    #[test]
    fn one_star_stays_in_a_segment_and_two_cross() {
        for (pattern, path, holds) in [
            ("/a", "/a", true),
            ("/a", "/a/", false),
            ("/a*", "/abc", true),
            ("/a*", "/a", true),
            ("/a*", "/a/b", false),
            ("/a/**", "/a/", true),
            ("/a/**", "/a", false),
            ("/a/**/z", "/a/b/c/z", true),
            ("/a/**/z", "/a/z", false),
            ("**.json", "/x/y.json", true),
            ("/*/b/*", "/a/b/c", true),
            ("/*/b/*", "/a/b/c/d", false),
            ("/a***b", "/a/x/b", true),
            ("*", "/", false),
            ("**", "/anything/at/all", true),
        ] {
            assert_eq!(matches(pattern, path), holds, "{pattern} {path}");
        }
    }

    #[test]
    fn patterns_that_never_match_are_refused() {
        assert_eq!("a".parse::<PathPattern>(), Err(InvalidPattern::Start));
        assert_eq!("/a?b".parse::<PathPattern>(), Err(InvalidPattern::Query));
        assert_eq!(
            format!("/{}", "a".repeat(300)).parse::<PathPattern>(),
            Err(InvalidPattern::TooLong)
        );
    }

    #[test]
    fn a_hostile_path_takes_linear_time() {
        let pattern: PathPattern = format!("/{}b", "*a".repeat(100)).parse().unwrap();
        let path = format!("/{}", "a".repeat(20_000));
        let start = std::time::Instant::now();
        assert!(!pattern.matches(&path));
        assert!(start.elapsed().as_secs() < 5);
    }

    /// The plain recursive definition.
    fn by_definition(pattern: &[u8], path: &[u8]) -> bool {
        match pattern {
            [] => path.is_empty(),
            [b'*', b'*', rest @ ..] => (0..=path.len()).any(|at| by_definition(rest, &path[at..])),
            [b'*', rest @ ..] => (0..=path.len())
                .take_while(|at| !path[..*at].contains(&b'/'))
                .any(|at| by_definition(rest, &path[at..])),
            [byte, rest @ ..] => path.first() == Some(byte) && by_definition(rest, &path[1..]),
        }
    }

    proptest! {
        #[test]
        fn matching_is_the_definition(
            pattern in "/([ab/]|\\*|\\*\\*[ab/]){0,8}",
            path in "/[ab/]{0,10}",
        ) {
            let expected = by_definition(pattern.as_bytes(), path.as_bytes());
            prop_assert_eq!(matches(&pattern, &path), expected);
        }
    }
}
