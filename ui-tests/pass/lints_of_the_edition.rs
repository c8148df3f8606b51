#![deny(non_shorthand_field_patterns, unused_variables, unused_results, let_underscore_drop)]
#![deny(rust_2024_compatibility, non_snake_case, trivial_casts, trivial_numeric_casts)]
#![deny(unused_lifetimes, unused_macro_rules, unit_bindings, variant_size_differences)]
#![deny(explicit_outlives_requirements, meta_variable_misuse, absolute_paths_not_starting_with_crate)]

use afp_runtime::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
pub enum E {
    #[error("a")]
    #[afp(code = "A", action = FixInputFormat, retryable = false, status = 422, expected = "{id}")]
    A { id: u8, other: Box<u8> },
}

pub static REGISTRY: afp_runtime::Registry = afp_runtime::registry![E];

fn main() {}
