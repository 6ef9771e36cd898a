//! Magic (from the Magic chapter): reciting, its price and its danger.

use quintain_engine::{Event, EventId, Refusal, Table, Throw, Who};

use crate::ask::{self, Ask};
use crate::book::{IncantationEntry, Lasts, Spell, Tag};
use crate::combatant::Known;
use crate::condition::{Ability, Condition, Effect, LASTING};
use crate::declaration::{Also, Deed};
use crate::fight::Fight;
use crate::house::{MagicAttack, TargetSave, ThuZero, Victory};
use crate::rules::saves::save;
use crate::rules::{ability, actions, battle_map, gear, incantations, rounds};
use crate::setting::Setting;
use crate::underway::Wrought;

quintain_engine::section! {
    "Magic";
    ANYONE = Engine "magic.anyone": "Anyone may use magic: incantations and prayers.";
    COST = Engine "magic.cost": "An incantation costs the reciter 1d6 THU; this is no damage.";
    RECOVER = OffMap "magic.recover": "THU so spent comes back like STA, unless it was brought to 0.",
        ruling "Within a fight only by `rest.in-fight`.";
    SCROLL = Engine "magic.scroll": "A scroll is one incantation, fills a slot and needs a free hand.";
    MEMORISE = OffMap "magic.memorise": "Learning one by heart takes a day and burns the scroll.";
    DANGER = Gm "magic.danger": "In danger reciting needs a THU save.", house "magic.danger-save";
    ORDER = Engine "magic.order": "The danger save comes first, then the price, paid either way, then the effect.";
    FAIL = Gm "magic.fail": "A failed danger save leaves no effect and a Fatigue; what is harmful may turn on the reciter.";
    NO_TARGET_SAVE = Engine "magic.no-target-save": "Targets get no save.",
        ruling "Where the house gives one, it is for foes.", house "magic.target-save";
    RANGE = Engine "magic.range": "One target in sight within 80 feet, or oneself; without a map anyone present.";
    VOICE = Engine "magic.voice": "Who is silenced cannot recite or pray.";
    END = Engine "magic.end": "The reciter's death does not end what was wrought.";
    SAME_TWICE = Engine "magic.same-twice": "The same on the same target does not stack: the longer stands.";
    WARD = Engine "magic.ward": "A ward comes off after Armor and outside its limit, for each instance of damage.", house "protection.roll";
    DIRECT = Engine "magic.direct": "Direct damage passes over Armor, not over wards, as an instance of its own after the pool.", house "magic.direct";
    THU_ZERO = Engine "magic.thu-zero": "Who brings the own THU to 0 has worked the magic and is delirious, until a long rest or, by house rule, a quick one.", house "magic.thu-zero";
}

/// `magic.cost`: sides of the die that says what magic costs in THU.
pub const PRICE_DIE: u8 = 6;

/// `magic.range`: within how many feet a target has to be in sight.
const SIGHT: u16 = 80;

impl Wrought {
    /// Whether an incantation wrought it, and no god.
    pub fn is_goeteia(&self) -> bool {
        self.rule == incantations::rule_of(self.does)
    }
}

/// Whether somebody may recite this now.
///
/// # Errors
/// The refusal.
pub fn may_recite(fight: &Fight, who: Who, known: Known) -> Result<(), Refusal> {
    let one = fight.one(who);
    let entry = &fight.setting.incantations[usize::from(known.incantation)];
    actions::may_act(fight, who)?;
    if one.under(Effect::Silenced) {
        return Err(Refusal::new(&VOICE, "silenced"));
    }
    if known.scroll && (one.free_hands(&fight.setting.arms) == 0 || gear::hauls(fight, who)) {
        return Err(Refusal::new(&SCROLL, "a scroll needs a free hand"));
    }
    if entry.once && fight.sides[one.side.index()].has_used(known.incantation) {
        return Err(Refusal::new(incantations::rule_of(entry.does), "once in a fight for the whole side"));
    }
    if entry.does == Spell::Vanquish && fight.house().victory == Victory::Banned {
        return Err(Refusal::new(incantations::rule_of(entry.does), "banned by house rule"));
    }
    Ok(())
}

/// Whether this may be recited on that one.
///
/// # Errors
/// The refusal.
pub fn may_target(fight: &Fight, who: Who, does: Spell, at: Who) -> Result<(), Refusal> {
    let rule = incantations::rule_of(does);
    let befriended = incantations::unbinds(does) && fight.one(at).under(Effect::Befriended);
    if !(fight.present(at) || befriended) {
        return Err(Refusal::new(&RANGE, "not on the field"));
    }
    if who != at && !battle_map::may_see(fight, who, at, SIGHT) {
        return Err(Refusal::new(&RANGE, "not in sight within 80 feet"));
    }
    let template = fight.template(at);
    match does {
        Spell::Shadow if fight.one(at).under(Effect::Shadowed) => Err(Refusal::new(rule, "once for each target")),
        Spell::Control { only, or, .. } if !template.is(only) && !or.is_some_and(|or| template.is(or)) => {
            Err(Refusal::new(rule, "not the kind of creature that it works on"))
        }
        Spell::Appease if !template.is(Tag::Beast) && !fight.one(at).is(Condition::Enraged) => {
            Err(Refusal::new(rule, "neither a beast nor blinded by anger"))
        }
        _ => Ok(()),
    }
}

/// `magic.danger`: THU, before anything else of the recital.
pub(crate) fn danger_save<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    if !ask::yes(fight, table, Ask::InDanger { who })? {
        return Ok(());
    }
    table.tell(|| {
        let text = match fight.one(who).plan.deed {
            Deed::Cast { spell, .. } => entry(&fight.setting, fight, who, spell).map(|entry| entry.name.as_str()),
            _ => None,
        };
        let text = format!("{} begins to recite {}", fight.label(who), text.unwrap_or("an incantation"));
        Event::new(&DANGER, text).by(who).act()
    });
    let saved = save(fight, table, who, Ability::Thu, &DANGER, "THU save to recite in danger")?;
    let plan = fight.plan_mut(who);
    plan.dared = Some(saved.passed);
    plan.lost |= !saved.passed;
    Ok(())
}

/// `magic.cost`: THU for magic, rolled already.
pub(crate) fn spend<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, price: u16, cause: EventId) {
    let before = fight.one(who).score(Ability::Thu).now;
    ability::lose(fight, table, who, Ability::Thu, price as i16, cause);
    let after = fight.one(who).score(Ability::Thu).now;
    fight.one_mut(who).spent += before - after;
    if fight.scratch.under_way {
        // Nobody pays twice in a phase: with room for everybody the list need not grow in a later one.
        let everybody = fight.cast.len();
        let paid = &mut fight.scratch.paid;
        paid.reserve(everybody.saturating_sub(paid.len()));
        paid.push((who, before - after));
    }
    if after == 0 && before > 0 {
        table.tell(|| {
            let text = format!("{}'s THU comes back with {}", fight.label(who), what_restores(fight));
            Event::new(&THU_ZERO, text).by(who).because(cause)
        });
    }
}

/// `magic.thu-zero`: what brings back THU that magic has brought to 0.
pub fn what_restores(fight: &Fight) -> &'static str {
    match fight.house().thu_zero {
        ThuZero::ExtendedRest => "a long rest only",
        ThuZero::QuickRest => "a quick rest",
    }
}

/// `magic.recover`: a rest that restores STA restores what magic took of THU.
pub(crate) fn recover(fight: &mut Fight, who: Who) {
    let lies_low = fight.one(who).score(Ability::Thu).now == 0 && fight.house().thu_zero == ThuZero::ExtendedRest;
    if lies_low {
        return;
    }
    let one = fight.one_mut(who);
    let spent = std::mem::take(&mut one.spent);
    let thu = one.score_mut(Ability::Thu);
    thu.now = (thu.now + spent).min(thu.max.max(thu.now));
}

/// `magic.cost`: 1d6 THU.
fn pay<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, title: &str) -> Result<(), T::Halt> {
    let price = table.die(fight, Throw::die(PRICE_DIE.into(), &COST, "price in THU").by(who))?;
    let cause = table.tell(|| {
        let text = format!("{} pays {price} THU for {title}", fight.label(who));
        Event::new(&COST, text).by(who).dice(PRICE_DIE.into(), &[price]).and(&ANYONE).and(&ORDER).act()
    });
    spend(fight, table, who, price, cause);
    Ok(())
}

/// The price of a recital whose danger save failed, and its Fatigue. One that the GM's own call has stopped costs nothing.
///
/// # Errors
/// Halts with the table.
pub(crate) fn lost_recital<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    let plan = &fight.one(who).plan;
    let (Deed::Cast { spell, also, .. }, Some(false)) = (plan.deed, plan.dared) else { return Ok(()) };
    let setting = fight.setting.clone();
    let Some(entry) = entry(&setting, fight, who, spell) else { return Ok(()) };
    pay(fight, table, who, &entry.name)?;
    if entry.harmful && ask::yes(fight, table, Ask::TurnsOnReciter { who })? {
        table.tell(|| Event::new(&FAIL, format!("{} turns on {}", entry.name, fight.label(who))).by(who));
        return work(fight, table, who, entry, who, also);
    }
    table.tell(|| Event::new(&FAIL, format!("{}'s {} fails", fight.label(who), entry.name)).by(who));
    gear::tire(fight, table, who)
}

fn entry<'a>(setting: &'a Setting, fight: &Fight, who: Who, spell: u8) -> Option<&'a IncantationEntry> {
    let known = fight.one(who).spells.get(usize::from(spell))?;
    setting.incantations.get(usize::from(known.incantation))
}

/// `magic.fail`: whether this incantation may turn on its reciter.
pub fn is_harmful(fight: &Fight, who: Who, spell: u8) -> bool {
    entry(&fight.setting, fight, who, spell).is_some_and(|entry| entry.harmful)
}

/// Whether this is an incantation meant for foes alone.
pub fn is_hostile(fight: &Fight, who: Who, spell: u8) -> bool {
    let for_foes = |does: Spell| incantations::is_hostile(does) && !incantations::is_for_anybody(does);
    entry(&fight.setting, fight, who, spell).is_some_and(|entry| for_foes(entry.does))
}

/// Whether this is an incantation whose die goes with the attack dice, by house rule.
pub(crate) fn is_pooled(fight: &Fight, who: Who, deed: Deed) -> bool {
    let Deed::Cast { spell, .. } = deed else { return false };
    let harms = entry(&fight.setting, fight, who, spell).is_some_and(|entry| matches!(entry.does, Spell::Harm { .. }));
    harms && fight.house().magic_attack == MagicAttack::Yes
}

/// P6: price, then the dice of the effect; what it does comes later in the phase.
///
/// # Errors
/// Halts with the table.
pub(crate) fn recite<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    spell: u8,
    at: Who,
    also: Also,
) -> Result<(), T::Halt> {
    let setting = fight.setting.clone();
    let Some(entry) = entry(&setting, fight, who, spell) else { return Ok(()) };
    pay(fight, table, who, &entry.name)?;
    if entry.once && !use_up(fight, who, spell) {
        let rule = incantations::rule_of(entry.does);
        table.tell(|| Event::new(rule, format!("{} was used up by {}'s side", entry.name, fight.label(who))).by(who));
        return Ok(());
    }
    if !fight.present(at) && !fight.one(at).under(Effect::Befriended) {
        table.tell(|| Event::new(&RANGE, format!("{} finds {} gone", entry.name, fight.label(at))).by(who).to(at));
        return Ok(());
    }
    if who != at && fight.present(at) && !battle_map::comes_about(fight, who, at, SIGHT, false) {
        battle_map::tell_out_of_reach(fight, table, who, at, &RANGE);
        return Ok(());
    }
    if fight.house().target_save == TargetSave::Thu
        && fight.foes(who, at)
        && save(fight, table, at, Ability::Thu, &NO_TARGET_SAVE, "THU save against the incantation")?.passed
    {
        table.tell(|| Event::new(&NO_TARGET_SAVE, format!("{} withstands {}", fight.label(at), entry.name)).by(at));
        return Ok(());
    }
    work(fight, table, who, entry, at, also)
}

/// Marks an incantation that works once in a fight as used; false where another of the side has used it already.
fn use_up(fight: &mut Fight, who: Who, spell: u8) -> bool {
    let one = fight.one(who);
    let (side, incantation) = (one.side.index(), one.spells[usize::from(spell)].incantation);
    let fresh = !fight.sides[side].has_used(incantation);
    fight.sides[side].use_up(incantation);
    fresh
}

fn work<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    entry: &IncantationEntry,
    at: Who,
    also: Also,
) -> Result<(), T::Halt> {
    let rule = incantations::rule_of(entry.does);
    let pooled = who != at && is_pooled(fight, who, fight.one(who).plan.deed);
    table.tell(|| {
        let text = format!("{} recites {} on {}", fight.label(who), entry.name, fight.label(at));
        let event = Event::new(rule, text)
            .by(who)
            .to(at)
            .with(entry.name.clone())
            .and(&actions::CAST)
            .and(&RANGE)
            .and(&NO_TARGET_SAVE);
        if pooled { event.and(&actions::CAST_IS_NOT_ATTACK) } else { event }
    });
    let amount = match entry.does {
        Spell::Harm { die } if pooled => {
            let arm = fight.setting.sorcery;
            let judged = crate::phase::judge(fight, who, at, arm);
            return crate::phase::strike_unseen(fight, table, (who, at), (arm, die), judged);
        }
        Spell::Harm { die } => table.die(fight, Throw::die(die.into(), rule, "direct damage").by(who).at(at))? as i16,
        _ => 0,
    };
    let last_round = match entry.lasts {
        Lasts::Fight => LASTING,
        Lasts::Turns(turns) => rounds::last_round(fight, turns.into()),
        Lasts::Rolled(count, sides) => {
            let turns = rounds::roll_turns(fight, table, who, (count, sides), rule)?;
            rounds::last_round(fight, turns)
        }
    };
    fight.scratch.wrought.push(Wrought { by: who, at, does: entry.does, also, amount, last_round, rule });
    Ok(())
}
