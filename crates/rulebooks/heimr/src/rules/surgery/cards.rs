//! The cards of surgery: what each of a hundred does to the patient.

use crate::content::{Family, Feature, Limb, Word};
use crate::rules::health::{self};
use crate::rules::willpower;
use crate::state::{Ailment, Ask, Fight, PowerAsk, Treatment, yes};
use quintain_engine::{Event, Table, Throw, Who};

use super::{A_CARD, IN_FIGHT, LONG, SURGERY, TEN_MINUTES, VIGOROUS, ails, success};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Card {
    /// The surgeon may pay for success.
    Vigorous,
    /// Success, at so much willpower of the patient and the surgeon.
    Stabilised(i16, i16),
    /// The same, and the wound is infected.
    Infected(i16, i16),
    /// Blood is lost, which kills those who have no willpower left.
    Bleeds(i16),
    /// The same, but success from this level on.
    Unfamiliar(i16, u8),
    /// A loss unless there are so many who help.
    Hands(i16, usize),
    /// A loss unless a combatant shares the patient's race.
    OtherRace,
    /// Infection where the surgeon comes from another patient.
    NotCleaned,
    /// The next card may be passed over.
    MightMakeIt,
    /// The next card takes longer to come.
    TakesLong,
    /// Wounds of magic do not fester.
    MagicIsCleaner,
    /// Infection where there is dirt.
    Dirt,
    /// The patient faints; the surgeon pays, or the patient loses.
    Shock,
    Disease,
    Trauma,
    /// Nothing is lost any more.
    CanHandleIt,
}

fn deck(face: u16) -> Card {
    let face = face as i16;
    match face {
        ..=10 => Card::Vigorous,
        11..=40 => Card::Stabilised(1, 1),
        41..=45 => Card::Infected(2, 1),
        46..=50 => Card::Infected(3, 1),
        51..=60 => Card::Bleeds(face - 50),
        61..=65 => Card::Unfamiliar(face - 60, 2),
        66..=70 => Card::Unfamiliar(face - 65, 3),
        71..=77 | 96 => Card::Hands(3, 1),
        78..=80 => Card::OtherRace,
        81..=83 => Card::NotCleaned,
        84..=86 => Card::MightMakeIt,
        87..=89 => Card::TakesLong,
        90..=91 => Card::Hands(3, 2),
        92..=93 => Card::MagicIsCleaner,
        94..=95 => Card::Dirt,
        97 => Card::Shock,
        98 => Card::Disease,
        99 => Card::Trauma,
        _ => Card::CanHandleIt,
    }
}

fn is_bad(card: Card) -> bool {
    !matches!(
        card,
        Card::Vigorous | Card::Stabilised(..) | Card::MightMakeIt | Card::MagicIsCleaner | Card::CanHandleIt
    )
}

/// Draws a card; true if the surgery is over.
pub(super) fn card<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    treatment: &mut Treatment,
    level: u8,
) -> Result<bool, T::Halt> {
    let patient = treatment.whom;
    let face = table.die(fight, Throw::die(100, &SURGERY, "a card").by(who).at(patient))?;
    let card = deck(face);
    table.tell(|| {
        fight.event(&IN_FIGHT, who, format_args!("draws card {face} for {}", fight.label(patient))).to(patient)
    });
    if std::mem::take(&mut treatment.spare) && is_bad(card) && yes(fight, table, Ask::Power(PowerAsk::Spare { who }))? {
        table.tell(|| Event::new(&SURGERY, "The card is passed over").by(who).to(patient));
        return Ok(false);
    }
    match card {
        Card::Vigorous => {
            let able = willpower::can_spend(fight, who, Family::Surgery, VIGOROUS);
            let pays = able && yes(fight, table, Ask::Power(PowerAsk::Vigorous { who }))?;
            if pays {
                willpower::spend(fight, table, who, Family::Surgery, VIGOROUS, &SURGERY);
                success(fight, table, patient);
            }
            Ok(pays)
        }
        Card::Stabilised(patients, surgeons) => stabilises(fight, table, who, treatment, (patients, surgeons)),
        Card::Infected(patients, surgeons) => {
            ails(fight, table, patient, Ailment::Infection);
            stabilises(fight, table, who, treatment, (patients, surgeons))
        }
        Card::Bleeds(n) => bleeds(fight, table, who, treatment, n),
        Card::Hands(_, wanted) if helpers(fight, who, patient).count() >= wanted => Ok(false),
        Card::Unfamiliar(_, from) if level >= from => stabilises(fight, table, who, treatment, (1, 1)),
        Card::Unfamiliar(n, _) | Card::Hands(n, _) => loses(fight, table, who, treatment, (n, i16::MAX)),
        Card::OtherRace => {
            let race = fight.template(patient).race;
            let kin = helpers(fight, who, patient).chain([who]).any(|one| fight.template(one).race == race);
            if kin { Ok(false) } else { loses(fight, table, who, treatment, (5 - i16::from(level), i16::MAX)) }
        }
        Card::Shock => shock(fight, table, who, treatment, level),
        _ => aside(fight, table, who, treatment, card),
    }
}

/// Cards that neither stabilise nor take anything now.
fn aside<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    treatment: &mut Treatment,
    card: Card,
) -> Result<bool, T::Halt> {
    let patient = treatment.whom;
    match card {
        Card::NotCleaned => {
            let recent = |(whom, round): (Who, u32)| whom != patient && round + TEN_MINUTES >= fight.round;
            if fight.one(who).patient.is_some_and(recent) {
                ails(fight, table, patient, Ailment::Infection);
            }
        }
        Card::Dirt => {
            if yes(fight, table, Ask::Power(PowerAsk::Dirt { whom: patient }))? {
                ails(fight, table, patient, Ailment::Infection);
            }
        }
        Card::MightMakeIt => treatment.spare = true,
        Card::TakesLong => {
            let healers = 1 + helpers(fight, who, patient).count() as u16;
            treatment.next = treatment.done + (LONG - healers.min(LONG / A_CARD) * A_CARD).max(1);
        }
        Card::Disease => ails(fight, table, patient, Ailment::Disease),
        Card::Trauma => ails(fight, table, patient, Ailment::Trauma),
        Card::CanHandleIt => treatment.safe = true,
        _ => cleans(fight, patient),
    }
    Ok(false)
}

/// Wounds of magic are clean; what anything else has wounded festers all the same.
fn cleans(fight: &mut Fight, patient: Who) {
    let one = fight.one_mut(patient);
    if one.by_magic {
        one.ailments &= !Ailment::Infection.bit();
    }
}

/// The patient is stabilised. True: the surgery is over.
pub(super) fn stabilises<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    treatment: &mut Treatment,
    (patients, surgeons): (i16, i16),
) -> Result<bool, T::Halt> {
    willpower::spend(fight, table, who, Family::Surgery, surgeons, &SURGERY);
    loses(fight, table, who, treatment, (patients, i16::MAX))?;
    success(fight, table, treatment.whom);
    Ok(true)
}

fn shock<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    treatment: &mut Treatment,
    level: u8,
) -> Result<bool, T::Halt> {
    health::faint(fight, table, treatment.whom, &SURGERY);
    let price = 4 - i16::from(level);
    let able = willpower::can_spend(fight, who, Family::Surgery, price);
    if able && yes(fight, table, Ask::Power(PowerAsk::Focus { who, price }))? {
        willpower::spend(fight, table, who, Family::Surgery, price, &SURGERY);
        return Ok(false);
    }
    loses(fight, table, who, treatment, (5, if able { price } else { i16::MAX }))
}

/// Allies beside the patient who can lend a hand.
fn helpers(fight: &Fight, who: Who, patient: Who) -> impl Iterator<Item = Who> + '_ {
    let at = fight.one(patient).at;
    fight.those_at(at).filter(move |other| {
        *other != who && *other != patient && !fight.foes(who, *other) && !fight.one(*other).unconscious
    })
}

/// Loss of blood: a patient without willpower left dies of it. True if it does.
fn bleeds<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    treatment: &mut Treatment,
    n: i16,
) -> Result<bool, T::Halt> {
    let patient = treatment.whom;
    if fight.one(patient).wp > 0 {
        return loses(fight, table, who, treatment, (n, i16::MAX));
    }
    if spared(fight, table, who, treatment, i16::MAX)? || amputates(fight, table, who, treatment)? {
        return Ok(false);
    }
    health::die(fight, table, patient, &SURGERY);
    Ok(true)
}

/// The patient loses willpower, less what helps, where the surgeon does not cancel it for less willpower than has been
/// spurned for that. False: the surgery goes on.
fn loses<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    treatment: &mut Treatment,
    (n, spurned): (i16, i16),
) -> Result<bool, T::Halt> {
    let patient = treatment.whom;
    if fight.one(patient).wp == 0 || spared(fight, table, who, treatment, spurned)? {
        return Ok(false);
    }
    let helped: i16 = helpers(fight, who, patient)
        .map(|helper| {
            let assists = fight.features(helper).map(|feature| if let Feature::Assists(n) = feature { *n } else { 0 });
            assists.max().unwrap_or(0)
        })
        .filter(|helped| *helped > 0)
        .take(2)
        .sum();
    willpower::lose(fight, table, patient, (n - helped).max(1), &SURGERY);
    Ok(false)
}

/// Whether a loss does not come: nothing is lost any more, a limb has paid for it, or the surgeon cancels it.
fn spared<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    treatment: &mut Treatment,
    spurned: i16,
) -> Result<bool, T::Halt> {
    if treatment.safe {
        return Ok(true);
    }
    if treatment.paid > 0 {
        treatment.paid -= 1;
        table.tell(|| Event::new(&SURGERY, "The lost limb pays for this card").by(who).to(treatment.whom));
        return Ok(true);
    }
    cancelled(fight, table, who, spurned)
}

/// Focused surgery cancels a loss, for less willpower than has been spurned for that: the cheapest use that is left is
/// offered, and no other.
fn cancelled<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, spurned: i16) -> Result<bool, T::Halt> {
    let cheapest = (0..fight.powers(who).len()).filter_map(|place| Some((focus(fight, who, place)?, place))).min();
    let Some((price, place)) = cheapest.filter(|(price, _)| *price < spurned) else { return Ok(false) };
    if !yes(fight, table, Ask::Power(PowerAsk::Focus { who, price }))? {
        return Ok(false);
    }
    if let Some(used) = fight.one_mut(who).used.get_mut(place) {
        *used += 1;
    }
    if price > 0 {
        willpower::spend(fight, table, who, Family::Surgery, price, &SURGERY);
    }
    Ok(true)
}

/// What a use of focused surgery costs, if that is what this power gives and the surgeon has one left and can pay.
fn focus(fight: &Fight, who: Who, place: usize) -> Option<i16> {
    let power = fight.power_at(who, place)?;
    let (uses, price) = fight.power(power).entry.gives.iter().find_map(|feature| match feature {
        Feature::FocusedSurgery { uses, wp } => Some((*uses, *wp)),
        _ => None,
    })?;
    let price = if price > 0 { price + willpower::surcharge(fight, who) } else { price };
    let left = fight.one(who).used.get(place).is_some_and(|used| *used < uses);
    (left && willpower::can_spend(fight, who, Family::Surgery, price)).then_some(price)
}

/// A wounded limb can be taken off instead of the patient dying, and pays for the next losses.
fn amputates<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    treatment: &mut Treatment,
) -> Result<bool, T::Halt> {
    let patient = treatment.whom;
    let most = fight.features(who).map(|feature| if let Feature::Amputates(n) = feature { *n } else { 0 }).max();
    let wounded = fight.one(patient).hurt & !fight.one(patient).lost;
    let limb = Limb::ALL.iter().copied().find(|limb| *limb != Limb::Torso && wounded & 1 << limb.place() != 0);
    let (Some(most), Some(limb)) = (most.filter(|most| *most > 0), limb) else { return Ok(false) };
    if !yes(fight, table, Ask::Power(PowerAsk::Amputate { who, whom: patient }))? {
        return Ok(false);
    }
    fight.one_mut(patient).lost |= 1 << limb.place();
    treatment.paid = most;
    table.tell(|| {
        let text = format!("{} loses its {limb}, which pays for the next {most} losses", fight.label(patient));
        Event::new(&SURGERY, text).by(who).to(patient)
    });
    Ok(true)
}
