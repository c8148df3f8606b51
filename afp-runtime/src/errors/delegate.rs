//! A transparent variant may box what it hands over to.

use std::sync::Arc;

use super::writer::Writer;
use super::{AgentError, AgentErrors, ErrorSpec, Group};

#[diagnostic::do_not_recommend]
impl<E: AgentErrors> AgentErrors for Box<E> {
    const GROUP: &'static Group = E::GROUP;
}

#[diagnostic::do_not_recommend]
impl<E: AgentError> AgentError for Box<E> {
    fn spec(&self) -> &'static ErrorSpec {
        E::spec(self)
    }

    fn __afp_hole(&self, hole: u16, out: &mut Writer) {
        E::__afp_hole(self, hole, out);
    }

    fn __afp_message_is_its_codes(&self) -> bool {
        E::__afp_message_is_its_codes(self)
    }

    fn __afp_dyn(&self) -> &dyn AgentError {
        E::__afp_dyn(self)
    }
}

#[diagnostic::do_not_recommend]
impl<E: AgentErrors> AgentErrors for Arc<E> {
    const GROUP: &'static Group = E::GROUP;
}

#[diagnostic::do_not_recommend]
impl<E: AgentError> AgentError for Arc<E> {
    fn spec(&self) -> &'static ErrorSpec {
        E::spec(self)
    }

    fn __afp_hole(&self, hole: u16, out: &mut Writer) {
        E::__afp_hole(self, hole, out);
    }

    fn __afp_message_is_its_codes(&self) -> bool {
        E::__afp_message_is_its_codes(self)
    }

    fn __afp_dyn(&self) -> &dyn AgentError {
        E::__afp_dyn(self)
    }
}
