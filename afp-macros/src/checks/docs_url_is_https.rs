//! A documentation page is an https URL.

use crate::error_enum::Variant;
use crate::problems::Problems;
use crate::url;

pub(crate) fn check(variant: &Variant<'_>, problems: &mut Problems) {
    let Some(page) = variant.docs_url.value() else {
        return;
    };
    if let Some(mistake) = url::mistake(&page.value()) {
        let message = format!(
            "`docs_url` is an https URL, like `https://api.example.com/errors/PRICE_DRIFTED`; {mistake}"
        );
        problems.at(page.span(), message);
    }
}
