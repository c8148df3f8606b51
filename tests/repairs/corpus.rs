//! The corpus of wrong requests in `fixtures/repairs`: what is suggested is what was meant.

use std::collections::BTreeMap;

use afp_runtime::repair::{Strictness, read_json};
use serde::Deserialize;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::{afp, refused, taking, types};

#[derive(Deserialize)]
struct Case {
    mistakes: Vec<String>,
    body: String,
    /// The request that was meant; null where nobody can know.
    meant: Value,
}

#[derive(Debug, Default)]
struct Score {
    cases: usize,
    repairable: usize,
    suggested: usize,
    right: usize,
    complaints: Vec<String>,
    missed: Vec<String>,
}

type Corpus = BTreeMap<String, Vec<Case>>;

fn corpus() -> Vec<(&'static str, Corpus)> {
    let files = [
        (
            "mutations",
            include_str!("../fixtures/repairs/mutations.json"),
        ),
        ("by_hand", include_str!("../fixtures/repairs/by_hand.json")),
    ];
    let read = |(name, json)| (name, serde_json::from_str(json).unwrap());
    files.map(read).into()
}

fn score(name: &str, cases: &[Case], score: &mut Score) {
    macro_rules! dispatch {
        ($($ty:ident)*) => {
            match name {
                $(stringify!($ty) => cases.iter().for_each(|case| score.add::<types::$ty>(name, case)),)*
                _ => panic!("no type {name}"),
            }
        };
    }
    dispatch! {
        Order Customer Payment Event SearchRequest Listing Usage Meeting Drawing Trip Invoice
        Booking Signup Deployment Ticket Message
    }
}

impl Score {
    fn add<T>(&mut self, name: &str, case: &Case)
    where
        T: DeserializeOwned + Serialize + PartialEq + std::fmt::Debug + Send + 'static,
    {
        let what = format!("{name} {:?}: {}", case.mistakes, case.body);
        let meant: Option<T> = (!case.meant.is_null()).then(|| {
            let meant = serde_json::from_value(case.meant.clone());
            meant.unwrap_or_else(|error| panic!("{what}: {error}"))
        });
        self.cases += 1;
        self.repairable += usize::from(meant.is_some());
        let diagnosis = match read_json::<T>(case.body.as_bytes(), Strictness::Serde) {
            Ok(read) => {
                self.complaints
                    .push(format!("{what}\n    is no wrong request: {read:?}"));
                return;
            }
            Err(diagnosis) => diagnosis,
        };
        let answer = tokio::runtime::Builder::new_current_thread()
            .build()
            .unwrap()
            .block_on(refused(&afp().install(taking::<T>()), case.body.clone()));
        let sent = diagnosis
            .suggestion
            .as_ref()
            .map(|it| serde_json::from_str(it.as_json()));
        assert_eq!(
            answer["feedback"]["suggestion"],
            sent.map_or(Value::Null, |sent| sent.unwrap()),
            "{what}"
        );
        let Some(suggestion) = &diagnosis.suggestion else {
            if meant.is_some() {
                self.missed
                    .push(format!("{what}\n    {:?}", diagnosis.details));
            }
            return;
        };
        self.suggested += 1;
        let merged = merge(&case.body, suggestion.as_json());
        match (read_json::<T>(merged.as_bytes(), Strictness::Serde), meant) {
            (Ok(read), Some(meant)) if read == meant => self.right += 1,
            (read, meant) => self.complaints.push(format!(
                "{what}\n    suggested {}\n    reads as  {read:?}\n    meant     {meant:?}",
                suggestion.as_json()
            )),
        }
    }
}

/// As an agent merges: into its body when that is an object, else into an empty one.
fn merge(body: &str, suggestion: &str) -> String {
    let mut members: Map<String, Value> = serde_json::from_str(body).unwrap_or_default();
    members.extend(serde_json::from_str::<Map<String, Value>>(suggestion).unwrap());
    serde_json::to_string(&members).unwrap()
}

#[test]
fn suggestions_are_what_was_meant() {
    let mut total = Score::default();
    for (file, corpus) in corpus() {
        let mut score_of_file = Score::default();
        for (name, cases) in &corpus {
            score(name, cases, &mut score_of_file);
        }
        println!(
            "{file}: {} wrong requests over {} types; {} repairable in principle, {} suggestions, {} right",
            score_of_file.cases,
            corpus.len(),
            score_of_file.repairable,
            score_of_file.suggested,
            score_of_file.right,
        );
        total.cases += score_of_file.cases;
        total.repairable += score_of_file.repairable;
        total.suggested += score_of_file.suggested;
        total.right += score_of_file.right;
        total.complaints.extend(score_of_file.complaints);
        total.missed.extend(score_of_file.missed);
    }
    let percent = |part: usize, whole: usize| 100.0 * part as f64 / whole as f64;
    println!(
        "precision {:.1} %, recall {:.1} %",
        percent(total.right, total.suggested),
        percent(total.right, total.repairable),
    );
    println!("not repaired:\n{}", total.missed.join("\n"));
    assert!(
        total.complaints.is_empty(),
        "{}",
        total.complaints.join("\n")
    );
    assert!(total.cases >= 400);
    assert_eq!(total.right, total.suggested);
    assert!(total.right * 10 >= total.repairable * 9);
}
