use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use super::json::{Value, write_canonical_number, write_string};
use super::submission::Submission;

/// What two submissions of one account and session share exactly when they say the same.
pub type DuplicateKey = [u8; 32];

/// A key that a service, or all its instances on one database, keep to themselves.
///
/// It goes into duplicate keys and into the replacements of secret session ids.
#[derive(Clone)]
pub struct ServiceKey(Hmac<Sha256>);

impl std::fmt::Debug for ServiceKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("ServiceKey(..)")
    }
}

impl ServiceKey {
    /// A key of 32 random bytes.
    #[must_use]
    pub fn new(bytes: &[u8; 32]) -> Self {
        Self(keyed(bytes))
    }

    /// The duplicate key of a submission *before* redaction; `None` without a `session_id`:
    /// then nothing is a duplicate.
    ///
    /// Account, session and content are length-prefixed, so they cannot run into each other.
    #[must_use]
    pub fn duplicate_key(
        &self,
        account: Option<&str>,
        submission: &Submission<'_>,
    ) -> Option<DuplicateKey> {
        let session = submission.session_id()?;
        let mut content = String::with_capacity(1024);
        write_canonical(&mut content, submission.value());
        let mut mac = self.0.clone();
        mac.update(&[u8::from(account.is_some())]);
        for part in [
            account.unwrap_or_default().as_bytes(),
            session.as_bytes(),
            content.as_bytes(),
        ] {
            mac.update(&(part.len() as u64).to_be_bytes());
            mac.update(part);
        }
        Some(mac.finalize().into_bytes().into())
    }

    /// 16 hexadecimal digits that stand for a value that may not be kept.
    #[must_use]
    pub(crate) fn short_hash(&self, value: &str) -> String {
        let mut mac = self.0.clone();
        mac.update(b"value\0");
        mac.update(value.as_bytes());
        hex(&mac.finalize().into_bytes()[..8])
    }
}

/// The name under which an account is recorded (protocol 2, §4): `acct_` and 24 hexadecimal
/// digits of HMAC-SHA256.
///
/// ```
/// use afp_runtime::feedback::pseudonym;
/// assert_eq!(pseudonym(b"s3cret", "acct_123"), "acct_f94bc6a46353bc91ecb4dfba");
/// ```
#[must_use]
pub fn pseudonym(secret: &[u8], account: &str) -> String {
    let mut mac = keyed(secret);
    mac.update(account.as_bytes());
    format!("acct_{}", hex(&mac.finalize().into_bytes()[..12]))
}

fn keyed(secret: &[u8]) -> Hmac<Sha256> {
    Hmac::new_from_slice(secret).expect("HMAC takes a key of any length")
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Appends the canonical form: names sorted, no white space, one escape for each character,
/// exact number values.
pub(crate) fn write_canonical(out: &mut String, value: &Value<'_>) {
    match value {
        Value::Number(text) => write_canonical_number(out, text),
        Value::Array(items) => {
            out.push('[');
            for item in items {
                write_canonical(out, item);
                out.push(',');
            }
            out.push(']');
        }
        Value::Object(members) => {
            let mut sorted: Vec<_> = members.iter().collect();
            sorted.sort_unstable_by(|a, b| a.0.cmp(&b.0));
            out.push('{');
            for (name, value) in sorted {
                write_string(out, name);
                write_canonical(out, value);
            }
            out.push('}');
        }
        Value::Null | Value::Bool(_) | Value::String(_) => value.write(out),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(json: &str, account: Option<&str>) -> Option<DuplicateKey> {
        let submission = Submission::read(json.as_bytes()).unwrap();
        ServiceKey::new(&[7; 32]).duplicate_key(account, &submission)
    }

    const FIRST: &str = r#"{"type":"bug","goal":"g","message":"cafe","session_id":"s",
        "metadata":{"a":[1,2],"b":{"x":1.0,"y":null}}}"#;

    #[test]
    fn order_space_and_escapes_do_not_matter() {
        let second = r#"{"metadata":{"b":{"y":null,"x":1},"a":[1.0,  2]},"session_id":"\u0073",
            "message":"caf\u0065","goal":"g","type":"bug"}"#;
        assert_eq!(key(FIRST, None), key(second, None));
    }

    #[test]
    fn every_value_matters() {
        let changes = [
            (r#""goal":"g""#, r#""goal":"g ""#),
            ("[1,2]", "[2,1]"),
            ("[1,2]", "[1,[2]]"),
            ("null", "false"),
            ("1.0", "\"1.0\""),
            (r#""session_id":"s""#, r#""session_id":"t""#),
        ];
        for (from, to) in changes {
            assert_ne!(
                key(FIRST, None),
                key(&FIRST.replace(from, to), None),
                "{to}"
            );
        }
    }

    #[test]
    fn accounts_are_apart_and_an_empty_one_is_not_none() {
        let keys = [
            key(FIRST, None),
            key(FIRST, Some("")),
            key(FIRST, Some("a")),
        ];
        assert!(keys[0] != keys[1] && keys[1] != keys[2] && keys[0] != keys[2]);
    }

    #[test]
    fn without_a_session_nothing_is_a_duplicate() {
        assert_eq!(
            key(r#"{"type":"bug","goal":"g","message":"m"}"#, None),
            None
        );
        let empty = r#"{"type":"bug","goal":"g","message":"m","session_id":""}"#;
        assert_eq!(key(empty, Some("a")), None);
    }

    #[test]
    fn pseudonyms_are_the_protocols() {
        let other = pseudonym(b"demo-secret", "acme_live_customer01");
        assert_eq!(other, "acct_baf08da53824de2cfcfbc41c");
    }
}
