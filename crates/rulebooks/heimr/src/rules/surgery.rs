//! Healing in a fight: stitching, and the surgeon's cards.

mod cards;

use quintain_engine::{Event, Refusal, Table, Throw, Who};

use crate::content::{Feature, PowerId, When, Word};
use crate::rules::health::{self, Kind, Level, Loss};
use crate::rules::{actions, willpower};
use crate::state::{Ailment, Ask, Fight, Scars, Treatment, Upcoming, yes};

use cards::card;

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

pub(crate) const AN_HOUR: u32 = 1800;

/// What a surgeon pays for success, where a card offers it.
pub(crate) const VIGOROUS: i16 = 1;

/// Whether a combatant treats a patient now: its clocks stand still.
pub(crate) fn is_tended(fight: &Fight, patient: Who) -> bool {
    fight.cast.iter().any(|one| matches!(one.upcoming, Some(Upcoming::Tend(treatment)) if treatment.whom == patient))
}

pub(crate) fn may(fight: &Fight, who: Who, patient: Who, place: u8) -> Result<(), Refusal> {
    may_treat(fight, who, patient, fight.when_at(who, place))
}

fn may_treat(fight: &Fight, who: Who, patient: Who, when: Option<When>) -> Result<(), Refusal> {
    if fight.one(who).at != fight.one(patient).at || !fight.present(patient) || who == patient {
        return Err(Refusal::new(&IN_FIGHT, "the patient must be another one in the same location"));
    }
    let level = health::level(fight, patient);
    match when {
        Some(When::Stitching) if fight.one(patient).hp == 0 && level == Level::Bloodied => Ok(()),
        Some(When::Stitching) => Err(Refusal::new(&STITCH, "only a patient with exactly 0 hit points can be stitched")),
        Some(When::Surgery { .. }) if level >= Level::Mangled && !fight.one(patient).stabilised => Ok(()),
        _ => Err(Refusal::new(&SURGERY, "only the dying need surgery")),
    }
}

pub(crate) fn begin<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, patient: Who, power: PowerId) {
    let treatment = Treatment::of(patient, power, A_CARD);
    fight.one_mut(who).upcoming = Some(Upcoming::Tend(treatment));
    table.tell(|| {
        let name = &fight.power(power).entry.name;
        let text = format!("{} begins {name} on {}", fight.label(who), fight.label(patient));
        let event = Event::new(&IN_FIGHT, text).and(&actions::FIRST_AID).and(&actions::USE).to(patient);
        actions::act_of(fight, who, event)
    });
}

pub(crate) fn go_on<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    mut treatment: Treatment,
) -> Result<(), T::Halt> {
    let patient = treatment.whom;
    // The patient may be gone by now, or need something else or nothing.
    let when = Some(fight.power(treatment.power).entry.when);
    if let Err(refusal) = may_treat(fight, who, patient, when) {
        table.tell(|| {
            let does = format!("breaks off the treatment of {}: {}", fight.label(patient), refusal.why);
            fight.event(&IN_FIGHT, who, does).to(patient)
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

/// The most cards that are drawn for one patient.
const MOST_CARDS: usize = 100;

/// Between fights: surgery for all who are dying, then stitches for all who have exactly 0 hit points, by whoever on their
/// feet knows it best.
///
/// # Errors
/// Halts with the table.
pub(crate) fn treat_all<T: Table<Fight>>(fight: &mut Fight, table: &mut T) -> Result<(), T::Halt> {
    for patient in fight.everyone() {
        let lives = fight.one(patient).out.is_none();
        if lives && health::level(fight, patient) >= Level::Mangled && !fight.one(patient).stabilised {
            operate(fight, table, patient)?;
        }
    }
    for patient in fight.everyone() {
        let by = healer(fight, patient, |when| matches!(when, When::Stitching).then_some(0));
        let one = fight.one(patient);
        if let (0, None, Some((by, ..))) = (one.hp, one.out, by) {
            stitched(fight, table, by, patient)?;
        }
    }
    Ok(())
}

/// Cards for one patient, until it is out of danger or dead.
fn operate<T: Table<Fight>>(fight: &mut Fight, table: &mut T, whom: Who) -> Result<(), T::Halt> {
    let level = |when: When| if let When::Surgery { level } = when { Some(level) } else { None };
    let Some((by, power, level)) = healer(fight, whom, level) else { return Ok(()) };
    let mut treatment = Treatment::of(whom, power, A_CARD);
    for _ in 0..MOST_CARDS {
        treatment.done = treatment.done.saturating_add(A_CARD);
        let over = card(fight, table, by, &mut treatment, level)?;
        if over || fight.one(whom).out.is_some() || fight.one(whom).stabilised {
            break;
        }
    }
    let round = fight.round;
    fight.one_mut(by).patient = Some((whom, round));
    Ok(())
}

/// The best of those on their feet who know a power of this kind, with that power and how well they know it.
fn healer(fight: &Fight, patient: Who, level: impl Fn(When) -> Option<u8>) -> Option<(Who, PowerId, u8)> {
    let up = |who: &Who| {
        let one = fight.one(*who);
        *who != patient && one.is_present() && !one.unconscious && health::level(fight, *who) == Level::Fine
    };
    let mut best: Option<(Who, PowerId, u8)> = None;
    for who in fight.everyone().filter(up) {
        for power in fight.powers(who) {
            let known = level(fight.power(*power).entry.when);
            if let Some(known) = known.filter(|known| best.is_none_or(|(.., most)| *known > most)) {
                best = Some((who, *power, known));
            }
        }
    }
    best
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

fn ails<T: Table<Fight>>(fight: &mut Fight, table: &mut T, patient: Who, ailment: Ailment) {
    fight.one_mut(patient).ailments |= ailment.bit();
    table.tell(|| {
        let name = Ailment::ALL.iter().find(|(known, _)| *known == ailment).map_or("", |(_, name)| name);
        Event::new(&SURGERY, format!("{} is {name}", fight.label(patient))).to(patient)
    });
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

/// An attack on a combatant that surgery has left wounded: the part that it hits has to be known.
pub(crate) fn finds_scar<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    loss: &Loss,
) -> Result<Loss, T::Halt> {
    if loss.kind != Kind::Attack || loss.limb.is_some() || fight.one(who).scars.is_none() {
        return Ok(*loss);
    }
    let limb = health::part_hit(fight, table, who, loss.by)?;
    Ok(Loss { limb: Some(limb), ..*loss })
}

/// A hit on a part that surgery has left wounded opens it: the hit points that are left at most.
pub(crate) fn opens(fight: &mut Fight, who: Who, loss: &Loss) -> Option<i16> {
    let limb = loss.limb.filter(|_| loss.kind == Kind::Attack)?;
    let scars = fight.one(who).scars.filter(|scars| scars.parts & 1 << limb.place() != 0)?;
    let parts = scars.parts & !(1 << limb.place());
    let one = fight.one_mut(who);
    one.scars = (parts != 0).then_some(Scars { parts, ..scars });
    // The injury of that part is a fresh one.
    one.hurt &= !(1 << limb.place());
    Some(-willpower::scaled(fight, 1))
}
