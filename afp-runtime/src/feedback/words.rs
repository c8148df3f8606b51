macro_rules! protocol_words {
    ($(#[$meta:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $word:literal,)+ }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $name { $($(#[$doc])* $variant,)+ }

        impl $name {
            /// All of them, in the protocol's order.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// Their words on the wire, in the same order.
            pub const WORDS: &'static [&'static str] = &[$($word),+];

            /// The word on the wire.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $word,)+ }
            }

            /// The meaning of a word on the wire; `None` when the protocol does not have it.
            #[must_use]
            pub fn from_word(word: &str) -> Option<Self> {
                match word { $($word => Some(Self::$variant),)+ _ => None }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.as_str())
            }
        }
    };
}

protocol_words! {
    /// What kind of obstacle a submission reports (protocol 2, §1).
    FeedbackType {
        /// A filter, endpoint, field or bulk operation that does not exist.
        MissingCapability = "missing_capability",
        /// The service contradicts its own documentation.
        Bug = "bug",
        /// The agent had to guess.
        UnclearDocumentation = "unclear_documentation",
        /// Surprising, but not strictly a bug.
        UnexpectedResponse = "unexpected_response",
        /// The error did not say how to fix it.
        UnhelpfulError = "unhelpful_error",
        /// Latency, limits, paging.
        Performance = "performance",
        /// Anything else.
        Other = "other",
    }
}

protocol_words! {
    /// How the agent's task ended.
    Outcome {
        /// The task could not be done.
        Blocked = "blocked",
        /// The task was done worse or slower.
        Degraded = "degraded",
        /// The task was done.
        Completed = "completed",
    }
}

protocol_words! {
    /// The HTTP method a submission is about.
    Method {
        /// `GET`
        Get = "GET",
        /// `POST`
        Post = "POST",
        /// `PUT`
        Put = "PUT",
        /// `PATCH`
        Patch = "PATCH",
        /// `DELETE`
        Delete = "DELETE",
        /// `HEAD`
        Head = "HEAD",
        /// `OPTIONS`
        Options = "OPTIONS",
    }
}

protocol_words! {
    /// The way a record came in.
    Source {
        /// `POST /feedback`
        Http = "http",
        /// The MCP tool `submit_feedback`.
        Mcp = "mcp",
        /// Handed over inside the process.
        Sdk = "sdk",
        /// Any other way.
        Other = "other",
    }
}
