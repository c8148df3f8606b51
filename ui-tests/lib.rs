//! Compile tests of the derive live in `ui.rs`.
