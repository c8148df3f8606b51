//! The same on every store: a test of each case in memory and in SQLite, and all of them in
//! PostgreSQL, where there is one.

/// Cases for stores of every kind.
macro_rules! on_every_store {
    ($($case:ident),+ $(,)?) => {
        mod in_memory {
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $case() {
                super::$case(&crate::stores::place::Place::memory()).await;
            })+
        }

        on_every_database!($($case),+);
    };
}

/// Cases for stores that outlive a process and may be shared.
macro_rules! on_every_database {
    ($($case:ident),+ $(,)?) => {
        mod in_sqlite {
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $case() {
                super::$case(&crate::stores::place::Place::sqlite()).await;
            })+
        }

        pub(crate) async fn in_postgres(
            cluster: &std::sync::Arc<crate::stores::postgres::cluster::Cluster>,
        ) {
            $(println!("{}", stringify!($case));
            $case(&crate::stores::place::Place::postgres(cluster).await).await;)+
        }
    };
}

pub(crate) mod duplicates;
pub(crate) mod failures;
pub(crate) mod lists;
pub(crate) mod records;
pub(crate) mod sharing;
