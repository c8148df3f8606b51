//! Every error has an HTTP status.

use crate::error_enum::Variant;
use crate::problems::Problems;

pub(crate) fn check(variant: &Variant<'_>, problems: &mut Problems) {
    if variant.status.is_absent() {
        let message =
            "missing `status = ...`; an error status is between 400 and 599, like `status = 404`";
        problems.at(variant.ident.span(), message);
    }
}
