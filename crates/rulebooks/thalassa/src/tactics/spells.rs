//! What an incantation promises, in the measure of blows.

use quintain_engine::Who;

use super::weigh;
use crate::book::Spell;
use crate::condition::Ability;
use crate::declaration::Deed;
use crate::fight::Fight;
use crate::house::DangerSave;
use crate::options::friends;
use crate::rules::creatures;

use super::means::ENOUGH_THU;

/// Thousandths of a point of damage that half an incantation's good is taken for where it cannot be counted.
const SOME: u32 = 2_000;

/// What reciting this on somebody promises, as blows are weighed: the damage that it does, undoes or spares, by the chance that
/// the reciter keeps calm.
pub(super) fn promise(fight: &Fight, who: Who, does: Spell, at: Who) -> u32 {
    let health = u32::from(fight.one(at).health());
    let whole = 1_000 * health;
    let good = match does {
        Spell::Harm { die } => weigh::damage_of(die, 0),
        Spell::Heal => 1_000 * u32::from(fight.one(at).sta.max.unsigned_abs()),
        Spell::Vanquish | Spell::Befriend | Spell::Favor => whole,
        // One less there is one more here.
        Spell::Control { .. } | Spell::BindLover | Spell::BreakEnchantment | Spell::Dissolve => 2 * whole,
        Spell::ReleaseBonds if fight.led(at) => 2 * whole,
        Spell::Attract | Spell::Appease | Spell::Silence => whole / 2,
        Spell::PartObject | Spell::Separate | Spell::Hide | Spell::Consecrate | Spell::Slander => 2 * SOME,
        Spell::Protect { die } => 2 * weigh::damage_of(die, 0),
        Spell::Daimon => SOME / 4,
        _ => SOME,
    };
    weigh::measured(good, health) * calm(fight, who) / 20
}

/// How many of twenty faces let somebody recite in danger.
fn calm(fight: &Fight, who: Who) -> u32 {
    match fight.house().danger_save {
        DangerSave::No => 20,
        _ => u32::from(fight.one(who).score(Ability::Thu).now.clamp(1, 19).unsigned_abs()),
    }
}

/// Whether a friend recites such an incantation on that one this round.
fn friend_recites(fight: &Fight, who: Who, at: Who, such: impl Fn(Spell) -> bool) -> bool {
    let recites = |friend: Who| match fight.one(friend).plan.deed_or_telegraph() {
        Some(Deed::Cast { spell, at: whom, .. }) => whom == at && spell_of(fight, friend, spell).is_some_and(&such),
        _ => false,
    };
    friends(fight, who).any(|friend| friend != who && recites(friend))
}

/// Whether a friend recites the same on the same one this round. Harm alone adds up.
pub(super) fn is_recited(fight: &Fight, who: Who, does: Spell, at: Who) -> bool {
    !matches!(does, Spell::Harm { .. }) && friend_recites(fight, who, at, |other| other == does)
}

/// Whether a friend's incantation takes somebody out of the fight this round, whichever it is.
pub(super) fn is_taken(fight: &Fight, who: Who, at: Who) -> bool {
    friend_recites(fight, who, at, is_decisive)
}

/// Whether an incantation takes its target out of the fight, or makes it change sides.
fn is_decisive(does: Spell) -> bool {
    matches!(does, Spell::Control { .. } | Spell::BindLover | Spell::Befriend | Spell::Favor | Spell::Vanquish)
}

fn spell_of(fight: &Fight, who: Who, spell: u8) -> Option<Spell> {
    let known = fight.one(who).spells.get(usize::from(spell))?;
    Some(fight.setting.incantations[usize::from(known.incantation)].does)
}

/// Whether somebody's voice takes others out of the fight: by a song, or by an incantation that can still be paid.
pub(super) fn is_mighty(fight: &Fight, who: Who) -> bool {
    if creatures::song_carries(fight, who).is_some() {
        return true;
    }
    let knows = |spell: usize| spell_of(fight, who, spell as u8).is_some_and(is_decisive);
    let one = fight.one(who);
    one.score(Ability::Thu).now >= ENOUGH_THU && (0..one.spells.len()).any(knows)
}
