//! Finding the place for a contract in a body, by reading it once. Nothing is rewritten.

mod html;
mod json;
mod words;

pub use self::{
    html::{HtmlPage, find_contract_element, read_html},
    json::{JsonText, MAX_DEPTH, contract_member, read_json},
};
