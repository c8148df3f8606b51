use proc_macro2::Span;
use syn::LitStr;

use super::Template;
use crate::attribute::Json;
use crate::template::Hole;

/// What the agent merges into its request.
pub(crate) enum Suggestion {
    /// An object written out.
    Object(Vec<Member>, Span),
    /// One field that is the object.
    Field(Template),
}

/// `"key": value`
pub(crate) struct Member {
    pub(crate) key: Template,
    pub(crate) value: Value,
}

/// A JSON value with holes.
pub(crate) enum Value {
    /// A string with text holes, or without any.
    Text(Template),
    /// A string that is one placeholder: the field's own JSON.
    Field(Template, Hole),
    /// A number, `true`, `false` or `null`.
    Fixed(String, Span),
    List(Vec<Value>, Span),
    Object(Vec<Member>, Span),
}

impl Suggestion {
    pub(crate) fn read(json: Json) -> Self {
        match json {
            Json::Text(text) => Self::Field(Template::read(text)),
            Json::Object(members, span) => {
                Self::Object(members.into_iter().map(Member::read).collect(), span)
            }
            other => Self::Object(Vec::new(), other.span()),
        }
    }

    pub(crate) fn members(&self) -> &[Member] {
        match self {
            Self::Object(members, _) => members,
            Self::Field(_) => &[],
        }
    }

    /// The member of that name at the top level.
    pub(crate) fn member(&self, name: &str) -> Option<&Member> {
        self.members()
            .iter()
            .find(|member| member.key.plain().as_deref() == Some(name))
    }

    /// Every template in it, keys included.
    pub(crate) fn templates(&self) -> Vec<&Template> {
        let mut templates = Vec::new();
        match self {
            Self::Field(template) => templates.push(template),
            Self::Object(members, _) => gather_members(members, &mut templates),
        }
        templates
    }

    /// The templates that stand for a field's own JSON.
    pub(crate) fn values(&self) -> Vec<&Template> {
        let mut values = Vec::new();
        match self {
            Self::Field(template) => values.push(template),
            Self::Object(members, _) => {
                for member in members {
                    gather_values(&member.value, &mut values);
                }
            }
        }
        values
    }

    /// Every object in it, from the outside in.
    pub(crate) fn objects(&self) -> Vec<&[Member]> {
        let mut objects = Vec::new();
        if let Self::Object(members, _) = self {
            gather_objects(members, &mut objects);
        }
        objects
    }
}

impl Member {
    fn read((key, value): (LitStr, Json)) -> Self {
        Self {
            key: Template::read(key),
            value: Value::read(value),
        }
    }
}

impl Value {
    fn read(json: Json) -> Self {
        match json {
            Json::Text(text) => {
                let template = Template::read(text);
                match template.one_field().cloned() {
                    Some(hole) => Self::Field(template, hole),
                    None => Self::Text(template),
                }
            }
            Json::Number(number, span) => Self::Fixed(number, span),
            Json::Word(word, span) => Self::Fixed(word.to_owned(), span),
            Json::List(values, span) => {
                Self::List(values.into_iter().map(Self::read).collect(), span)
            }
            Json::Object(members, span) => {
                Self::Object(members.into_iter().map(Member::read).collect(), span)
            }
        }
    }

    /// Where it begins.
    pub(crate) fn span(&self) -> Span {
        match self {
            Self::Text(template) | Self::Field(template, _) => template.span(),
            Self::Fixed(_, span) | Self::List(_, span) | Self::Object(_, span) => *span,
        }
    }
}

fn gather_members<'a>(members: &'a [Member], templates: &mut Vec<&'a Template>) {
    for member in members {
        templates.push(&member.key);
        gather(&member.value, templates);
    }
}

fn gather<'a>(value: &'a Value, templates: &mut Vec<&'a Template>) {
    match value {
        Value::Text(template) | Value::Field(template, _) => templates.push(template),
        Value::Fixed(..) => {}
        Value::List(values, _) => values.iter().for_each(|value| gather(value, templates)),
        Value::Object(members, _) => gather_members(members, templates),
    }
}

fn gather_values<'a>(value: &'a Value, values: &mut Vec<&'a Template>) {
    match value {
        Value::Field(template, _) => values.push(template),
        Value::List(list, _) => list.iter().for_each(|value| gather_values(value, values)),
        Value::Object(members, _) => members.iter().for_each(|m| gather_values(&m.value, values)),
        Value::Text(_) | Value::Fixed(..) => {}
    }
}

fn gather_objects<'a>(members: &'a [Member], objects: &mut Vec<&'a [Member]>) {
    objects.push(members);
    for member in members {
        objects_in(&member.value, objects);
    }
}

fn objects_in<'a>(value: &'a Value, objects: &mut Vec<&'a [Member]>) {
    match value {
        Value::Object(members, _) => gather_objects(members, objects),
        Value::List(values, _) => values.iter().for_each(|value| objects_in(value, objects)),
        Value::Text(_) | Value::Field(..) | Value::Fixed(..) => {}
    }
}
