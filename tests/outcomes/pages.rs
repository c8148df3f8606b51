//! An HTML parser judges where the contract's element ended up.

use afp_runtime::outcome::splice::{HtmlPage, read_html};
use html5ever::{ParseOpts, parse_document, tendril::TendrilSink, tree_builder::TreeBuilderOpts};
use markup5ever_rcdom::{Handle, NodeData, RcDom};
use proptest::prelude::*;

const ELEMENT: &str = r#"<script id="agent-feedback" type="application/json">{"v":1}</script>"#;

/// Pages from which a plain search for a tag would take a wrong place.
const NASTY: &[&str] = &[
    "<html><head><title>x</title></head><body><p>x</p></body></html>",
    "<!-- </head> --><html><head></head><body></body></html>",
    "<html><head><script>var s = '</head>';</script></head><body></body></html>",
    "<html><head><title></head></title></head><body></body></html>",
    "<header>no head tag</header><p>x</p>",
    "<html><body><p>x</p></BODY ></html>",
    "<html><body><textarea></body></textarea></body></html>",
    "<p>no head and no body",
    "just text",
    "<!doctype html>",
    "<!doctype html></head>",
    "</head>",
    "</body>",
    "</html>",
    "<head>",
    "<head></head></head></head>",
    "<body></body></body>",
    "<html><head></head><body></body></html> trailing <p>text",
    "<html></html><!-- after -->",
    "<!-- unclosed </head>",
    "<!--></head>--></head>",
    "<!---></head>--></head>",
    "<!----></head>",
    "<!-- --!></head>",
    "<!-- a -- b ></head> --></head>",
    "<![CDATA[ </head> ]]></head>",
    "<?xml version='1.0' </head>?></head>",
    "</ </head></head>",
    "</></head>",
    "<!></head>",
    "<a href='</head>'></head>",
    "<a href=\"</head>\" title='>'></head>",
    "<a href=</head>></head>",
    "<a b='c'd=\"</head>\"></head>",
    "<a =\"</head>\"></head>",
    "<a / b / =c></head>",
    "<a href='unclosed></head>",
    "<script></head>",
    "<script><!-- </script></head>",
    "<script><!-- <script> </script> </head> --></script></head>",
    "<script><!--<script></script></head>",
    "<script><!--><script></script></head>",
    "<script><!-- <scriptx> </script></head>",
    "<script><!-- <script/ </script></head></script></head>",
    "<script>x</script ></head>",
    "<script>x</script/></head>",
    "<script>x</scriptx></script></head>",
    "<style></head></style></head>",
    "<style></style x='</head>'></head>",
    "<xmp></head></xmp></body>",
    "<iframe></head></iframe></head>",
    "<noembed></head></noembed></head>",
    "<noframes></head></noframes></head>",
    "<textarea></head>",
    "<TITLE></head></TiTlE\n></head>",
    "<noscript></head></noscript></head>",
    "<head><noscript><link rel=x></noscript></head>",
    "<noscript><!-- </noscript> --></noscript></head>",
    "<noscript><style></noscript></style></noscript></head>",
    "<template></head><p></template></head>",
    "<template><template></template></head></template></body>",
    "<template></body>",
    "<table><tr><td><template></table></body></template></table></body>",
    "<svg></head></svg></head>",
    "<svg><title></head></title></svg></head>",
    "<svg><title><p></title></svg></body>",
    "<svg><style></head></style></svg></head>",
    "<svg><script></head></script></svg></head>",
    "<svg><![CDATA[ </head> ]]></svg></head>",
    "<svg><foreignObject></head></foreignObject></svg></head>",
    "<svg><p></head>",
    "<svg/></head>",
    "<svg><g></svg><p></body>",
    "<svg>",
    "<div><svg></div></body>",
    "<math><mi></head></mi></math></head>",
    "<math><annotation-xml encoding='text/html'><p></head></math></head>",
    "<math><ms><svg></math></body>",
    "<plaintext></head>",
    "<p><plaintext></body>",
    "<frameset><frame></frameset>",
    "<frameset></frameset></body>",
    "<head></head><frameset></frameset>",
    "<html><frameset></html>",
    "<select></head>",
    "<select><option>a</option></select></body>",
    "<select><option>a<select></body>",
    "<select><style></select></style></select></body>",
    "<select><textarea></select></textarea></body>",
    "<select><button><selectedcontent></button><option selected>x</body>",
    "<select><svg></select></body>",
    "<table></head><tr></body></table>",
    "<table><tr><td>x",
    "<table><colgroup></body>",
    "<table><caption></head>",
    "<form><form></body></form>",
    "<b><p></b></body>",
    "<p><b><i></p></head></i></b>",
    "<object></body></object></body>",
    "<body></body><p id=agent-feedback>",
    "<script id='agent-feedback'>{}</script></head>",
    "<p ID=\"agent&#x2d;feedback\"></head>",
    "<p id=agent-feedback",
    "<p id=agent-feedback2></head>",
    "<div id=AGENT-FEEDBACK></head>",
    "a<b</head>",
    "a < </head>",
    "a &lt;/head&gt; <",
    "a </",
    "a <!",
    "\u{feff}<!doctype html><html><head></head></html>",
    "<head\u{c}></head\n\t>",
    "<h<ead></head>",
    "<head></head attribute='</body>'>",
    "<br></br></p></head>",
    "<dialog open></head></dialog>",
    "<details><summary></head>",
    "<input></head><keygen>",
];

/// The scripts with the contract's id that a parser makes part of the document, by their text, and
/// how many elements have that id anywhere.
pub(super) fn scripts(page: &[u8], scripting: bool) -> (Vec<String>, usize) {
    let mut found = (Vec::new(), 0);
    visit(
        &parse(page, scripting).document,
        "agent-feedback",
        true,
        &mut found,
    );
    found
}

/// How many elements have this id.
pub(super) fn count_id(page: &[u8], id: &str) -> usize {
    let mut found = (Vec::new(), 0);
    visit(&parse(page, true).document, id, true, &mut found);
    found.1
}

fn parse(page: &[u8], scripting: bool) -> RcDom {
    let tree_builder = TreeBuilderOpts {
        scripting_enabled: scripting,
        ..TreeBuilderOpts::default()
    };
    let options = ParseOpts {
        tree_builder,
        ..ParseOpts::default()
    };
    parse_document(RcDom::default(), options)
        .from_utf8()
        .one(page)
}

fn visit(node: &Handle, id: &str, in_document: bool, found: &mut (Vec<String>, usize)) {
    if let NodeData::Element {
        name,
        attrs,
        template_contents,
        ..
    } = &node.data
    {
        let has_id = attrs
            .borrow()
            .iter()
            .any(|attribute| &*attribute.name.local == "id" && &*attribute.value == id);
        if has_id {
            found.1 += 1;
            if in_document
                && &*name.local == "script"
                && &*name.ns == "http://www.w3.org/1999/xhtml"
            {
                found.0.push(text(node));
            }
        }
        if let Some(contents) = &*template_contents.borrow() {
            visit(contents, id, false, found);
        }
    }
    for child in node.children.borrow().iter() {
        visit(child, id, in_document, found);
    }
}

fn text(node: &Handle) -> String {
    let children = node.children.borrow();
    let texts = children.iter().map(|child| match &child.data {
        NodeData::Text { contents } => contents.borrow().to_string(),
        _ => String::new(),
    });
    texts.collect()
}

/// Whether the page gets an element; it then is one, and the only one, for parsers with scripting
/// and without.
#[track_caller]
fn judge(page: &str) -> HtmlPage {
    let read = read_html(page.as_bytes());
    for scripting in [true, false] {
        let HtmlPage::Place(at) = read else { break };
        let spliced = [&page[..at], ELEMENT, &page[at..]].concat();
        let found = scripts(spliced.as_bytes(), scripting);
        assert_eq!(
            found,
            (vec![r#"{"v":1}"#.to_owned()], 1),
            "{page:?} at {at}"
        );
    }
    read
}

#[test]
fn a_parser_finds_exactly_one_element_or_the_page_stays_as_it_is() {
    assert!(NASTY.len() >= 60);
    let mut placed = 0;
    for page in NASTY {
        placed += usize::from(matches!(judge(page), HtmlPage::Place(_)));
    }
    assert!(
        placed >= 60,
        "only {placed} of {} pages get an element",
        NASTY.len()
    );
}

/// Pieces of which pages are made at random.
const PIECES: &[&str] = &[
    "<head>",
    "</head>",
    "<body>",
    "</body>",
    "<html>",
    "</html>",
    "<!-- ",
    " -->",
    "-",
    ">",
    "<",
    "</",
    "<!",
    "<!--",
    "--!>",
    "<script>",
    "</script>",
    "<script><!--",
    "<style>",
    "</style>",
    "<title>",
    "</title>",
    "<textarea>",
    "</textarea>",
    "<noscript>",
    "</noscript>",
    "<template>",
    "</template>",
    "<svg>",
    "</svg>",
    "<g>",
    "</g>",
    "<desc>",
    "</desc>",
    "<foreignObject>",
    "</foreignObject>",
    "<math>",
    "</math>",
    "<mi>",
    "</mi>",
    "<select>",
    "</select>",
    "<option>",
    "<table>",
    "</table>",
    "<tr>",
    "<td>",
    "<colgroup>",
    "<p>",
    "</p>",
    "<b>",
    "</b>",
    "<div>",
    "</div>",
    "<a title='",
    "'",
    "\"",
    "<a title=",
    "x",
    " ",
    "<![CDATA[",
    "]]>",
    "<frameset>",
    "</frameset>",
    "<plaintext>",
    "<xmp>",
    "</xmp>",
    "<iframe>",
    "</iframe>",
    "<br>",
    "<svg/>",
    "<title/>",
    "<i id=agent-feedback>",
    "id=agent-feedback",
    "<button>",
    "<selectedcontent>",
    "<form>",
    "<object>",
    "</object>",
    "<caption>",
    "<input>",
    "<img>",
    "<li>",
    "<h1>",
    "<font>",
    "<font color=x>",
    "<p",
    "<hr>",
    "<optgroup>",
    "<noframes>",
    "</noframes>",
    "<noembed>",
    "</noembed>",
    "<annotation-xml>",
    "<script/>",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, ..ProptestConfig::default() })]

    #[test]
    fn any_page_gets_exactly_one_element_or_stays_as_it_is(
        pieces in prop::collection::vec(prop::sample::select(PIECES), 0..14),
    ) {
        judge(&pieces.concat());
    }
}
