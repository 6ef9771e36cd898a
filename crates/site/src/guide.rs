//! The guide: the pages of `docs/`.

use std::fs;
use std::path::Path;

use maud::{PreEscaped, html};
use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd, html as markdown};

use crate::layout::page;
use crate::write::Folder;

/// What the pictures of the guide end with.
const PICTURE: &str = ".webp";

/// Writes every page of the guide, and a list of them.
pub(crate) fn write(root: &Path, folder: &mut Folder) -> Result<(), String> {
    let docs = root.join("docs");
    let read = |name: &str| fs::read_to_string(docs.join(name)).map_err(|fault| format!("docs/{name}: {fault}"));
    let all = fs::read_dir(&docs).map_err(|fault| format!("docs: {fault}"))?;
    let mut names: Vec<String> =
        all.filter_map(Result::ok).map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    for name in names.iter().filter(|name| name.ends_with(PICTURE)) {
        let picture = fs::read(docs.join(name)).map_err(|fault| format!("docs/{name}: {fault}"))?;
        folder.add(&format!("guide/{name}"), picture)?;
    }
    names.retain(|name| name.ends_with(".md"));
    let mut listed = Vec::new();
    for name in &names {
        let text = read(name)?;
        let title = text.lines().next().unwrap_or_default().trim_start_matches("# ").to_owned();
        let stem = name.trim_end_matches(".md").to_owned();
        let body = html! { main .plain .guide { (PreEscaped(shown(&text))) } };
        folder.add(&format!("guide/{stem}.html"), page(1, &title, "one", &body))?;
        listed.push((stem, title));
    }
    let body = html! {
        main .plain {
            h1 { "The guide" }
            ul .rules { @for (stem, title) in &listed { li { a href={ (stem) ".html" } { (title) } } } }
        }
    };
    folder.add("guide/index.html", page(1, "The guide", "one", &body))
}

/// Markdown as HTML, with links that lead to the pages of the site; what is not on it is named and leads nowhere.
fn shown(text: &str) -> String {
    let parser = Parser::new_ext(text, Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH);
    let mut named_only = false;
    let events = parser.map(|event| match event {
        Event::Start(Tag::Link { link_type, dest_url, title, id }) => match led(dest_url) {
            Some(dest_url) => Event::Start(Tag::Link { link_type, dest_url, title, id }),
            None => {
                named_only = true;
                Event::Start(Tag::Emphasis)
            }
        },
        Event::End(TagEnd::Link) if std::mem::take(&mut named_only) => Event::End(TagEnd::Emphasis),
        other => other,
    });
    let mut out = String::new();
    markdown::push_html(&mut out, events);
    // Wide tables move inside themselves, not the page.
    out.replace("<table>", "<div class=\"wide\"><table>").replace("</table>", "</table></div>")
}

/// Where a link of the guide leads on the site.
fn led(link: CowStr<'_>) -> Option<CowStr<'_>> {
    if link.contains("://") || link.starts_with('#') {
        return Some(link);
    }
    let (path, behind) = link.split_once('#').map_or((&*link, String::new()), |(path, at)| (path, format!("#{at}")));
    let stem = path.strip_suffix(".md").filter(|stem| !stem.contains('/'))?;
    Some(format!("{stem}.html{behind}").into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_lead_to_pages_of_the_site() {
        let shown = shown("[a](records.md#facts) [b](../ARCHITECTURE.md) [c](https://x.example/) [d](#here)");
        for lead in ["records.html#facts", "<em>b</em>", "https://x.example/", "\"#here\""] {
            assert!(shown.contains(lead), "{shown}");
        }
    }

    #[test]
    fn tables_move_inside_themselves() {
        assert!(shown("| a | b |\n| --- | --- |\n| 1 | 2 |\n").contains("<div class=\"wide\"><table>"));
    }
}
