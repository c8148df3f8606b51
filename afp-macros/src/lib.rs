//! The derive behind `afp-runtime`: read, check, expand. Use it through `afp_runtime::AgentError`.

mod attribute;
mod checks;
mod error_enum;
mod expand;
mod hash;
mod names;
mod near;
mod problems;
mod template;
mod url;
mod vocabulary;

use proc_macro2::TokenStream;
use syn::{Data, DeriveInput};

use crate::error_enum::ErrorEnum;
use crate::problems::Problems;

#[expect(missing_docs, reason = "documented where `afp-runtime` re-exports it")]
#[proc_macro_derive(AgentError, attributes(afp))]
pub fn derive_agent_error(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    derive(input.into()).into()
}

fn derive(input: TokenStream) -> TokenStream {
    let input: DeriveInput = match syn::parse2(input) {
        Ok(input) => input,
        Err(error) => return error.into_compile_error(),
    };
    let mut problems = Problems::default();
    let mut model = ErrorEnum::read(&input, &mut problems);
    checks::run(&mut model, &mut problems);
    match problems.finish() {
        Ok(()) => expand::impl_for(&model),
        Err(mut complaints) => {
            if !matches!(input.data, Data::Union(_)) {
                complaints.extend(expand::stand_in(&model));
            }
            complaints
        }
    }
}

#[cfg(test)]
mod tests;
