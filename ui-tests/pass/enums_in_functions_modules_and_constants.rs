use afp_runtime::AgentError;

mod inner {
    pub(super) mod deep {
        #[derive(Debug, thiserror::Error, afp_runtime::AgentError)]
        #[allow(dead_code)]
        pub(in crate::inner) enum E {
            #[error("a")]
            #[afp(code = "A", action = ContactOperator, status = 500, expected = "a")]
            A,
        }
    }
}

const _: () = {
    #[derive(Debug, thiserror::Error, AgentError)]
    #[allow(dead_code)]
    enum E {
        #[error("a")]
        #[afp(code = "A", action = ContactOperator, status = 500, expected = "a")]
        A,
    }
};

fn main() {
    #[derive(Debug, thiserror::Error, AgentError)]
    enum E {
        #[error("a")]
        #[afp(code = "A", action = ContactOperator, status = 500, expected = "a")]
        A,
    }
    assert_eq!(E::A.expected(), "a");
    assert_eq!(E::A.spec().origin, concat!(module_path!(), "::E::A"));
}
