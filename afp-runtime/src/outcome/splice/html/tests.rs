use super::*;

#[track_caller]
fn place(page: &str) -> &str {
    match read_html(page.as_bytes()) {
        HtmlPage::Place(at) => &page[at..],
        other => panic!("{other:?} in {page}"),
    }
}

#[test]
fn the_place_is_the_first_real_end_of_head_else_of_body_else_of_the_page() {
    assert_eq!(
        place("<head><title>x</title></head><body></body>"),
        "</head><body></body>"
    );
    assert_eq!(place("<html><body>x</BODY ></html>"), "</BODY ></html>");
    assert_eq!(place("<p>x</p>\n"), "");
    assert_eq!(place("<header>x</header><p>"), "");
    assert_eq!(place("a < b && c > d </body>"), "</body>");
}

#[test]
fn comments_raw_text_and_attributes_are_no_places() {
    for before in [
        "<!-- </head> -->",
        "<!--><!---><!-- -- </head> --!>",
        "<!DOCTYPE html SYSTEM '</head>",
        "<?x </head",
        "</ </head",
        "<script>'</head>'</script>",
        "<script><!-- <script></head></script></head> --></script>",
        "<style></head></style>",
        "<title></head></title>",
        "<textarea></head></textarea >",
        "<a title='</head>' href=\"</head>\" x=</head>",
        "<template></head></template>",
        "<noscript><i title='</head>'></noscript>",
        "<select><option>x</option></select>",
    ] {
        let page = format!("{before}></head><p>");
        assert_eq!(place(&page), "</head><p>", "{page}");
    }
}

#[test]
fn pages_without_a_certain_place_get_none() {
    for page in [
        "",
        " \n ",
        "<p",
        "<p title=\"",
        "<!-- x",
        "x </",
        "<script>",
        "<script><!--<script></script>",
        "<textarea>",
        "<title></head>",
        "<template>",
        "<svg>",
        "<plaintext></body>",
        "<frameset><frame></frameset>",
        "<svg><desc></head></desc></svg></head>",
        "<noscript><!-- </noscript> --></noscript>",
        "<svg><foreignObject><p></p></foreignObject></svg>",
        "<select><style></select></style>",
        "\u{1b}$B</head>",
        "\0",
    ] {
        assert_eq!(read_html(page.as_bytes()), HtmlPage::NoPlace, "{page}");
    }
    assert_eq!(read_html(b"\xff\xfe<\0p\0>\0"), HtmlPage::NoPlace);
}

#[test]
fn a_head_before_a_doubt_is_still_a_place() {
    let page = "<head></head><svg><foreignObject><p>";
    assert_eq!(place(page), "</head><svg><foreignObject><p>");
    let page = "<head></head><svg><foreignObject><p><i id=agent-feedback>";
    assert_eq!(read_html(page.as_bytes()), HtmlPage::NoPlace);
}

#[test]
fn an_element_with_the_id_is_found_however_it_is_written() {
    for page in [
        "<head></head><script id=\"agent-feedback\"></script>",
        "<script ID='agent-feedback'></script></head>",
        "<p id=agent-feedback>",
        "<p id = agent&#45;feedback>",
        "<p id='&#x61;gent&#45feedback'>",
        "<p class='x'id=agent-feedback>",
        "<svg><g id=agent-feedback /></svg>",
        "<noscript><p id=agent-feedback></noscript>",
    ] {
        assert_eq!(read_html(page.as_bytes()), HtmlPage::Contracted, "{page}");
    }
    for page in [
        "<!-- <p id=agent-feedback> --><p>",
        "<p id=Agent-Feedback>",
        "<p id=agent-feedback2>",
        "<p id=x id=agent-feedback>",
        "<p title='id=agent-feedback'>",
        "<script>'<p id=agent-feedback>'</script>",
        "<p id=\"agent&#45x;feedback\">",
    ] {
        assert_eq!(place(page), "", "{page}");
    }
}

#[test]
fn the_text_of_the_element_is_found() {
    let page =
        b"<!-- <script id=agent-feedback>0</script> --><script id=agent-feedback>{}</script>";
    let range = find_contract_element(page).unwrap();
    assert_eq!(&page[range], b"{}");
    assert_eq!(
        find_contract_element(b"<template><script id=agent-feedback></script>"),
        None
    );
}
