//! Compile tests of the derive.
