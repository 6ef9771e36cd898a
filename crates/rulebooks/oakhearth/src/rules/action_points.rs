//! Action Points: one pool for Actions and Reactions, refilled at the end of one's turn.

use quintain_engine::{Event, Refusal, Rule, Table, Who, section};

use crate::ask::{Deed, Extra};
use crate::book::Condition;
use crate::fight::Fight;
use crate::rules::{conditions, dice, dying, moving, options, surprise};
use crate::story::Told;
use crate::words;

section! {
    "Action Points";
    DEFAULT = Engine "ap.default": "A player's creature has 4 AP.", ruling "So has every other unless its entry says otherwise.";
    VARIES = Engine "ap.varies": "A creature's entry may give it more or fewer.";
    TEMPORARY = Engine "ap.temporary": "Effects change AP for a while; they are never below 0, and what is over is lost at the next refresh.";
    WHEN_USED = OffMap "ap.when-used": "AP are counted in fights and wherever else time is short.";
    REGAIN = Engine "ap.regain": "At the end of its own turn a creature has all its AP again, not before.";
    START = Engine "ap.start-of-fight": "Everyone begins with full AP.", ruling "So Reactions are possible before one's first turn.";
    DEFINITION = Engine "act.definition": "Spending AP on one's own turn is an Action; what costs none is not.";
    PAY = Engine "act.pay": "An Action happens only if all its AP are paid.";
    ANY_ORDER = Choice "act.any-order": "Actions may come in any order and be repeated as long as AP last.";
}

/// The AP that somebody can spend now: all that it has, for most.
#[inline]
pub fn available(fight: &Fight, who: Who) -> i8 {
    let one = fight.one(who);
    let well = one.statuses.is_empty() && one.hp > 0 && one.present();
    if well && fight.prepaid.is_none() { one.ap } else { what_is_left(fight, who) }
}

/// The same for a creature that is hampered, dying or gone, or has paid in advance.
fn what_is_left(fight: &Fight, who: Who) -> i8 {
    let one = fight.one(who);
    if one.has(Condition::Incapacitated) || one.under(Condition::Surprised) || !fight.present(who) {
        return 0;
    }
    let own = if dying::at_the_door(fight, who) { one.ap.min(1 - one.spent).max(0) } else { one.ap };
    own + prepaid(fight, who) as i8
}

/// AP that it has paid in advance, for what it held and carries out now.
fn prepaid(fight: &Fight, who: Who) -> u8 {
    fight.prepaid.filter(|(holder, _)| *holder == who).map_or(0, |(_, ap)| ap)
}

/// What of so many AP it pays now, out of its own: less what it has paid in advance.
pub fn own_share(fight: &Fight, who: Who, ap: u8) -> u8 {
    ap - prepaid(fight, who).min(ap)
}

/// # Errors
/// Why so many AP cannot be paid.
#[inline]
pub fn may_pay(fight: &Fight, who: Who, ap: u8) -> Result<(), Refusal> {
    if ap == 0 || available(fight, who) >= ap as i8 { Ok(()) } else { Err(unpaid(fight, who, ap)) }
}

/// Why so many AP are not to be had.
fn unpaid(fight: &Fight, who: Who, ap: u8) -> Refusal {
    let one = fight.one(who);
    match () {
        () if one.under(Condition::Surprised) => Refusal::new(&surprise::NO_AP, "it is Surprised"),
        () if one.has(Condition::Incapacitated) => Refusal::new(&PAY, "it is Incapacitated"),
        () if one.ap >= ap as i8 => Refusal::new(&dying::DOOR_AP, "at Death's Door it may spend 1 AP only"),
        () => Refusal::new(&PAY, missing(ap, one.ap)),
    }
}

/// What is missing, without a word made up for those who only want to know whether it is.
fn missing(ap: u8, left: i8) -> &'static str {
    match (ap, left) {
        (1, _) => "it costs 1 AP and none is left",
        (2, 0) => "it costs 2 AP and none is left",
        (2, _) => "it costs 2 AP and 1 is left",
        _ => "it costs more AP than are left",
    }
}

/// Pays AP.
pub(crate) fn pay<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, ap: u8, rule: &'static Rule) {
    pay_to(fight, table, who, ap, rule, For::Nothing);
}

/// What AP are paid for, as far as it is told with them.
#[derive(Clone, Copy, Debug)]
pub(crate) enum For {
    /// It has been told.
    Nothing,
    /// What is done now.
    Deed(Deed),
    /// What is added to something.
    Extra(Extra),
    /// A Move that gives so much movement, the first of the round or a further one.
    Move {
        /// Spaces.
        gain: i16,
        /// It is not the first.
        again: bool,
    },
}

/// Pays AP for what is done now, and tells what that is.
pub(crate) fn pay_to<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    ap: u8,
    rule: &'static Rule,
    what: For,
) {
    let own = own_share(fight, who, ap);
    if own < ap {
        fight.prepaid = Some((who, prepaid(fight, who) - (ap - own)));
    }
    let ap = own;
    if ap == 0 {
        return;
    }
    let before = fight.one(who).ap;
    fight.spend(who, ap);
    table.tell(|| {
        let own = fight.owner == Some(who);
        let after = fight.one(who).ap;
        let name = fight.label(who);
        let event = match what {
            For::Nothing => Event::new(rule, format!("{name} spends {ap} AP: {after} left")).price(),
            For::Deed(deed) => {
                let what = options::deed_text(fight, who, deed);
                Event::new(rule, format!("{name} spends {ap} AP to {what}: {after} left")).act_of(fight)
            }
            For::Extra(Extra::Adv(_)) => Event::new(rule, format!("{name} spends {ap} AP for ADV: {after} left")),
            For::Extra(extra) => {
                let what = options::extra_text(fight, who, None, extra);
                Event::new(rule, format!("{name} spends {ap} AP for {what}: {after} left"))
            }
            For::Move { gain, again } => {
                let text = format!("{name} may move {} for {ap} AP: {after} left", words::spaces(gain));
                let event = Event::new(rule, text).act_of(fight);
                let slow = super::shields::weighed_down(fight, who) > 0;
                let event = if slow { event.and(&super::shields::ARMOR_MIGHT) } else { event };
                match again {
                    true => event.and(&moving::AGAIN).and(&moving::FROM_BASE).and(&dice::ROUND_DOWN),
                    false => event,
                }
            }
        };
        let event = event.by(who);
        let event = event.and(&PAY).change(who, "ap", before.into(), after.into());
        let event = if own {
            event.and(&DEFINITION).and(&ANY_ORDER)
        } else {
            event.and(&super::reactions::DEFINITION).and(&super::reactions::FROM_POOL)
        };
        if dying::at_the_door(fight, who) { event.and(&dying::DOOR_AP) } else { event }
    });
}

/// `ap.regain`: the end of its turn gives a creature its AP back.
pub(crate) fn refresh<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) {
    let most = conditions::max_ap(fight, who);
    let before = fight.one(who).ap;
    let mut one = fight.one_mut(who);
    one.ap = most;
    one.spent = 0;
    drop(one);
    if before == most {
        return;
    }
    table.tell(|| {
        let event = Event::new(&REGAIN, format!("{} has {most} AP again", fight.label(who))).by(who).upkeep();
        let event = event.and(&super::reactions::NOT_EARLY).change(who, "ap", before.into(), most.into());
        let hampered = super::shields::armor_ap(&fight.setting, fight.template(who)) > 0;
        let event = if hampered { event.and(&super::shields::UNTRAINED_ARMOR) } else { event };
        let event = if before > most || most < fight.one(who).max_ap { event.and(&TEMPORARY) } else { event };
        if most == 4 { event.and(&DEFAULT) } else { event.and(&VARIES) }
    });
}
