//! The derive behind `afp-runtime`.

/// See `afp_runtime::AgentError`.
#[proc_macro_derive(AgentError, attributes(afp))]
pub fn derive_agent_error(_input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    proc_macro::TokenStream::new()
}
