//! The frame of a page: its style sheet, and a small script for filtering and copying. The page is readable without the
//! script.

use std::io::{self, Write};

use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::message::{Language, message};

const STYLE_SHEET: &str = include_str!("page.css");

const SCRIPT: &str = include_str!("page.js");

/// The content security policy: a page loads nothing, and only its own script runs. The icon of the page is an empty
/// `data:` address, so that a browser does not request an icon from a server.
const CONTENT_POLICY: &str = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/// Writes an HTML page.
pub(super) fn write_page(title: &str, body: &Markup, out: &mut dyn Write) -> io::Result<()> {
    let language = match Language::selected_for_texts() {
        Language::English => "en",
        Language::Chinese => "zh",
    };
    let page = html! {
        (DOCTYPE)
        html lang=(language) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta http-equiv="Content-Security-Policy" content=(CONTENT_POLICY);
                title { (title) }
                link rel="icon" href="data:,";
                style { (PreEscaped(STYLE_SHEET)) }
            }
            body {
                main {
                    p id="filters" hidden {
                        label { input type="checkbox" id="only-open"; " "
                            (message!("filter_open_rules", "show only rules that do not conform")) }
                    }
                    (body)
                }
                script { (PreEscaped(SCRIPT)) }
            }
        }
    };
    writeln!(out, "{}", page.into_string())
}
