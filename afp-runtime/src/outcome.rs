//! The words of the outcome contract (protocol 3): successful answers ask how it went.
//!
//! No IO, no clock, no random source: entropy and time are arguments.

mod capability;
mod contract;
mod endpoint;
mod operation;
mod paths;
mod product_key;
mod review;
pub mod splice;
mod telemetry;

pub use self::{
    capability::{
        Capability, Claims, Entropy, LIFETIME, Signer, SigningKey, TokenRejected, UnverifiedToken,
    },
    contract::{
        Contract, ContractTemplate, ELEMENT_ID, InvalidContract, InvalidTexts, MEMBER, Mode,
        REPORT_TOOL, SWITCH, Texts, ToolContractTemplate, Transport, is_switched_off,
    },
    endpoint::{DISCOVERY_PATH, Endpoint, InvalidEndpoint, OUTCOMES_PATH, TELEMETRY_PATH},
    operation::{UNMATCHED, operation_of_path, operation_of_template},
    paths::{ASSET_SUFFIXES, DEFAULT_EXCLUDES, InvalidPattern, PathFilter, PathPattern},
    product_key::{InvalidProductKey, ProductKey},
    review::{
        InvalidSubmission, MAX_ANSWER, NoReview, Outcome, Review, ReviewSource, Submission,
        carries_credential,
    },
    telemetry::{
        Classification, ConfirmationMethod, HintSource, InvalidEvent, MAX_BATCH, SessionSource,
        Surface, TelemetryEvent, is_reference, is_runtime_hint,
    },
};
