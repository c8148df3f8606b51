//! A documentation base is an https URL to which `/CODE` is added.

use crate::error_enum::ErrorEnum;
use crate::problems::Problems;
use crate::url;

pub(crate) fn check(model: &ErrorEnum<'_>, problems: &mut Problems) {
    let Some(base) = model.docs_base.value() else {
        return;
    };
    if let Some(mistake) = url::mistake(&base.value()).or_else(|| url::base_mistake(&base.value()))
    {
        let message = format!(
            "`docs_base` is an https URL, like `https://api.example.com/errors`; {mistake}"
        );
        problems.at(base.span(), message);
    }
}
