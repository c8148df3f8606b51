use super::writer::Writer;
use super::{ErrorSpec, Group};

/// An error that an agent can act on. Made by `#[derive(AgentError)]`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an error that agents can act on",
    note = "add `#[derive(AgentError)]` to the enum",
    note = "an error of another crate gets a code from the variant that holds it: give that variant a status, an action and `expected`"
)]
pub trait AgentError: std::error::Error {
    /// What is fixed about this error's code.
    fn spec(&self) -> &'static ErrorSpec;

    /// Writes one dynamic piece of the envelope.
    #[doc(hidden)]
    fn __afp_hole(&self, hole: u16, out: &mut Writer);

    /// Whether the message of its spec is this error's, too: not where a transparent variant has
    /// words of its own.
    #[doc(hidden)]
    fn __afp_message_is_its_codes(&self) -> bool {
        true
    }

    /// The error without its type.
    #[doc(hidden)]
    fn __afp_dyn(&self) -> &dyn AgentError;

    /// `feedback.expected`, rendered.
    fn expected(&self) -> String {
        super::render::expected(self.__afp_dyn())
    }
}

/// The codes of an enum, known without a value of it. Made by `#[derive(AgentError)]`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no codes to register",
    note = "add `#[derive(AgentError)]` to the enum"
)]
pub trait AgentErrors {
    /// The codes of this enum and of those it delegates to.
    const GROUP: &'static Group;
}
