//! Rules: what a rulebook says, one atomic rule at a time, each with an id that events and refusals cite.

use std::borrow::Cow;
use std::fmt;
use std::hash::{Hash, Hasher};

/// Who carries a rule out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Quintain applies it by itself.
    Engine,
    /// A player (or the GM for a creature) picks among options.
    Choice,
    /// The GM judges; the rulebook's reading is the default.
    Gm,
    /// It acts outside a fight and is kept for reference.
    OffMap,
}

impl Kind {
    /// The word used in listings.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Engine => "engine",
            Kind::Choice => "choice",
            Kind::Gm => "gm",
            Kind::OffMap => "off-map",
        }
    }

    /// Whether an example must show the rule: everything that can happen in a fight.
    pub fn needs_example(self) -> bool {
        self != Kind::OffMap
    }
}

/// One atomic rule of a rulebook.
#[derive(Debug)]
pub struct Rule {
    /// The id without the rulebook's name, such as `attack.armor`.
    pub id: &'static str,
    /// Who carries it out.
    pub kind: Kind,
    /// What it says, in Quintain's own words.
    pub summary: &'static str,
    /// How Quintain reads it where the rulebook leaves it open.
    pub ruling: Option<&'static str>,
    /// The house rule that switches it, if one does.
    pub house: Option<&'static str>,
}

impl PartialEq for Rule {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for Rule {}

impl Hash for Rule {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.id.hash(state);
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id)
    }
}

/// The rules of one section of a rulebook, in the chapter's order.
#[derive(Clone, Copy, Debug)]
pub struct Section {
    /// The section's name in the rulebook.
    pub name: &'static str,
    /// The source file that holds it, relative to the workspace.
    pub file: &'static str,
    /// Its rules.
    pub rules: &'static [&'static Rule],
}

/// Why something may not be done: the rule that forbids it, and the case at hand in a few words.
#[derive(Clone, Debug, PartialEq, Hash)]
pub struct Refusal {
    /// The rule that refuses.
    pub rule: &'static Rule,
    /// The case at hand.
    pub why: Cow<'static, str>,
    /// What would be right, where something near would be: `run instead`.
    pub cure: Option<Cow<'static, str>>,
}

impl Refusal {
    /// A refusal by `rule`, with its reason.
    pub fn new(rule: &'static Rule, why: impl Into<Cow<'static, str>>) -> Self {
        Refusal { rule, why: why.into(), cure: None }
    }

    /// The same, with what would be right.
    pub fn cure(mut self, cure: impl Into<Cow<'static, str>>) -> Self {
        self.cure = Some(cure.into());
        self
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.cure {
            Some(cure) => write!(f, "{}; {cure} ({})", self.why, self.rule.id),
            None => write!(f, "{} ({})", self.why, self.rule.id),
        }
    }
}

/// Declares the rules of one section: a static for each, and `SECTION`, their list in order.
///
/// Rules must be statics so that a misspelt id fails to compile; that is the one reason for a macro here.
///
/// ```
/// quintain_engine::section! {
///     "Attacking";
///     ARMOR = Engine "attack.armor": "Armor comes off the die before stamina.";
///     EXTRA = Gm "attack.extra": "The GM may add a die.", ruling "None by default.", house "attack.extra";
/// }
/// assert_eq!(SECTION.rules[0], &ARMOR);
/// ```
#[macro_export]
macro_rules! section {
    ($name:literal; $($rule:ident = $kind:ident $id:literal : $summary:literal
        $(, ruling $ruling:literal)? $(, house $house:literal)? ;)*) => {
        $(
            #[doc = concat!("`", $id, "`: ", $summary)]
            pub static $rule: $crate::Rule = $crate::Rule {
                id: $id,
                kind: $crate::Kind::$kind,
                summary: $summary,
                ruling: $crate::section!(@option $($ruling)?),
                house: $crate::section!(@option $($house)?),
            };
        )*
        /// The rules of this section in the chapter's order.
        pub static SECTION: $crate::Section = $crate::Section { name: $name, file: file!(), rules: &[$(&$rule),*] };
    };
    (@option) => { None };
    (@option $value:literal) => { Some($value) };
}
