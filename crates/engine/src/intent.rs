//! Intents: what somebody has declared, foretold or made ready, and has not done yet.

use quintain_field::Square;
use serde::Serialize;

use crate::cast::{Audience, Who};

/// How sure an intent is, and when it comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum IntentKind {
    /// Foretold by the game master for somebody whom no player plays.
    Foretold,
    /// Declared: it is done when its time comes.
    Declared,
    /// Ready: it is done if something else happens.
    Ready,
}

/// What somebody is about to do.
#[derive(Clone, Debug, PartialEq, Hash, Serialize)]
pub struct Intent {
    /// Who.
    pub who: Who,
    /// How sure it is.
    pub kind: IntentKind,
    /// What it does, in a word or two: `attack`, `cast Levin`.
    pub label: String,
    /// To whom, or against whom.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<Who>,
    /// Where to, where somebody goes somewhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<Square>,
    /// Who may know of it.
    #[serde(skip)]
    pub audience: Audience,
    /// What alone shows of it to those who do not see the figures of the one who means to do it; where nothing stands here,
    /// everything shows.
    #[serde(skip)]
    pub shows: Option<Shows>,
}

/// What shows of an intent that is somebody's own secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shows {
    /// In words, without what it is and what it waits for.
    pub label: &'static str,
    /// The condition by which it shows; an edict that takes it away takes the intent away.
    pub condition: &'static str,
}

impl Intent {
    /// What somebody does to nobody and nowhere in particular, of which everybody knows.
    pub fn new(who: Who, kind: IntentKind, label: impl Into<String>) -> Self {
        Intent { who, kind, label: label.into(), at: None, to: None, audience: Audience::All, shows: None }
    }

    /// The same, to somebody.
    pub fn at(mut self, whom: Option<Who>) -> Self {
        self.at = whom;
        self
    }

    /// The same, to a square.
    pub fn to(mut self, square: Option<Square>) -> Self {
        self.to = square;
        self
    }

    /// The same, of which others see these words and this condition alone.
    pub fn showing(mut self, label: &'static str, condition: &'static str) -> Self {
        self.shows = Some(Shows { label, condition });
        self
    }

    /// The same, known to these alone.
    pub fn known_to(mut self, audience: Audience) -> Self {
        self.audience = audience;
        self
    }
}
