//! Our words → complaints: one rule a file.

mod action_is_given;
mod action_is_known;
mod apply_to_needs_a_suggestion;
mod code_is_screaming_snake_case;
mod code_is_unique;
mod crate_path_is_absolute;
mod current_name_is_unique;
mod details_is_one_field;
mod docs_base_is_https;
mod docs_url_is_https;
mod expected_is_given;
mod expected_is_not_blank;
mod expected_names_a_field;
mod retryable_fits_the_action;
mod retryable_is_given;
mod secret_is_in_no_template;
mod secret_is_not_current;
mod secret_is_not_in_display;
mod status_is_an_error;
mod status_is_given;
mod suggestion_computes_one_key;
mod suggestion_fits_the_action;
mod suggestion_is_explained;
mod suggestion_is_one_field;
mod suggestion_keys_are_unique;
mod template_fields_exist;
mod template_is_well_formed;
mod text_shows_no_option;
mod transparent_does_not_hold_itself;
mod transparent_has_one_field;
mod transparent_is_no_trait_object;
mod transparent_stands_alone;
mod variant_has_an_attribute;
mod wait_and_batch_size_are_given;

use crate::error_enum::{ErrorEnum, Variant};
use crate::problems::Problems;

const OF_THE_ENUM: &[fn(&ErrorEnum<'_>, &mut Problems)] = &[
    crate_path_is_absolute::check,
    docs_base_is_https::check,
    code_is_unique::check,
    transparent_does_not_hold_itself::check,
];

const OF_A_TRANSPARENT_VARIANT: &[fn(&Variant<'_>, &mut Problems)] = &[
    transparent_has_one_field::check,
    transparent_is_no_trait_object::check,
    transparent_stands_alone::check,
];

const OF_A_VARIANT: &[fn(&Variant<'_>, &mut Problems)] = &[
    code_is_screaming_snake_case::check,
    status_is_given::check,
    status_is_an_error::check,
    action_is_given::check,
    action_is_known::check,
    retryable_is_given::check,
    retryable_fits_the_action::check,
    expected_is_given::check,
    expected_is_not_blank::check,
    expected_names_a_field::check,
    text_shows_no_option::check,
    template_is_well_formed::check,
    template_fields_exist::check,
    secret_is_in_no_template::check,
    secret_is_not_current::check,
    secret_is_not_in_display::check,
    current_name_is_unique::check,
    suggestion_fits_the_action::check,
    suggestion_is_one_field::check,
    suggestion_keys_are_unique::check,
    suggestion_computes_one_key::check,
    suggestion_is_explained::check,
    wait_and_batch_size_are_given::check,
    apply_to_needs_a_suggestion::check,
    details_is_one_field::check,
    docs_url_is_https::check,
];

/// Looks at everything, and stops at nothing. Marks the variants that are not sound.
pub(crate) fn run(model: &mut ErrorEnum<'_>, problems: &mut Problems) {
    for check in OF_THE_ENUM {
        check(model, problems);
    }
    for variant in &mut model.variants {
        let before = problems.count();
        for check in checks_of(variant) {
            check(variant, problems);
        }
        variant.is_sound &= problems.count() == before;
    }
}

fn checks_of(variant: &Variant<'_>) -> &'static [fn(&Variant<'_>, &mut Problems)] {
    if !variant.has_attribute {
        &[variant_has_an_attribute::check]
    } else if variant.is_unreadable {
        &[]
    } else if variant.transparent.is_some() {
        OF_A_TRANSPARENT_VARIANT
    } else {
        OF_A_VARIANT
    }
}
