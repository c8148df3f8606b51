//! From "serde refused this body" to a verified suggestion. No IO.
