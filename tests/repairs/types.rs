//! Requests as services define them.

use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Serialize};

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Order {
    pub product_id: String,
    pub side: Side,
    pub quantity: u32,
    pub max_price_per_unit: u64,
    pub customer_id: String,
    pub note: Option<String>,
    pub dry_run: Option<bool>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    Buy,
    Sell,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct Customer {
    pub full_name: String,
    pub email: String,
    pub age: Option<u8>,
    pub newsletter: bool,
    pub address: Address,
    #[serde(default)]
    pub tags: Vec<String>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct Address {
    pub street: String,
    pub postal_code: String,
    pub city: String,
    pub country: Country,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub enum Country {
    DE,
    AT,
    CH,
    FR,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct Payment {
    pub amount_cents: u64,
    pub currency: Currency,
    pub method: Method,
    pub reference: Option<String>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Currency {
    Usd,
    Eur,
    Usdc,
    Usdt,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Method {
    BankTransfer { holder: String, branch: u32 },
    Wallet { wallet_id: String, confirm: bool },
    Cash,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", content = "data", rename_all = "camelCase")]
pub enum Event {
    PageViewed { url: String, duration_ms: u64 },
    ItemAdded { sku: String, count: u16 },
    SignedOut,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SearchRequest {
    pub query: String,
    #[serde(default)]
    pub filters: Vec<Filter>,
    pub limit: u32,
    pub sort_by: Option<SortBy>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Filter {
    pub field: String,
    pub operator: Operator,
    pub value: FilterValue,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Operator {
    Equals,
    GreaterThan,
    LessThan,
    Contains,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum FilterValue {
    Number(f64),
    Text(String),
    Range { from: i64, to: i64 },
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SortBy {
    Relevance,
    Newest,
    PriceAscending,
    PriceDescending,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Listing {
    pub category: String,
    #[serde(flatten)]
    pub page: Page,
    pub include_archived: bool,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Page {
    pub page_size: u32,
    pub page_number: u32,
    pub cursor: Option<String>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct Usage {
    pub account: u64,
    pub period: String,
    pub counters: BTreeMap<String, u64>,
    #[serde(default)]
    pub labels: BTreeMap<String, String>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Meeting {
    pub meeting_id: uuid::Uuid,
    pub date: jiff::civil::Date,
    pub starts_at: jiff::civil::Time,
    pub link: url::Url,
    pub attendees: Vec<String>,
    pub duration_minutes: u16,
    pub room: Option<Room>,
}

/// Reads itself from a string.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Room {
    floor: u8,
    number: u16,
}

impl TryFrom<String> for Room {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let parsed = text
            .split_once('-')
            .and_then(|(floor, number)| Some((floor.parse().ok()?, number.parse().ok()?)));
        let (floor, number) = parsed.ok_or("a room is written FLOOR-NUMBER, as in 3-12")?;
        Ok(Self { floor, number })
    }
}

impl From<Room> for String {
    fn from(room: Room) -> Self {
        format!("{}-{}", room.floor, room.number)
    }
}

impl Clone for Room {
    fn clone(&self) -> Self {
        Self { ..*self }
    }
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Shape {
    Circle { radius: f64 },
    Rectangle { width: f64, height: f64 },
    Polygon(Vec<(f64, f64)>),
    Label(String),
    Empty,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct Drawing {
    pub title: String,
    pub shapes: Vec<Shape>,
    pub scale: f32,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct Trip {
    pub waypoints: Vec<(f64, f64)>,
    pub vehicle: Vehicle,
    pub max_speed: Option<Speed>,
    pub passengers: Passengers,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct Speed(u16);

#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct Passengers(u8);

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Vehicle {
    Bicycle,
    CargoBike,
    SmallVan,
    Truck,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Invoice {
    #[serde(alias = "invoice_number", alias = "number")]
    pub invoice_number: String,
    pub lines: Vec<Line>,
    #[serde(default)]
    pub discount_percent: u8,
    pub paid: bool,
    pub due: Option<jiff::civil::Date>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Line {
    pub sku: String,
    pub quantity: u32,
    pub unit_price: u64,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Booking {
    pub hotel_name: String,
    pub check_in: jiff::civil::Date,
    pub nights: u8,
    pub guests: Vec<Guest>,
    pub meal_plan: Option<MealPlan>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Guest {
    pub first_name: String,
    pub last_name: String,
    pub child: bool,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MealPlan {
    Breakfast,
    HalfBoard,
    FullBoard,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Signup {
    pub username: String,
    pub password: String,
    pub email: String,
    pub accept_terms: bool,
    pub profile: Option<Profile>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    pub display_name: String,
    pub api_key: Option<String>,
    pub birth_year: Option<u16>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deployment {
    pub image: String,
    pub region: Region,
    pub replicas: u8,
    pub autoscale: bool,
    pub env: HashMap<String, String>,
    pub memory_mb: u32,
    pub cpu: f32,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub enum Region {
    #[serde(rename = "eu-central-1")]
    EuCentral1,
    #[serde(rename = "eu-central-2")]
    EuCentral2,
    #[serde(rename = "us-east-1")]
    UsEast1,
    #[serde(rename = "us-west-2")]
    UsWest2,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ticket {
    pub title: String,
    pub priority: Priority,
    pub status: Status,
    pub assignee: Option<String>,
    pub labels: Vec<String>,
    pub story_points: Option<u8>,
    pub blocked: bool,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Priority {
    Low,
    Medium,
    High,
    VeryHigh,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    Open,
    InProgress,
    InReview,
    Closed,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct Message {
    pub channel: String,
    pub content: Content,
    pub reply_to: Option<u64>,
    pub silent: bool,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Content {
    Text(String),
    Parts(Vec<Part>),
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Part {
    Text { text: String },
    Image { url: String, width: u32 },
}
