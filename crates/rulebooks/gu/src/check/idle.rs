//! Keys of a Gu that do nothing beside others, or without them.

use crate::book::{Deal, Effect, GuEntry, Keyword, Power, Ranked, Whom};

/// What stands in a Gu and does nothing.
pub fn faults(gu: &GuEntry) -> Vec<String> {
    let idle = [
        (reaches_farther(gu), "a touch reaches 1 m: `range` beside `touch` does nothing"),
        (lasts_anyway(gu), "what is sustained or dao lasts by that: `lasts` has no place beside it"),
        (of_powers(gu), "`powers-of`, `lasts`, `near`, `laid` and `escape` do nothing without `powers`"),
        (gu.inside_with_user && gu.inside.is_empty(), "`inside-with-user` does nothing without `inside`"),
        (blocks_nothing(gu), "a shield takes nothing without the power `blocks` or `guards-mind`"),
        (is_no_shield(gu), "`blocks`, `hardened` and `untouched` do nothing without the keyword `shield`"),
        (of_reactions(gu), "what a Gu does as a reaction does nothing where it is never used as one"),
        (rolls_nothing(gu), "`modifier`, `tilt` and `close` do nothing where an attack is `sure`"),
    ];
    idle.into_iter().filter(|(wrong, _)| *wrong).map(|(_, text)| text.to_owned()).collect()
}

/// What is wrong with what powers add to unarmed strikes.
pub fn unarmed_faults(powers: &[Power]) -> Vec<String> {
    let mut faults = Vec::new();
    for power in powers {
        let deals = match power {
            Power::Punches { deals, .. } | Power::Unarmed { deals, .. } | Power::UnarmedChance { deals, .. } => deals,
            _ => continue,
        };
        if deals.iter().any(is_more_than_a_number) {
            let idle = "`dice`, `percent-strength` and `only` do nothing in what unarmed strikes deal more";
            faults.push(idle.to_owned());
        }
        if matches!(power, Power::UnarmedChance { sides: 0 | 1, .. }) {
            faults.push("the die of `unarmed-chance` has 2 sides or more".to_owned());
        }
    }
    faults
}

fn is_more_than_a_number(deal: &Deal) -> bool {
    deal.dice > 0 || is_set(deal.percent_strength) || deal.percent_least != 0 || deal.only.is_some()
}

fn is_set(number: Ranked) -> bool {
    number.all().iter().any(|one| *one != 0)
}

fn reaches_farther(gu: &GuEntry) -> bool {
    gu.touch && gu.range.all().iter().any(|metres| *metres > 1)
}

fn lasts_anyway(gu: &GuEntry) -> bool {
    gu.lasts.is_some() && (gu.has(Keyword::Sustained) || gu.has(Keyword::Dao))
}

fn of_powers(gu: &GuEntry) -> bool {
    let said = gu.powers_of != Whom::User || gu.lasts.is_some() || gu.near.is_some() || gu.laid || gu.escape.is_some();
    said && gu.powers.is_empty()
}

fn blocks_nothing(gu: &GuEntry) -> bool {
    let takes = |power: &Power| matches!(power, Power::Blocks { .. } | Power::GuardsMind);
    gu.has(Keyword::Shield) && !gu.powers.iter().any(takes)
}

fn is_no_shield(gu: &GuEntry) -> bool {
    let shields = |power: &Power| matches!(power, Power::Blocks { .. } | Power::Hardened { .. } | Power::Untouched(_));
    !gu.has(Keyword::Shield) && gu.powers.iter().any(shields)
}

fn of_reactions(gu: &GuEntry) -> bool {
    let moments = !gu.only_as_reaction.is_empty() || !gu.also_as_reaction.is_empty();
    let answers = moments || gu.has(Keyword::Defensive) || gu.has(Keyword::Shield);
    let said = gu.avoids || gu.seals || gu.even_unreactable || gu.dodges.is_some() || is_set(gu.perseverance);
    said && !answers
}

/// Another Gu may turn a sure touch into an attack roll, which takes these.
fn rolls_nothing(gu: &GuEntry) -> bool {
    let idle = |effect: &Effect| match effect {
        Effect::Attack { sure: true, modifier, tilt, close, .. } => *modifier != 0 || *tilt != 0 || *close,
        _ => false,
    };
    !gu.touch && gu.does.iter().chain(&gu.acts).any(idle)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kinds::DamageType;

    #[test]
    fn unarmed_strikes_deal_plain_numbers_more() {
        let (damage, amount, none) = (DamageType::Heat, Ranked::flat(4), Ranked::default());
        let plain = Deal { damage, amount, dice: 0, sides: 0, percent_strength: none, percent_least: 0, only: None };
        assert!(unarmed_faults(&[Power::Punches { modifier: 0, deals: vec![plain] }]).is_empty());
        let dice = Deal { dice: 1, sides: 6, ..plain };
        let faults = unarmed_faults(&[Power::UnarmedChance { sides: 0, deals: vec![dice] }]);
        assert_eq!(faults.len(), 2, "{faults:?}");
    }

    #[test]
    fn what_does_nothing_beside_other_keys_is_named() {
        let touch = GuEntry { touch: true, ..GuEntry::default() };
        assert!(faults(&touch).is_empty());
        let far = GuEntry { range: Ranked::flat(5), ..touch };
        assert_eq!(faults(&far), ["a touch reaches 1 m: `range` beside `touch` does nothing"]);
        let shield = GuEntry { keywords: vec![Keyword::Shield], seals: true, ..GuEntry::default() };
        assert_eq!(faults(&shield), ["a shield takes nothing without the power `blocks` or `guards-mind`"]);
        let seal = GuEntry { laid: true, seals: true, ..GuEntry::default() };
        assert_eq!(
            faults(&seal),
            [
                "`powers-of`, `lasts`, `near`, `laid` and `escape` do nothing without `powers`",
                "what a Gu does as a reaction does nothing where it is never used as one",
            ]
        );
    }
}
