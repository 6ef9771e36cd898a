//! Pages below another root than that of their host.

/// The attributes by which pages lead on.
const LEADING: [&str; 5] = [" href=\"/", " src=\"/", " action=\"/", " formaction=\"/", " data-base=\"/"];

/// A page with all its addresses below a root, which ends with `/`. In the text of a page quotes are written otherwise, so
/// that only attributes are meant.
pub fn below(page: String, root: &str) -> String {
    if root == "/" {
        return page;
    }
    LEADING
        .iter()
        .fold(page, |page, attribute| page.replace(attribute, &format!("{}{root}", attribute.trim_end_matches('/'))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_lie_below_the_root_and_text_stays() {
        let page =
            "<a href=\"/t/x\">say href=&quot;/t/x&quot;</a><form action=\"/fights\"></form><a href=\"#here\"></a>";
        let moved =
            "<a href=\"/q/t/x\">say href=&quot;/t/x&quot;</a><form action=\"/q/fights\"></form><a href=\"#here\"></a>";
        assert_eq!(below(page.to_owned(), "/q/"), moved);
        assert_eq!(below(page.to_owned(), "/"), page);
    }
}
