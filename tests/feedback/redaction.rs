//! What is taken out of texts and what stays, on lists written from the protocol's list of forms.

use afp_runtime::feedback::Redactor;
use serde::Deserialize;

#[derive(Deserialize)]
struct Secret {
    form: String,
    text: String,
    gone: Vec<String>,
    kept: Vec<String>,
}

#[derive(Deserialize)]
struct Harmless {
    form: String,
    text: String,
}

fn read<T: serde::de::DeserializeOwned>(name: &str) -> Vec<T> {
    let path = format!(
        "{}/fixtures/feedback/redaction/{name}.json",
        env!("CARGO_MANIFEST_DIR")
    );
    let json = std::fs::read_to_string(path).expect("the fixture is there");
    serde_json::from_str(&json).expect("the fixture is a list")
}

fn complaint(secret: &Secret) -> Option<String> {
    let clean = Redactor::new().text(&secret.text).into_owned();
    let Secret {
        form,
        text,
        gone,
        kept,
    } = secret;
    let left = gone.iter().find(|piece| clean.contains(piece.as_str()));
    let lost = kept.iter().find(|piece| !clean.contains(piece.as_str()));
    match (left, lost) {
        (None, None) => None,
        _ => Some(format!(
            "{form}: {text:?} became {clean:?}; left {left:?}, lost {lost:?}"
        )),
    }
}

#[test]
fn every_secret_goes_and_the_sentence_around_it_stays() {
    let secrets: Vec<Secret> = read("secrets");
    assert!(secrets.len() >= 170, "only {} secrets", secrets.len());
    let complaints: Vec<_> = secrets.iter().filter_map(complaint).collect();
    println!(
        "secrets: {} of {} redacted",
        secrets.len() - complaints.len(),
        secrets.len()
    );
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn every_harmless_text_stays() {
    let texts: Vec<Harmless> = read("harmless");
    assert!(texts.len() >= 140, "only {} texts", texts.len());
    let changed = |harmless: &Harmless| {
        let clean = Redactor::new().text(&harmless.text).into_owned();
        (clean != harmless.text)
            .then(|| format!("{}: {:?} became {clean:?}", harmless.form, harmless.text))
    };
    let complaints: Vec<_> = texts.iter().filter_map(changed).collect();
    println!(
        "harmless: {} of {} kept",
        texts.len() - complaints.len(),
        texts.len()
    );
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn what_was_redacted_stays_as_it_is() {
    let redactor = Redactor::new();
    for secret in read::<Secret>("secrets") {
        let once = redactor.text(&secret.text).into_owned();
        assert_eq!(redactor.text(&once), once, "{}", secret.form);
    }
}
