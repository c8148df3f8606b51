//! Tower layers that go around routes.

mod envelope;
mod foreign;

pub(super) use self::envelope::EnvelopeLayer;
