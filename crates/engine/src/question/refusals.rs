//! What is refused, put together: one line a reason instead of one a square.

use super::Refused;
use crate::rule::Rule;

/// Everything that one rule refuses for one reason, of one kind of act.
#[derive(Clone, Debug, PartialEq)]
pub struct RefusalGroup {
    /// The rule that refuses.
    pub rule: &'static Rule,
    /// The first word of the acts refused: `move`.
    pub verb: String,
    /// The reason, where it is the same for all; otherwise that of the first.
    pub why: String,
    /// What would be right, where it is known and near.
    pub cure: Option<String>,
    /// The texts of what is refused, in their order.
    pub texts: Vec<String>,
}

/// Puts refusals of the same verb by the same rule together, unless their reasons differ in more than names and numbers.
pub fn grouped(refused: &[Refused]) -> Vec<RefusalGroup> {
    let mut groups: Vec<(String, RefusalGroup)> = Vec::new();
    for one in refused {
        let (refusal, verb) = (&one.refusal, verb(&one.text));
        let shape = shape_of(&refusal.why);
        let alike = |(known, group): &&mut (String, RefusalGroup)| {
            group.rule == refusal.rule && group.verb == verb && *known == shape
        };
        match groups.iter_mut().find(alike) {
            Some((_, group)) => group.texts.push(one.text.clone()),
            None => {
                let (why, cure) = (refusal.why.to_string(), refusal.cure.as_ref().map(ToString::to_string));
                let texts = vec![one.text.clone()];
                groups.push((shape, RefusalGroup { rule: refusal.rule, verb: verb.to_owned(), why, cure, texts }));
            }
        }
    }
    groups.into_iter().map(|(_, group)| group).collect()
}

fn verb(text: &str) -> &str {
    text.split_whitespace().next().unwrap_or_default()
}

/// A reason without what differs from one target to the next: numbers, squares and names.
fn shape_of(why: &str) -> String {
    let differs =
        |word: &str| word.starts_with(char::is_uppercase) || word.starts_with(|letter: char| letter.is_ascii_digit());
    why.split_whitespace().filter(|word| !differs(word)).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::{Kind, Refusal};

    static FAR: Rule = Rule { id: "move.far", kind: Kind::Engine, summary: "", ruling: None, house: None };
    static ARM: Rule = Rule { id: "arm.none", kind: Kind::Engine, summary: "", ruling: None, house: None };

    fn refused(text: &str, rule: &'static Rule, why: &'static str) -> Refused {
        Refused { text: text.into(), refusal: Refusal::new(rule, why) }
    }

    #[test]
    fn one_line_a_reason() {
        let all = [
            refused("move to A1", &FAR, "5 m away, 4 m are left"),
            refused("attack Orc with axe", &ARM, "it holds no axe"),
            refused("move to B1", &FAR, "6 m away, 4 m are left"),
            refused("move to C1", &FAR, "Orc stands there"),
        ];
        let groups = grouped(&all);
        let seen: Vec<(&str, usize)> = groups.iter().map(|group| (group.why.as_str(), group.texts.len())).collect();
        assert_eq!(seen, [("5 m away, 4 m are left", 2), ("it holds no axe", 1), ("Orc stands there", 1)]);
    }
}
