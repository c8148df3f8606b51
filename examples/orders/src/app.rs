use std::sync::Arc;

use afp_runtime::errors::{Registry, RequestError, StarterError};
use afp_runtime::http::{Afp, Inbox};
use afp_runtime::registry;
use axum::Router;

use crate::outcomes::Outcomes;
use crate::routes::{self, accounting, exports, items, orders, payouts, reports, schedule, search};
use crate::routes::{accounting::AccountingError, exports::ExportError, items::ItemsError};
use crate::routes::{orders::OrderError, payouts::PayoutError, reports::ReportError};
use crate::routes::{schedule::ScheduleError, search::SearchError, shipments::ShipmentError};
use crate::shop::Shop;

/// Every code that this service answers with.
pub(crate) const REGISTRY: Registry = registry![
    OrderError,
    ItemsError,
    ReportError,
    ExportError,
    PayoutError,
    SearchError,
    ScheduleError,
    ShipmentError,
    AccountingError,
    StarterError,
    RequestError,
];

pub(crate) fn app(inbox: Inbox, outcomes: Outcomes, collector: Router) -> Router {
    let shop = Arc::new(Shop::default());
    let routes = Router::new()
        .merge(orders::routes())
        .merge(routes::notes::routes())
        .merge(routes::things::routes())
        .merge(items::routes())
        .merge(reports::routes())
        .merge(exports::routes())
        .merge(payouts::routes())
        .merge(search::routes())
        .merge(schedule::routes())
        .merge(routes::account::routes())
        .merge(routes::shipments::routes())
        .merge(accounting::routes())
        .with_state(shop)
        .merge(outcomes.collector.unwrap_or_default())
        .merge(collector);
    Afp::new(REGISTRY)
        .docs_base("https://api.example.com/errors")
        .feedback(inbox)
        .outcomes(outcomes.contract)
        .install(routes)
}
