//! Attacking & Damage: the die, the Armor, the stamina.

use quintain_engine::{Event, EventId, Reckoning, Table, Throw, Who};

use crate::arm::ArmId;
use crate::book::{Special, Worn};
use crate::combatant::Combatant;
use crate::condition::Effect;
use crate::fight::Fight;
use crate::house::ScarTotal;
use crate::rules::modifiers::State;
use crate::rules::{battle_map, creatures, critical, detachment, gifts, incantations, magic, prayer, scars};
use crate::scratch::note;
use crate::setting::{Armor, Setting};

quintain_engine::section! {
    "Attacking & damage";
    NO_ROLL_TO_HIT = Engine "attack.no-roll-to-hit": "A legal attack always lands; the damage die is its only die.";
    WEAPON_DIE = Engine "attack.weapon-die": "The damage is the weapon's die, with no modifier from scores.";
    ARMOR = Engine "attack.armor": "The target's Armor comes off the die; nobody has more than 3.";
    MIN_ZERO = Engine "attack.min-zero": "What is left is never below 0, and 0 changes and triggers nothing.";
    TO_STA = Engine "attack.to-sta": "What is left is taken from the target's STA.";
    UNARMED = Engine "attack.unarmed": "Bare hands always roll 1d4; a creature without weapons fights with them.", house "unarmed.enhanced";
    OWN_SIDE = Choice "attack.own-side": "Nobody attacks their own side on purpose.",
        ruling "The chapter does not forbid it: a house rule lets players do so. Blasts, jealousy and hate strike friends all the same.", house "attack.own-side";
    EXAMPLE = Engine "attack.example": "A club's 4 on Armor 1 and STA 5 leaves STA 2 and nothing else.";
}

/// The most Armor anybody can have.
pub const MOST_ARMOR: i16 = 3;

/// Armor as it counts.
#[inline]
pub fn armor_of(fight: &Fight, who: Who) -> i16 {
    fight.make(who, |make| make.armor).into()
}

/// Armor as it counts: its own, the best suit and what stacks with it, up to 3.
pub fn armor_worn<R: Reckoning>(setting: &Setting, one: &Combatant) -> R {
    let mut armor = R::default();
    armor.own("own", one.natural_armor);
    let at_hand = |piece: &Armor| one.shield || piece.worn != Worn::Shield;
    let pieces = || one.worn.iter().map(|place| &setting.armors[usize::from(*place)]).enumerate();
    let suits = pieces().filter(|(_, piece)| piece.worn == Worn::Suit && piece.against.is_empty());
    let best = suits.max_by_key(|(place, piece)| (piece.armor, std::cmp::Reverse(*place))).map(|(place, _)| place);
    for (place, piece) in pieces().filter(|(_, piece)| piece.against.is_empty()) {
        let part = match () {
            () if !at_hand(piece) => armor.waive(&ARMOR, "Armor", piece.armor, "it is not in hand"),
            () if piece.worn == Worn::Suit && Some(place) != best => {
                armor.waive(&ARMOR, "Armor", piece.armor, "a better suit counts")
            }
            () => armor.add(&ARMOR, "Armor", piece.armor).until("it is put away"),
        };
        part.of(|| &*piece.name);
    }
    let tempered = |place: u8| {
        let piece = &setting.armors[usize::from(place)];
        one.worn.contains(&place) && at_hand(piece) && piece.against.is_empty()
    };
    for known in &one.effects {
        if matches!(known.effect, Effect::Plated(place) if tempered(place)) {
            armor.add(&prayer::HEPHAESTUS, "tempered", 1).until("it ends");
        }
    }
    armor.at_least(&ARMOR, 0).at_most(&ARMOR, MOST_ARMOR);
    armor
}

/// Armor against one attacker, amulets among it.
pub fn armor_against<R: Reckoning>(fight: &Fight, whom: Who, by: Who) -> R {
    let mut armor: R = armor_worn(&fight.setting, fight.one(whom));
    for piece in gifts::amulets(fight, whom, by) {
        armor.add(&gifts::AMULET, "Armor", piece.armor).of(|| &*piece.name);
    }
    armor.at_most(&ARMOR, MOST_ARMOR);
    armor
}

/// One instance of damage that has been rolled.
#[derive(Clone, Copy, Debug)]
pub struct Hit {
    /// The kept die.
    pub rolled: i16,
    /// What is left after Armor and wards.
    pub net: i16,
    /// From an attack: may leave a scar.
    pub is_attack: bool,
    /// Whose attack owns the kept die.
    pub by: Option<Who>,
    pub arm: Option<ArmId>,
    /// The event that tells the hit.
    pub cause: EventId,
}

/// `attack.armor`, `attack.min-zero`, then the wards on somebody under effects, which are no Armor and lie outside its
/// limit.
#[cold]
pub(crate) fn after_wards<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    whom: Who,
    net: i16,
) -> Result<i16, T::Halt> {
    let ward = fight.one(whom).effects.iter().find_map(|known| match known.effect {
        Effect::Protected { die, once } => Some((die, once)),
        _ => None,
    });
    let Some((die, once)) = ward.filter(|_| net > 0) else { return Ok(net) };
    let rolled = match once {
        0 => table.die(fight, Throw::die(die.into(), &magic::WARD, "Protection").by(whom))?,
        once => u16::from(once),
    };
    let left = (net - rolled as i16).max(0);
    table.tell(|| {
        let text =
            format!("Protection takes {rolled} off the blow on {}: {net} - {rolled} = {left}", fight.label(whom));
        let event = Event::new(&magic::WARD, text).by(whom).and(&incantations::PROTECTION);
        if once == 0 { event.dice(die.into(), &[rolled]) } else { event }
    });
    Ok(left)
}

/// Writes an instance of damage to the sheet: STA first, the rest to KRA with its save, or a scar at exactly 0.
///
/// # Errors
/// Halts with the table.
#[inline(always)]
pub fn apply<T: Table<Fight>>(fight: &mut Fight, table: &mut T, whom: Who, hit: Hit) -> Result<(), T::Halt> {
    let one = fight.cast.provoke(whom);
    if hit.net <= 0 {
        return Ok(());
    }
    if let (Some(by), false) = (hit.by, one.effects.is_empty()) {
        incantations::disappoint(fight, table, whom, by);
    }
    let (before, taken) = fight.cast.wound(whom, hit.by, hit.net, None);
    let (excess, after) = (hit.net - taken, before - taken);
    if taken > 0 {
        let cause = table.tell(|| {
            let text = format!("{} loses {taken} STA: {before} → {after}", fight.label(whom));
            let event = Event::new(&TO_STA, text).by(whom).because(hit.cause);
            let event = if after == 0 && excess == 0 { at_exactly_zero(fight, event, whom, hit) } else { event };
            let event = event.change(whom, "sta", before.into(), after.into());
            let event = event.harm(hit.by, whom, taken.unsigned_abs().into());
            // As in the chapter's example: some comes off for Armor, some STA is left, and nothing else follows.
            let armor = fight.armor_at_start(whom);
            let plain = hit.is_attack && armor > 0 && hit.rolled - armor == hit.net;
            if plain && after > 0 { event.and(&EXAMPLE) } else { event }
        });
        if after == 0 && !fight.one(whom).hero {
            note(&mut fight.scratch.at_zero, whom);
        }
        if excess == 0 && after == 0 && hit.is_attack && bears_scars(fight, whom) {
            let row = match fight.house().scar_total {
                ScarTotal::AfterArmor => hit.net,
                ScarTotal::BeforeArmor => hit.rolled,
            };
            return scars::scar(fight, table, whom, row, cause);
        }
    }
    if excess > 0 { critical::overflow(fight, table, whom, Hit { net: excess, ..hit }) } else { Ok(()) }
}

/// `crit.exact-zero-no-save`, and why there is no scar where there is none.
fn at_exactly_zero(fight: &Fight, event: Event, whom: Who, hit: Hit) -> Event {
    let event = event.and(&critical::EXACT_ZERO);
    match (bears_scars(fight, whom), hit.is_attack) {
        (true, true) => event,
        (true, false) => event.and(&scars::NOT_OTHER_CAUSES),
        (false, _) if fight.one(whom).detachment => event.and(&scars::PC_ONLY).and(&detachment::NO_SCAR),
        (false, _) => event.and(&scars::PC_ONLY),
    }
}

/// `scar.pc-only`, `detachment.no-scar`: heroes alone, and no company even if a player leads it.
fn bears_scars(fight: &Fight, who: Who) -> bool {
    let one = fight.one(who);
    one.hero && !one.detachment
}

/// How a blow is struck, as far as it matters to the targets that it cannot hurt.
#[derive(Clone, Copy, Debug)]
pub struct Struck {
    pub arm: ArmId,
    /// Not shot or thrown.
    pub hand_to_hand: bool,
    /// Into the mouth.
    pub into_the_mouth: bool,
    /// Impaired, enhanced or neither.
    pub state: State,
}

/// By what rule a blow cannot hurt this one at all: by its nature, in its element, or through what it wears.
#[inline]
pub fn proof(fight: &Fight, whom: Who, struck: Struck) -> Option<&'static quintain_engine::Rule> {
    if fight.make(whom, |make| make.plain) { None } else { proof_by_nature(fight, whom, struck) }
}

fn proof_by_nature(fight: &Fight, whom: Who, struck: Struck) -> Option<&'static quintain_engine::Rule> {
    if let Some(gift) = gifts::turned_aside(fight, whom, struck) {
        return Some(gift);
    }
    let template = fight.template(whom);
    if template.special.is_empty() {
        return None;
    }
    if template.has(&Special::OnlyThroughTheMouth) && !struck.into_the_mouth {
        return Some(&creatures::THROUGH_THE_MOUTH);
    }
    if template.has(&Special::ImmuneToMelee) && struck.hand_to_hand {
        return Some(&creatures::MELEE_PROOF);
    }
    battle_map::proof_in_water(fight, whom).then_some(&creatures::WATER_PROOF)
}
