//! What comes back of a request.

use maud::Markup;

/// How it went, as in HTTP.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Here it is.
    Fine,
    /// Look elsewhere.
    Moved,
    /// There is no such thing.
    Missing,
    /// It is not taken, and the page says why.
    Refused,
}

impl Status {
    /// The number in HTTP.
    pub fn code(self) -> u16 {
        match self {
            Status::Fine => 200,
            Status::Moved => 303,
            Status::Missing => 404,
            Status::Refused => 422,
        }
    }
}

/// What comes back of a request.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    /// How it went.
    pub status: Status,
    /// The media type of the body.
    pub kind: &'static str,
    /// The page, or a piece of one.
    pub body: String,
    /// Where to look, if it moved.
    pub location: String,
    /// The fight that changed by it and is to be kept; may be none.
    pub changed: String,
}

impl Reply {
    /// A page.
    pub(crate) fn page(status: Status, page: Markup) -> Reply {
        Reply::with(status, "text/html; charset=utf-8", page.into_string())
    }

    /// A record, to be kept as a file.
    pub(crate) fn record(text: String) -> Reply {
        Reply::with(Status::Fine, "application/jsonl; charset=utf-8", text)
    }

    /// Nothing but that it was done.
    pub(crate) fn done() -> Reply {
        Reply::with(Status::Fine, "text/plain; charset=utf-8", String::new())
    }

    /// Look elsewhere.
    pub(crate) fn to(location: &str) -> Reply {
        let location = location.to_owned();
        Reply { location, ..Reply::with(Status::Moved, "text/plain; charset=utf-8", String::new()) }
    }

    fn with(status: Status, kind: &'static str, body: String) -> Reply {
        Reply { status, kind, body, location: String::new(), changed: String::new() }
    }

    /// The same; by it a fight changed.
    pub(crate) fn of(self, fight: &str) -> Reply {
        Reply { changed: fight.to_owned(), ..self }
    }

    /// The same with all addresses below a root.
    pub(crate) fn below(mut self, root: &str) -> Reply {
        if self.kind.starts_with("text/html") {
            self.body = quintain_pages::below(self.body, root);
        }
        if let Some(path) = self.location.strip_prefix('/') {
            self.location = format!("{root}{path}");
        }
        self
    }
}
