//! axum and tower: answers, install, extractors, routes, layers.
