//! Compile tests of the derive.

#[test]
fn ui() {
    let cases = trybuild::TestCases::new();
    cases.compile_fail("fail/*.rs");
    cases.pass("pass/*.rs");
}

#[test]
fn a_renamed_runtime_serves_as_well() {
    assert_eq!(renamed::expected(), "1");
    assert_eq!(renamed::REGISTRY.codes(), ["A"]);
}
