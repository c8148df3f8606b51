/// Marks an answer of an endpoint of this framework, in the extensions of the response: wherever
/// the endpoint is mounted, its answers carry no outcome contract.
#[derive(Debug, Clone, Copy)]
pub(super) struct OwnAnswer;
