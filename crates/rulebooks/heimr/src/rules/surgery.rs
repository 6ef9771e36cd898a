//! Healing in a fight: stitching, and the surgeon's cards.

use quintain_engine::{Event, Refusal, Table, Throw, Who};

use crate::content::{Family, Feature, PowerId, When, Word};
use crate::rules::health::{self, Level, Loss};
use crate::rules::{actions, willpower};
use crate::state::{Ailment, Ask, Fight, PowerAsk, Scars, Treatment, Upcoming, yes};

quintain_engine::section! {
    "Healing";
    STITCH = OffMap "heal.stitch": "Four minutes of stitching bring a patient with exactly 0 hit points to 1, at 1 willpower of the patient and some risk of infection.";
    SURGERY = OffMap "heal.surgery": "Surgery draws cards for the dying until one stabilises or kills; success brings hit points to 0.";
    IN_FIGHT = Choice "heal.in-fight": "Both may be begun in a fight as upcoming actions that go on every turn; an attack interrupts them.",
        ruling "While somebody works on a patient the clocks stand still.";
}

/// Turns of stitching, and turns for each card.
const STITCHES: u16 = 120;

const A_CARD: u16 = 30;

/// Turns before the next card where a card says so, less a minute for each healer.
const LONG: u16 = 120;

/// Rounds in which a surgeon still has the last patient on its hands, and rounds of an hour.
const TEN_MINUTES: u32 = 300;

const AN_HOUR: u32 = 1800;

/// What a surgeon pays for success, where a card offers it.
pub(crate) const VIGOROUS: i16 = 1;

/// Whether somebody treats a patient now: its clocks stand still.
pub(crate) fn is_tended(fight: &Fight, patient: Who) -> bool {
    fight.cast.iter().any(|one| matches!(one.upcoming, Some(Upcoming::Tend(treatment)) if treatment.whom == patient))
}

/// Whether a patient can be treated.
pub(crate) fn may(fight: &Fight, who: Who, patient: Who, place: u8) -> Result<(), Refusal> {
    if fight.one(who).at != fight.one(patient).at || !fight.present(patient) || who == patient {
        return Err(Refusal::new(&IN_FIGHT, "the patient must be another one in the same location"));
    }
    let power = fight.powers(who).get(usize::from(place));
    let level = health::level(fight, patient);
    match power.map(|power| fight.power(*power).entry.when) {
        Some(When::Stitching) if fight.one(patient).hp == 0 && level == Level::Bloodied => Ok(()),
        Some(When::Stitching) => Err(Refusal::new(&STITCH, "only a patient with exactly 0 hit points can be stitched")),
        Some(When::Surgery { .. }) if level >= Level::Mangled && !fight.one(patient).stabilised => Ok(()),
        _ => Err(Refusal::new(&SURGERY, "only the dying need surgery")),
    }
}

pub(crate) fn begin<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, patient: Who, power: PowerId) {
    let treatment = Treatment { whom: patient, power, done: 0, next: A_CARD, spare: false, safe: false };
    fight.one_mut(who).upcoming = Some(Upcoming::Tend(treatment));
    table.tell(|| {
        let name = &fight.power(power).entry.name;
        let text = format!("{} begins {name} on {}", fight.label(who), fight.label(patient));
        let event = Event::new(&IN_FIGHT, text).and(&actions::FIRST_AID).and(&actions::USE).to(patient);
        actions::act_of(fight, who, event)
    });
}

/// A treatment goes on for a turn.
pub(crate) fn go_on<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    mut treatment: Treatment,
) -> Result<(), T::Halt> {
    let patient = treatment.whom;
    if fight.one(who).at != fight.one(patient).at || !fight.present(patient) {
        table.tell(|| {
            let text =
                format!("{} has nobody to treat: {} is not here any more", fight.label(who), fight.label(patient));
            Event::new(&IN_FIGHT, text).by(who).to(patient)
        });
        fight.turn.standard = false;
        return Ok(());
    }
    treatment.done += 1;
    let over = match fight.power(treatment.power).entry.when {
        When::Stitching if treatment.done >= STITCHES => {
            stitched(fight, table, who, patient)?;
            true
        }
        When::Surgery { level } if treatment.done >= treatment.next => {
            treatment.next = treatment.done + A_CARD;
            card(fight, table, who, &mut treatment, level)?
        }
        _ => false,
    };
    let round = fight.round;
    let one = fight.one_mut(who);
    match over {
        true => one.patient = Some((patient, round)),
        false => one.upcoming = Some(Upcoming::Tend(treatment)),
    }
    Ok(())
}

fn stitched<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, patient: Who) -> Result<(), T::Halt> {
    if fight.one(patient).hp != 0 {
        return Ok(());
    }
    health::heal(fight, table, patient, 1, false, &STITCH);
    if !fight.has(patient, Feature::StitchedFreely) {
        willpower::lose(fight, table, patient, 1, &STITCH);
    }
    let infected = table.die(fight, Throw::die(5, &STITCH, "infection").by(who).at(patient))? == 1;
    if infected {
        ails(fight, table, patient, Ailment::Infection);
    } else {
        table.tell(|| Event::new(&STITCH, "The wound is clean").by(who).to(patient));
    }
    Ok(())
}

/// A treatment leaves something behind.
fn ails<T: Table<Fight>>(fight: &mut Fight, table: &mut T, patient: Who, ailment: Ailment) {
    fight.one_mut(patient).ailments |= ailment.bit();
    table.tell(|| {
        let name = Ailment::ALL.iter().find(|(known, _)| *known == ailment).map_or("", |(_, name)| name);
        Event::new(&SURGERY, format!("{} is {name}", fight.label(patient))).to(patient)
    });
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Card {
    /// The surgeon may pay for success.
    Vigorous,
    /// Success, at so much willpower of the patient and the surgeon.
    Stabilised(i16, i16),
    /// The same, and the wound is infected.
    Infected(i16, i16),
    Loses(i16),
    /// The same, but success from this level on.
    Unfamiliar(i16, u8),
    /// A loss unless there are so many who help.
    Hands(i16, usize),
    /// A loss unless somebody shares the patient's race.
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
        51..=60 => Card::Loses(face - 50),
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

/// Whether a card is one that a surgeon would rather pass over.
fn is_bad(card: Card) -> bool {
    !matches!(
        card,
        Card::Vigorous | Card::Stabilised(..) | Card::MightMakeIt | Card::MagicIsCleaner | Card::CanHandleIt
    )
}

/// Draws a card; true if the surgery is over.
fn card<T: Table<Fight>>(
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
        let text = format!("{} draws card {face} for {}", fight.label(who), fight.label(patient));
        Event::new(&IN_FIGHT, text).by(who).to(patient)
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
        Card::Loses(n) => loses(fight, table, who, treatment, n),
        Card::Unfamiliar(_, from) if level >= from => stabilises(fight, table, who, treatment, (1, 1)),
        Card::Unfamiliar(n, _) => loses(fight, table, who, treatment, n),
        Card::Hands(_, wanted) if helpers(fight, who, patient).count() >= wanted => Ok(false),
        Card::Hands(n, _) => loses(fight, table, who, treatment, n),
        Card::OtherRace => {
            let race = fight.template(patient).race;
            let kin = helpers(fight, who, patient).chain([who]).any(|one| fight.template(one).race == race);
            if kin { Ok(false) } else { loses(fight, table, who, treatment, 5 - i16::from(level)) }
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
        _ => fight.one_mut(patient).ailments &= !Ailment::Infection.bit(),
    }
    Ok(false)
}

/// The patient is stabilised, if it lives through it. True: the surgery is over.
fn stabilises<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    treatment: &Treatment,
    (patients, surgeons): (i16, i16),
) -> Result<bool, T::Halt> {
    willpower::spend(fight, table, who, Family::Surgery, surgeons, &SURGERY);
    if !loses(fight, table, who, treatment, patients)? {
        success(fight, table, treatment.whom);
    }
    Ok(true)
}

fn shock<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    treatment: &Treatment,
    level: u8,
) -> Result<bool, T::Halt> {
    health::faint(fight, table, treatment.whom, &SURGERY);
    let price = 4 - i16::from(level);
    let able = willpower::can_spend(fight, who, Family::Surgery, price);
    if able && yes(fight, table, Ask::Power(PowerAsk::Focus { who, price }))? {
        willpower::spend(fight, table, who, Family::Surgery, price, &SURGERY);
        return Ok(false);
    }
    loses_for(fight, table, who, treatment, (5, if able { price } else { i16::MAX }))
}

/// Allies beside the patient who can lend a hand.
fn helpers(fight: &Fight, who: Who, patient: Who) -> impl Iterator<Item = Who> + '_ {
    let at = fight.one(patient).at;
    fight.those_at(at).filter(move |other| {
        *other != who && *other != patient && !fight.foes(who, *other) && !fight.one(*other).unconscious
    })
}

/// The patient loses willpower, less what helps; without any left it dies. True if it does.
fn loses<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    treatment: &Treatment,
    n: i16,
) -> Result<bool, T::Halt> {
    loses_for(fight, table, who, treatment, (n, i16::MAX))
}

/// The same, where the surgeon would pay less than so much willpower to cancel it.
fn loses_for<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    treatment: &Treatment,
    (n, spurned): (i16, i16),
) -> Result<bool, T::Halt> {
    let patient = treatment.whom;
    if treatment.safe || cancelled(fight, table, who, spurned)? {
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
    if fight.one(patient).wp == 0 {
        if amputates(fight, table, who, patient)? {
            table.tell(|| Event::new(&SURGERY, format!("A limb of {} is lost", fight.label(patient))).to(patient));
            return Ok(false);
        }
        health::die(fight, table, patient, &SURGERY);
        return Ok(true);
    }
    willpower::lose(fight, table, patient, (n - helped).max(1), &SURGERY);
    Ok(false)
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
    let power = fight.powers(who).get(place).copied()?;
    let (uses, price) = fight.power(power).entry.gives.iter().find_map(|feature| match feature {
        Feature::FocusedSurgery { uses, wp } => Some((*uses, *wp)),
        _ => None,
    })?;
    let left = fight.one(who).used.get(place).is_some_and(|used| *used < uses);
    (left && willpower::can_spend(fight, who, Family::Surgery, price)).then_some(price)
}

/// A limb can be taken off instead of the patient dying, so many times.
fn amputates<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, patient: Who) -> Result<bool, T::Halt> {
    let limbs = fight.one(patient).hurt & 0b1111 != 0;
    let most = fight.features(who).map(|feature| if let Feature::Amputates(n) = feature { *n } else { 0 }).max();
    let place = (0..fight.powers(who).len()).find(|place| {
        let power = fight.powers(who).get(*place);
        power.is_some_and(|power| {
            fight.power(*power).entry.gives.iter().any(|feature| matches!(feature, Feature::Amputates(_)))
        })
    });
    let (Some(place), Some(most)) = (place, most) else { return Ok(false) };
    let left = limbs && fight.one(who).used.get(place).is_some_and(|used| *used < most);
    if !left || !yes(fight, table, Ask::Power(PowerAsk::Amputate { who, whom: patient }))? {
        return Ok(false);
    }
    if let Some(used) = fight.one_mut(who).used.get_mut(place) {
        *used += 1;
    }
    Ok(true)
}

/// The patient is out of danger: hit points 0, stabilised, and wounded for an hour where it was injured.
fn success<T: Table<Fight>>(fight: &mut Fight, table: &mut T, patient: Who) {
    let before = fight.one(patient).hp;
    let until = fight.round + AN_HOUR;
    let one = fight.one_mut(patient);
    one.hp = 0;
    if one.hurt != 0 {
        one.scars = Some(Scars { parts: one.hurt, until, borne: false });
    }
    health::stabilise(fight, patient);
    table.tell(|| {
        let text = format!("{} is stabilised", fight.label(patient));
        Event::new(&SURGERY, text).and(&health::STABILISED).to(patient).change(patient, "hp", before.into(), 0)
    });
}

/// What it costs to ignore what surgery left of a wound.
pub(crate) const TO_BEAR: i16 = 2;

/// At the start of a turn: what surgery left may be over, or ignored at a price.
pub(crate) fn bears<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    let Some(scars) = fight.one(who).scars else { return Ok(()) };
    if fight.round > scars.until {
        fight.one_mut(who).scars = None;
        return Ok(());
    }
    if scars.borne || fight.one(who).wp < TO_BEAR || !yes(fight, table, Ask::Bear { who })? {
        return Ok(());
    }
    willpower::lose(fight, table, who, TO_BEAR, &SURGERY);
    if let Some(scars) = &mut fight.one_mut(who).scars {
        scars.borne = true;
    }
    table.tell(|| Event::new(&SURGERY, format!("{} ignores its wound", fight.label(who))).by(who));
    Ok(())
}

/// An attack on somebody whom surgery has left wounded: the part that it hits has to be known.
pub(crate) fn finds_scar<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    loss: &Loss,
) -> Result<Loss, T::Halt> {
    if !loss.attack || loss.limb.is_some() || fight.one(who).scars.is_none() {
        return Ok(*loss);
    }
    let limb = health::part_hit(fight, table, who, loss.by)?;
    Ok(Loss { limb: Some(limb), ..*loss })
}

/// A hit on a part that surgery has left wounded opens it: the hit points that are left at most.
pub(crate) fn opens(fight: &mut Fight, who: Who, loss: &Loss) -> Option<i16> {
    let limb = loss.limb.filter(|_| loss.attack)?;
    let scars = fight.one(who).scars.filter(|scars| scars.parts & 1 << limb.place() != 0)?;
    let parts = scars.parts & !(1 << limb.place());
    let one = fight.one_mut(who);
    one.scars = (parts != 0).then_some(Scars { parts, ..scars });
    // The injury of that part is a fresh one.
    one.hurt &= !(1 << limb.place());
    Some(-willpower::scaled(fight, 1))
}
