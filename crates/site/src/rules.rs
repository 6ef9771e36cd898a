//! A page for each rule: what it says, how it is read, which house rule turns it, and an example that can be run and changed.

use std::path::Path;

use maud::{Markup, html};
use quintain_engine::{AnyRulebook, Rule, Section};
use quintain_library::{example_of, shelf};

use crate::code::Sources;
use crate::layout::page;
use crate::write::Folder;

/// Writes the pages of all rulebooks.
pub(crate) fn write(root: &Path, folder: &mut Folder) -> Result<(), String> {
    let body = html! {
        main .plain {
            h1 { "The rules" }
            ul .rules {
                @for book in shelf() {
                    li { a href={ (book.id()) "/" } { (book.name()) } " " span .dim { (book.sections().iter().map(|section| section.rules.len()).sum::<usize>()) " rules" } }
                }
            }
        }
    };
    folder.add("rules/index.html", page(1, "The rules", "one", &body))?;
    for book in shelf() {
        let sources = Sources::of(root, book.id())?;
        folder.add(&format!("rules/{}/index.html", book.id()), page(2, book.name(), "one", &contents(*book)))?;
        for section in book.sections() {
            for rule in section.rules {
                let path = format!("rules/{}/{}.html", book.id(), rule.id);
                folder.add(&path, page(2, rule.id, "one", &told(*book, section, rule, &sources)))?;
            }
        }
    }
    Ok(())
}

fn contents(book: &dyn AnyRulebook) -> Markup {
    html! {
        main .plain {
            h1 { "The rules of " (book.name()) }
            @for section in book.sections() {
                h2 { (section.name) }
                ul .rules { @for rule in section.rules { li { a href={ (rule.id) ".html" } { (rule.id) } " " span .dim { (rule.summary) } } } }
            }
        }
    }
}

fn told(book: &dyn AnyRulebook, section: &Section, rule: &Rule, sources: &Sources) -> Markup {
    html! {
        main .plain {
            p .dim { a href="./" { (book.name()) } " · " (section.name) }
            h1 { (rule.id) }
            p { (rule.summary) }
            @if let Some(ruling) = rule.ruling { p { b { "How Quintain reads it: " } (ruling) } }
            @if let Some(house) = rule.house { p { b { "House rule: " } code { (house) } } }
            @match example_of(book.id(), rule.id) {
                Some(shown) => {
                    h2 { "For example: " (shown.title) }
                    form .try data-book=(book.id()) {
                        @let text = format!("= {}\n{}\n", shown.title, shown.text.trim_end());
                        textarea name="text" rows=(text.lines().count().clamp(8, 30)) spellcheck="false" aria-label="the example" { (text) }
                        p .row {
                            button .button .go type="submit" { (quintain_draw::icon("play")) "Run it" }
                            button .button type="button" data-share="example" { "Link to this" }
                            span .dim { "Change any line and run it again." }
                        }
                        output {}
                    }
                    p .dim { (shown.path) }
                }
                None => p .dim { "It sets the frame for others and has no example of its own." }
            }
            @let code = sources.code_of(rule.id);
            @if !code.is_empty() { h2 { "In the code" } }
            @for one in &code {
                pre .example tabindex="0" { (one.text) }
                p .dim { (one.path) ", line " (one.line) }
            }
            h2 { "In the same section" }
            ul .rules { @for one in section.rules { li { a href={ (one.id) ".html" } { (one.id) } } } }
        }
    }
}
