//! FNV-1a, at constant time and at run time; the derive has the same function.

const START: u64 = 0xcbf2_9ce4_8422_2325;

/// Hash of a code: where a registry looks for it.
#[must_use]
pub(super) const fn hash_code(code: &str) -> u64 {
    fold(START, code.as_bytes())
}

/// Hash of a document, for its `ETag`.
#[cfg(feature = "axum")]
pub(crate) fn hash_bytes(bytes: &[u8]) -> u64 {
    fold(START, bytes)
}

/// Tells two groups apart, wherever they are declared.
#[doc(hidden)]
#[must_use]
pub const fn group_id(
    module: &str,
    name: &str,
    file: &str,
    line: u32,
    column: u32,
    content: u64,
) -> u64 {
    let mut hash = START;
    hash = fold(hash, module.as_bytes());
    hash = fold(hash, &[0xFF]);
    hash = fold(hash, name.as_bytes());
    hash = fold(hash, &[0xFF]);
    hash = fold(hash, file.as_bytes());
    hash = fold(hash, &line.to_le_bytes());
    hash = fold(hash, &column.to_le_bytes());
    fold(hash, &content.to_le_bytes())
}

pub(super) const fn fold(mut hash: u64, bytes: &[u8]) -> u64 {
    let mut at = 0;
    while at < bytes.len() {
        hash = (hash ^ bytes[at] as u64).wrapping_mul(0x0000_0100_0000_01b3);
        at += 1;
    }
    hash
}
