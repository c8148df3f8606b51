//! When no answer comes.

use super::built;
use crate::agent::{Budget, History, Loss, Request, Step, after_loss};

#[test]
fn a_lost_answer_is_repeated_only_when_that_is_harmless() {
    let lost = Loss::AnswerLost {
        cause: "cut".into(),
    };
    let unsent = Loss::NotSent {
        cause: "refused".into(),
    };
    let budget = Budget::default();
    let fresh = History::default();
    let get = built(Request::get("http://h/"));
    let keyed = built(Request::post("http://h/").idempotency_key("k"));
    let post = built(Request::post("http://h/"));
    for (request, loss) in [(&get, &lost), (&keyed, &lost), (&post, &unsent)] {
        assert!(matches!(
            after_loss(request, loss, &fresh, &budget),
            Step::Wait(_)
        ));
    }
    let mut tired = History::default();
    (0..budget.losses).for_each(|_| tired.lost());
    let end = |request, loss, history| match after_loss(request, loss, history, &budget) {
        Step::Stop(stop) => stop.as_str(),
        other => panic!("{other:?}"),
    };
    assert_eq!(end(&post, &lost, &fresh), "outcome unknown");
    assert_eq!(end(&keyed, &lost, &tired), "outcome unknown");
    assert_eq!(end(&get, &lost, &tired), "unreachable");
    assert_eq!(end(&post, &unsent, &tired), "unreachable");
}
