//! What handlers answer with.

use serde::Serialize;

#[derive(Serialize)]
struct Item {
    id: String,
    title: String,
    description: &'static str,
    state: &'static str,
}

#[derive(Serialize)]
struct Items {
    items: Vec<Item>,
    next: Option<String>,
}

#[derive(Serialize)]
struct Points {
    points: Vec<(u32, f64, f64, i32)>,
}

/// What a handler serialises.
pub trait Answer {
    /// The JSON of it.
    fn json(&self) -> Vec<u8>;
}

impl<T: Serialize> Answer for T {
    fn json(&self) -> Vec<u8> {
        serde_json::to_vec(self).unwrap_or_default()
    }
}

/// An object of about so many bytes, most of them in strings.
pub fn strings(size: usize) -> Box<dyn Answer> {
    let item = |number| Item {
        id: format!("ord_{number:08}"),
        title: format!("A fairly ordinary product title number {number}"),
        description: "Ships in two days, returns within thirty; mind the \"fragile\" label.",
        state: "open",
    };
    grown(size, |count| {
        Box::new(Items {
            items: (0..count).map(item).collect(),
            next: None,
        })
    })
}

/// An object of about so many bytes, nearly all of them in numbers.
pub fn numbers(size: usize) -> Box<dyn Answer> {
    let point = |number: u32| {
        let real = |factor: u32, modulus: u32| f64::from(number * factor % modulus) / 64.0;
        (
            number * 7919 % 100_000,
            real(37, 10_000),
            real(91, 100_000),
            -(number as i32 % 90),
        )
    };
    grown(size, |count| {
        Box::new(Points {
            points: (0..count as u32).map(point).collect(),
        })
    })
}

fn grown(size: usize, make: impl Fn(usize) -> Box<dyn Answer>) -> Box<dyn Answer> {
    let one = make(1).json().len();
    let two = make(2).json().len();
    let count = 1 + size.saturating_sub(one) / (two - one);
    make(count)
}

/// A page of about 1 MB: many tags with attributes.
pub fn page() -> Vec<u8> {
    let mut page = String::from("<!doctype html><html><head><title>Catalogue</title></head><body>");
    let mut number = 0;
    while page.len() < 1_000_000 {
        page.push_str(&format!(
            "<div class=\"card card--wide\" data-id=\"{number}\"><a href=\"/items/{number}?ref=list\" \
             title='Item {number}'><img src=\"/i/{number}.png\" alt=\"\"></a><p>An ordinary sentence \
             about item {number}, with &amp; and <b>bold</b>.</p></div>\n"
        ));
        number += 1;
    }
    page.push_str("</body></html>");
    page.into_bytes()
}
