//! HTML.
/// x
#[derive(Debug)]
pub struct HtmlPage;
/// x
pub fn read_html() {}
/// x
pub fn find_contract_element() {}
