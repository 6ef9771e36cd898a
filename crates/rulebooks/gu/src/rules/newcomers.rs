//! Fresh combatants of a creature, with what they own and hold.

use quintain_engine::{Few, Side};
use quintain_field::Square;

use crate::book::{Keyword, Power, gu_word};
use crate::combatant::{Combatant, GuState, Limbs, Owned, Track};
use crate::condition::Conditions;
use crate::kinds::Score;
use crate::setting::{Setting, Template};

/// A fresh combatant of a template.
pub(crate) fn combatant(setting: &Setting, place: u16, side: Side) -> Combatant {
    let template = &setting.templates[usize::from(place)];
    let entry = &template.entry;
    let mut one = Combatant {
        template: place,
        side,
        player: entry.player,
        minded: template.minded,
        hp: Track::full(entry.hp),
        own_hp: None,
        size: entry.size,
        soul: Track::full(entry.soul.unwrap_or(0)),
        has_soul: entry.soul.is_some(),
        essence: Track::full(entry.essence),
        essence_parts: 0,
        luck: entry.luck,
        stones: entry.stones,
        scores: template.scores,
        movement: entry.movement,
        cognition_lost: 0,
        strength_lost: 0,
        conditions: Conditions::default(),
        bleeding: 0,
        fire_rank: 0,
        blow: None,
        lasting: Few::new(),
        injured: Limbs::default(),
        perseverance_tokens: 0,
        predicament_tokens: 0,
        arms: Few::new(),
        in_hand: Few::new(),
        two_handed: false,
        worn: Few::new(),
        gu: Few::new(),
        reactions: 2,
        held: None,
        at: Square::new(0, 0),
        height: 0,
        airborne: false,
        climbing: false,
        fallen: 0,
        held_by: None,
        airless: 0,
        soul_lost: 0,
        wild_used: false,
        acted: false,
        initiative: 0,
        called: None,
        dealt: 0,
        taken: 0,
    };
    one.arms.extend(template.weapons.iter().chain(&template.natural).copied());
    one.worn.extend(template.wears.iter().map(|place| (*place, setting.armor(*place).hp)));
    take_in_hand(setting, template, &mut one);
    give_gu(setting, template, &mut one);
    one
}

/// The Gu, killer moves and talents of its creature.
pub(crate) fn give_gu(setting: &Setting, template: &Template, one: &mut Combatant) {
    let entry = &template.entry;
    for word in entry.gu.iter().chain(&entry.killer_moves).chain(&entry.talents) {
        let vital = entry.vital.as_ref() == Some(word) && !one.gu.iter().any(|owned| owned.vital);
        if let Some(owned) = owned(setting, word, vital) {
            take_on(setting, one, owned);
        }
    }
}

/// A Gu or talent comes to a combatant; says whether there is room for it. A carving whose path does not go with that of one
/// at work already gives nothing.
pub(crate) fn take_on(setting: &Setting, one: &mut Combatant, mut owned: Owned) -> bool {
    let book = &setting.book;
    let carved = |known: &Owned| known.state == GuState::Carved && !book.is_talent(known.gu);
    let path = |known: &Owned| book.gus[usize::from(known.gu)].value.path;
    if carved(&owned) && one.gu.iter().any(|known| carved(known) && !path(known).goes_with(path(&owned))) {
        owned.state = GuState::Sealed;
    }
    let taken = one.gu.push(owned);
    if taken {
        toughen(setting, one, owned);
    }
    taken
}

/// Hit points that a carving or talent gives from the beginning.
fn toughen(setting: &Setting, one: &mut Combatant, owned: Owned) {
    if owned.state != GuState::Carved {
        return;
    }
    let (tough, trained) = toughness(setting, one);
    for power in &setting.book.gus[usize::from(owned.gu)].value.powers {
        let more = match power {
            Power::HitPoints(more) => *more,
            Power::Tough => one.scores[Score::Fortitude as usize] + trained,
            Power::Adds { score: Score::Fortitude, by } if tough => by.at(0),
            _ => 0,
        };
        one.hp.max = one.hp.max.saturating_add(more);
        one.hp.now = one.hp.now.saturating_add(more);
    }
}

/// Whether each point of Fortitude is two hit points for somebody, and how many its carvings and talents add.
fn toughness(setting: &Setting, one: &Combatant) -> (bool, i16) {
    let (mut tough, mut trained) = (false, 0);
    for known in one.gu.iter().filter(|known| known.state == GuState::Carved) {
        for power in &setting.book.gus[usize::from(known.gu)].value.powers {
            match power {
                Power::Tough => tough = true,
                Power::Adds { score: Score::Fortitude, by } => trained += by.at(0),
                _ => {}
            }
        }
    }
    (tough, trained)
}

/// The weapons carried go into the hands as far as there are sound ones; a single one that may is held in two.
pub(crate) fn take_in_hand(setting: &Setting, template: &Template, one: &mut Combatant) {
    let shields = one.worn.iter().filter(|(place, _)| setting.armor(*place).in_hand).count() as u8;
    let useless = (one.injured.arms | one.injured.hands).count_ones() as u8;
    let mut free = template.arms.saturating_sub(shields + useless);
    one.in_hand.clear();
    for arm in &one.arms {
        let arm_of = &setting.arms[usize::from(arm.0)];
        if arm_of.natural || arm_of.hands > free || arm_of.hands == 0 {
            continue;
        }
        free -= arm_of.hands;
        one.in_hand.push(*arm);
    }
    let only = one.in_hand.first().filter(|_| one.in_hand.len() == 1);
    one.two_handed = free > 0 && only.is_some_and(|arm| setting.arms[usize::from(arm.0)].versatile);
}

/// A Gu or killer move by its word in a pack: an id, with a rank where there are several.
pub(crate) fn owned(setting: &Setting, word: &str, vital: bool) -> Option<Owned> {
    let (id, rank) = gu_word(word);
    let gus = &setting.book.gus;
    let place = gus.iter().position(|entry| entry.id == id)?;
    let entry = &gus[place].value;
    let rank = rank.unwrap_or(entry.lowest());
    let state = if entry.has(Keyword::Dao) { GuState::Carved } else { GuState::Idle };
    let hp = Track::full(entry.hp.at(entry.place(rank)));
    let uses = entry.expendable.unwrap_or(u8::MAX);
    Some(Owned { gu: place as u16, rank, hp, state, vital, uses, stopped: false, store: 0, lent: None })
}
