//! Who is asking.

use axum::http::{HeaderMap, header::AUTHORIZATION};
use jiff::Timestamp;

use super::problem::Problem;
use crate::{
    outcome::{Claims, ProductKey, SigningKey, UnverifiedToken},
    store::{OutcomeStore, ProductKeyRecord},
};

/// The token behind `Bearer`, if there is exactly one `Authorization`.
fn bearer(headers: &HeaderMap) -> Option<&str> {
    let mut values = headers.get_all(AUTHORIZATION).iter();
    let value = values.next()?.to_str().ok()?;
    if values.next().is_some() {
        return None;
    }
    let (scheme, token) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then_some(token)
}

/// The product and claims of a capability. Every fault of the token is the same refusal.
pub(super) async fn capability(
    store: &dyn OutcomeStore,
    headers: &HeaderMap,
) -> Result<(ProductKeyRecord, Claims), Problem> {
    let token = bearer(headers).ok_or(Problem::Capability)?;
    let token = UnverifiedToken::split(token).map_err(|_| Problem::Capability)?;
    let now = Timestamp::now();
    let key = store
        .product_key(token.key_id())
        .await?
        .filter(|key| key.is_valid_at(now));
    let signing = key.as_ref().map(|key| SigningKey::from_hash(&key.hash));
    let second = u64::try_from(now.as_second()).unwrap_or_default();
    match (key, token.verify(signing.as_ref(), second)) {
        (Some(key), Ok(claims)) => Ok((key, claims)),
        _ => Err(Problem::Capability),
    }
}

/// The product of a product key.
pub(super) async fn product(
    store: &dyn OutcomeStore,
    headers: &HeaderMap,
) -> Result<ProductKeyRecord, Problem> {
    let presented = bearer(headers).and_then(|text| text.parse::<ProductKey>().ok());
    let presented = presented.ok_or(Problem::ProductKey)?;
    let record = store.product_key(presented.id()).await?;
    record
        .filter(|key| same(&key.hash, presented.hash()) && key.is_valid_at(Timestamp::now()))
        .ok_or(Problem::ProductKey)
}

/// Compares in a time that does not tell where two hashes differ.
fn same(a: &[u8; 32], b: &[u8; 32]) -> bool {
    let difference = a.iter().zip(b).fold(0, |all, (a, b)| all | (a ^ b));
    std::hint::black_box(difference) == 0
}
