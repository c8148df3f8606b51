//! Gathers complaints, so that one build shows all of them.

use proc_macro2::{Span, TokenStream};
use quote::ToTokens;

/// Everything that is wrong with one enum.
#[derive(Default)]
pub(crate) struct Problems {
    errors: Vec<syn::Error>,
}

impl Problems {
    /// Something is wrong at `span`.
    pub(crate) fn at(&mut self, span: Span, message: impl std::fmt::Display) {
        self.errors.push(syn::Error::new(span, message));
    }

    /// Something is wrong with all of `tokens`.
    pub(crate) fn on(&mut self, tokens: impl ToTokens, message: impl std::fmt::Display) {
        self.errors.push(syn::Error::new_spanned(tokens, message));
    }

    pub(crate) fn add(&mut self, error: syn::Error) {
        self.errors.push(error);
    }

    pub(crate) fn count(&self) -> usize {
        self.errors.len()
    }

    /// The tokens that make rustc show every complaint; `Ok` when there is none.
    pub(crate) fn finish(self) -> Result<(), TokenStream> {
        if self.errors.is_empty() {
            return Ok(());
        }
        Err(self
            .errors
            .iter()
            .map(syn::Error::to_compile_error)
            .collect())
    }
}
