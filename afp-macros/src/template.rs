//! Text with holes: `"order {id} of {shop:?}"`. Knows nothing of syn.

mod format_spec;

pub(crate) use self::format_spec::FormatTrait;

/// One part of a template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Piece {
    Text(String),
    Hole(Hole),
}

/// `{field}`, `{0}` or `{field:>8}`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Hole {
    /// Field name or position, as written.
    pub(crate) field: String,
    /// What stands behind the colon; `None` without one, and for an empty one.
    pub(crate) spec: Option<String>,
}

impl Hole {
    /// The trait that the field is shown with.
    pub(crate) fn format_trait(&self) -> FormatTrait {
        self.spec
            .as_deref()
            .and_then(|spec| format_spec::parse(spec).ok())
            .unwrap_or(FormatTrait::Display)
    }
}

/// What is wrong with a template, as a sentence.
pub(crate) type Mistake = String;

/// Reads a template. Never fails: what is wrong is listed, and left out of the pieces.
pub(crate) fn parse(template: &str) -> (Vec<Piece>, Vec<Mistake>) {
    let mut reader = Reader::default();
    let mut rest = template;
    while let Some(at) = rest.find(['{', '}']) {
        reader.text.push_str(&rest[..at]);
        rest = reader.brace(&rest[at..]);
    }
    reader.text.push_str(rest);
    reader.flush();
    (reader.pieces, reader.mistakes)
}

#[derive(Default)]
struct Reader {
    text: String,
    pieces: Vec<Piece>,
    mistakes: Vec<Mistake>,
}

impl Reader {
    /// Reads what begins with a brace, and returns what comes behind.
    fn brace<'t>(&mut self, rest: &'t str) -> &'t str {
        for (double, single) in [("{{", '{'), ("}}", '}')] {
            if let Some(behind) = rest.strip_prefix(double) {
                self.text.push(single);
                return behind;
            }
        }
        let Some(behind) = rest.strip_prefix('{') else {
            self.mistake("stray `}`; write `}}` for a literal brace");
            return &rest[1..];
        };
        // A brace inside belongs to the next hole: this one was never closed.
        match behind.find(['{', '}']) {
            Some(end) if behind[end..].starts_with('}') => {
                self.hole(&behind[..end]);
                &behind[end + 1..]
            }
            inner => {
                self.mistake("unclosed `{`; write `{{` for a literal brace");
                inner.map_or("", |at| &behind[at..])
            }
        }
    }

    fn hole(&mut self, inside: &str) {
        let (field, spec) = inside.split_once(':').unwrap_or((inside, ""));
        let (field, spec) = (field.trim(), spec.trim_end());
        let before = self.mistakes.len();
        if field.is_empty() {
            let hint = format!("`{{{inside}}}` has no name; write `{{field}}` or `{{0}}`");
            self.mistake(hint);
        } else if !is_field_name(field) {
            self.mistake(format!(
                "`{{{inside}}}` is not a field; write `{{field}}` or `{{0}}`, and `{{{{` for a literal brace"
            ));
        }
        if let Err(mistake) = format_spec::parse(spec) {
            self.mistake(mistake);
        }
        if self.mistakes.len() == before {
            self.flush();
            self.pieces.push(Piece::Hole(Hole {
                field: field.to_owned(),
                spec: (!spec.is_empty()).then(|| spec.to_owned()),
            }));
        }
    }

    fn flush(&mut self) {
        if !self.text.is_empty() {
            self.pieces
                .push(Piece::Text(std::mem::take(&mut self.text)));
        }
    }

    fn mistake(&mut self, mistake: impl Into<String>) {
        let mistake = mistake.into();
        if !self.mistakes.contains(&mistake) {
            self.mistakes.push(mistake);
        }
    }
}

/// An identifier or a position. Whether it exists is looked up later, so letters suffice here.
fn is_field_name(name: &str) -> bool {
    let position = name.bytes().all(|byte| byte.is_ascii_digit());
    let identifier = !name.starts_with(|first: char| first.is_ascii_digit())
        && name.chars().all(|letter| {
            letter == '_'
                || letter.is_alphanumeric()
                || !(letter.is_ascii() || letter.is_whitespace() || letter.is_control())
        });
    position || identifier
}

/// The template as the catalogue shows it: holes without format specs, braces escaped.
pub(crate) fn shown(pieces: &[Piece]) -> String {
    let mut text = String::new();
    for piece in pieces {
        match piece {
            Piece::Text(piece) => text.push_str(&piece.replace('{', "{{").replace('}', "}}")),
            Piece::Hole(hole) => text.extend(["{", &hole.field, "}"]),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{
        Just, Strategy, any, prop, prop_assert, prop_assert_eq, prop_oneof, proptest,
    };

    use super::{Piece, parse, shown};

    /// Text of the letters that templates are made of.
    fn nearly_templates() -> impl Strategy<Value = String> {
        let pieces = prop_oneof![
            Just("{"),
            Just("}"),
            Just("{{"),
            Just("}}"),
            Just(":"),
            Just("?"),
            Just(">8"),
            Just("a"),
            Just("0"),
            Just("{id}"),
            Just("{0:?}"),
            Just(" "),
            Just("é"),
            Just("$"),
            Just("*"),
            Just("\u{301}"),
            Just("{\u{1F600}:\u{1F600}<3}"),
        ];
        let joined = prop::collection::vec(pieces, 0..8).prop_map(|pieces| pieces.concat());
        prop_oneof![joined, any::<String>()]
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_complained_about(text in nearly_templates()) {
            let (pieces, mistakes) = parse(&text);
            if mistakes.is_empty() {
                // What is shown reads as the same template, format specs left out.
                let (again, mistakes) = parse(&shown(&pieces));
                prop_assert!(mistakes.is_empty());
                prop_assert_eq!(shown(&again), shown(&pieces));
                prop_assert_eq!(again.len(), pieces.len());
            }
            let neighbours = pieces.windows(2);
            let mut texts = neighbours.filter(|pair| matches!(pair, [Piece::Text(_), Piece::Text(_)]));
            prop_assert!(texts.next().is_none() || !mistakes.is_empty());
        }

        #[test]
        fn text_without_braces_is_itself(text in "[^{}]*") {
            let (pieces, mistakes) = parse(&text);
            prop_assert!(mistakes.is_empty());
            prop_assert_eq!(shown(&pieces), text);
        }

        #[test]
        fn escaped_text_is_itself(text: String) {
            let escaped = text.replace('{', "{{").replace('}', "}}");
            let (pieces, mistakes) = parse(&escaped);
            prop_assert!(mistakes.is_empty());
            let expected: Vec<Piece> = (!text.is_empty()).then_some(Piece::Text(text)).into_iter().collect();
            prop_assert_eq!(pieces, expected);
        }
    }
}
