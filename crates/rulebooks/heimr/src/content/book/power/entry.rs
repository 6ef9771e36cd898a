//! A power as packs hold it.

use schemars::JsonSchema;
use serde::Deserialize;

use super::{Call, Deed, Feature, Need, When};
use crate::content::{Element, Family, Per};

/// A skill, a blessing, an automaton, a potion's effect, a gift.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct PowerEntry {
    /// Its name in options and messages.
    pub name: String,
    /// A sentence about it.
    pub about: Option<String>,
    /// Where it comes from.
    pub family: Family,
    /// When it comes into play.
    pub when: When,
    /// Willpower that it costs.
    #[serde(default)]
    pub wp: i16,
    /// How often in a fight; as often as wished if not said.
    pub uses: Option<u8>,
    /// So many uses cost no willpower.
    #[serde(default)]
    pub free: u8,
    /// When uses and free uses come back.
    pub per: Option<Per>,
    /// It is one of the blessings that one may carry.
    #[serde(default)]
    pub blessing: bool,
    /// What it costs in divine credit, before the fight.
    #[serde(default)]
    pub credit: u8,
    /// What must hold.
    #[serde(default)]
    pub needs: Vec<Need>,
    /// What is called on the target.
    #[serde(default)]
    pub calls: Vec<Call>,
    /// What may be called instead.
    #[serde(default)]
    pub or: Vec<Call>,
    /// The game master says which of the two, not the user.
    #[serde(default)]
    pub gm: bool,
    /// What it does at once.
    #[serde(default)]
    pub does: Vec<Deed>,
    /// What is so while it lasts.
    #[serde(default)]
    pub gives: Vec<Feature>,
    /// It begins so many seconds after its use.
    #[serde(default)]
    pub after: u16,
    /// It lasts so many seconds; at once and for good if not said.
    pub lasts: Option<u16>,
    /// What is called on the user when it ends.
    #[serde(default)]
    pub aftermath: Vec<Call>,
    /// The element that it hurts with.
    pub element: Option<Element>,
    /// It is poison: those who resist poison are not harmed.
    #[serde(default)]
    pub poison: bool,
}

impl PowerEntry {
    /// Whether somebody with these powers may carry the blessings among them: one, and as many more as a crusader's
    /// powers allow.
    ///
    /// # Errors
    /// How many are carried, and how many may be.
    pub fn blessings_fit<'a>(powers: impl Iterator<Item = &'a PowerEntry>) -> Result<(), (usize, usize)> {
        let (mut carried, mut more) = (0, 0);
        for power in powers {
            carried += usize::from(power.blessing);
            for gift in &power.gives {
                if let Feature::Blessings(allowed) = gift {
                    more = more.max(usize::from(*allowed));
                }
            }
        }
        if carried > 1 + more { Err((carried, 1 + more)) } else { Ok(()) }
    }
}
