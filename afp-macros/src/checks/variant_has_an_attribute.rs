//! Every variant says what an agent should do.

use crate::error_enum::Variant;
use crate::problems::Problems;

pub(crate) fn check(variant: &Variant<'_>, problems: &mut Problems) {
    let message = format!(
        "`{}` has no `#[afp(...)]`; write `#[afp(status = 404, action = NoActionPossible, expected = \"...\")]`, or `#[afp(transparent)]` for an error of another enum",
        variant.ident
    );
    problems.at(variant.ident.span(), message);
}
