//! FNV-1a, the same function as in the runtime.

/// What an empty text hashes to.
pub(crate) const START: u64 = 0xcbf2_9ce4_8422_2325;

/// Goes on hashing.
pub(crate) fn fold(mut hash: u64, bytes: &[u8]) -> u64 {
    for &byte in bytes {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    }
    hash
}

/// Several texts, told apart by a byte that no text holds.
pub(crate) fn of_all<'a>(texts: impl IntoIterator<Item = &'a str>) -> u64 {
    texts.into_iter().fold(START, |hash, text| {
        fold(fold(hash, text.as_bytes()), &[0xFF])
    })
}
