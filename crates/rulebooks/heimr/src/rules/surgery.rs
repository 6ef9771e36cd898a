//! Healing in a fight: stitching, and the surgeon's cards.

use quintain_engine::{Event, Refusal, Table, Throw, Who};

use crate::ask::{self, Ask};
use crate::book::{Feature, When};
use crate::combatant::Upcoming;
use crate::content::PowerId;
use crate::fight::Fight;
use crate::rules::health::{self, Level};
use crate::rules::powers::PowerAsk;
use crate::rules::willpower;

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

/// Whether somebody treats a patient now: its clocks stand still.
pub fn is_tended(fight: &Fight, patient: Who) -> bool {
    fight.cast.iter().any(|one| matches!(one.upcoming, Some(Upcoming::Tend { whom, .. }) if whom == patient))
}

/// Whether a patient can be treated.
///
/// # Errors
/// Why not.
pub fn may(fight: &Fight, who: Who, patient: Who, place: u8) -> Result<(), Refusal> {
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

/// A treatment begins.
pub(crate) fn begin<T: Table<Fight>>(fight: &Fight, table: &mut T, who: Who, patient: Who, power: PowerId) {
    table.tell(|| {
        let name = &fight.power(power).entry.name;
        let text = format!("{} begins {name} on {}", fight.label(who), fight.label(patient));
        Event::new(&IN_FIGHT, text).and(&crate::rules::actions::FIRST_AID).by(who).to(patient)
    });
}

/// A treatment goes on for a turn; true if it is over.
pub(crate) fn go_on<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    patient: Who,
    power: PowerId,
    done: u16,
) -> Result<bool, T::Halt> {
    if fight.one(who).at != fight.one(patient).at || !fight.present(patient) {
        return Ok(true);
    }
    let done = done + 1;
    let over = match fight.power(power).entry.when {
        When::Stitching if done >= STITCHES => {
            stitched(fight, table, who, patient)?;
            true
        }
        When::Surgery { level } if done.is_multiple_of(A_CARD) => card(fight, table, who, patient, level)?,
        _ => false,
    };
    if !over {
        fight.one_mut(who).upcoming = Some(Upcoming::Tend { whom: patient, power, done });
    }
    Ok(over)
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
    table.tell(|| {
        let text = if infected { "the wound is infected" } else { "the wound is clean" };
        Event::new(&STITCH, text).by(who).to(patient)
    });
    Ok(())
}

/// What a card does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Card {
    /// The surgeon may pay for success.
    Vigorous,
    /// Success, at so much willpower of the patient and the surgeon.
    Stabilised(i16, i16),
    /// The patient loses so much.
    Loses(i16),
    /// The same, but success from this level on.
    Unfamiliar(i16, u8),
    /// A loss unless there are so many who help.
    Hands(i16, usize),
    /// A loss unless somebody shares the patient's race.
    OtherRace,
    /// The surgeon pays, or the patient loses and faints.
    Shock,
    /// Nothing that counts in a fight.
    Nothing,
}

/// The card of a hundred.
fn deck(face: u16) -> Card {
    let face = face as i16;
    match face {
        ..=10 => Card::Vigorous,
        11..=40 => Card::Stabilised(1, 1),
        41..=45 => Card::Stabilised(2, 1),
        46..=50 => Card::Stabilised(3, 1),
        51..=60 => Card::Loses(face - 50),
        61..=65 => Card::Unfamiliar(face - 60, 2),
        66..=70 => Card::Unfamiliar(face - 65, 3),
        71..=77 => Card::Hands(3, 1),
        78..=80 => Card::OtherRace,
        90..=91 => Card::Hands(3, 2),
        96 => Card::Hands(3, 1),
        97 => Card::Shock,
        _ => Card::Nothing,
    }
}

/// Draws a card; true if the surgery is over.
fn card<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, patient: Who, level: u8) -> Result<bool, T::Halt> {
    let face = table.die(fight, Throw::die(100, &SURGERY, "a card").by(who).at(patient))?;
    let card = deck(face);
    table.tell(|| {
        let text = format!("{} draws card {face} for {}", fight.label(who), fight.label(patient));
        Event::new(&IN_FIGHT, text).by(who).to(patient)
    });
    match card {
        Card::Vigorous => {
            let pays = fight.one(who).wp > 0 && ask::yes(fight, table, Ask::Power(PowerAsk::Vigorous { who }))?;
            if pays {
                willpower::lose(fight, table, who, 1, &SURGERY);
                success(fight, table, patient);
            }
            Ok(pays)
        }
        Card::Stabilised(patient_loses, surgeon_loses) => {
            willpower::lose(fight, table, who, surgeon_loses, &SURGERY);
            if loses(fight, table, who, patient, patient_loses)? {
                return Ok(true);
            }
            success(fight, table, patient);
            Ok(true)
        }
        Card::Loses(n) => loses(fight, table, who, patient, n),
        Card::Unfamiliar(_, from) if level >= from => {
            willpower::lose(fight, table, who, 1, &SURGERY);
            if !loses(fight, table, who, patient, 1)? {
                success(fight, table, patient);
            }
            Ok(true)
        }
        Card::Unfamiliar(n, _) => loses(fight, table, who, patient, n),
        Card::Hands(n, wanted) => {
            if helpers(fight, who, patient).count() >= wanted {
                Ok(false)
            } else {
                loses(fight, table, who, patient, n)
            }
        }
        Card::OtherRace => {
            let race = fight.template(patient).race;
            let kin = helpers(fight, who, patient).chain([who]).any(|one| fight.template(one).race == race);
            if kin { Ok(false) } else { loses(fight, table, who, patient, 5 - i16::from(level)) }
        }
        Card::Shock => {
            let price = 4 - i16::from(level);
            if fight.one(who).wp >= price && ask::yes(fight, table, Ask::Power(PowerAsk::Focus { who, price }))? {
                willpower::lose(fight, table, who, price, &SURGERY);
                return Ok(false);
            }
            health::faint(fight, table, patient, &SURGERY);
            loses(fight, table, who, patient, 5)
        }
        Card::Nothing => Ok(false),
    }
}

/// Allies beside the patient who can lend a hand.
fn helpers(fight: &Fight, who: Who, patient: Who) -> impl Iterator<Item = Who> + '_ {
    let at = fight.one(patient).at;
    fight.those_at(at).filter(move |other| {
        *other != who && *other != patient && !fight.foes(who, *other) && !fight.one(*other).unconscious
    })
}

/// The patient loses willpower, less what helps; without any left it dies. True if it does.
fn loses<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, patient: Who, n: i16) -> Result<bool, T::Halt> {
    if cancelled(fight, table, who)? {
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
        if amputates(fight, who, patient) {
            table.tell(|| Event::new(&SURGERY, format!("a limb of {} is lost", fight.label(patient))).to(patient));
            return Ok(false);
        }
        health::die(fight, table, patient, &SURGERY);
        return Ok(true);
    }
    willpower::lose(fight, table, patient, (n - helped).max(1), &SURGERY);
    Ok(false)
}

/// Focused surgery cancels a loss.
fn cancelled<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<bool, T::Halt> {
    for place in 0..fight.powers(who).len() {
        let Some(power) = fight.powers(who).get(place).copied() else { break };
        let focus = fight.power(power).entry.gives.iter().find_map(|feature| match feature {
            Feature::FocusedSurgery { uses, wp } => Some((*uses, *wp)),
            _ => None,
        });
        let Some((uses, price)) = focus else { continue };
        let left = fight.one(who).used.get(place).is_some_and(|used| *used < uses) && fight.one(who).wp >= price;
        if left && ask::yes(fight, table, Ask::Power(PowerAsk::Focus { who, price }))? {
            if let Some(used) = fight.one_mut(who).used.get_mut(place) {
                *used += 1;
            }
            if price > 0 {
                willpower::lose(fight, table, who, price, &SURGERY);
            }
            return Ok(true);
        }
    }
    Ok(false)
}

/// A limb can be taken off instead of the patient dying, so many times.
fn amputates(fight: &mut Fight, who: Who, patient: Who) -> bool {
    let limbs = fight.one(patient).hurt & 0b1111 != 0;
    let most = fight.features(who).map(|feature| if let Feature::Amputates(n) = feature { *n } else { 0 }).max();
    let place = (0..fight.powers(who).len()).find(|place| {
        let power = fight.powers(who).get(*place);
        power.is_some_and(|power| {
            fight.power(*power).entry.gives.iter().any(|feature| matches!(feature, Feature::Amputates(_)))
        })
    });
    let (Some(place), Some(most)) = (place, most) else { return false };
    let left = limbs && fight.one(who).used.get(place).is_some_and(|used| *used < most);
    if left && let Some(used) = fight.one_mut(who).used.get_mut(place) {
        *used += 1;
    }
    left
}

/// The patient is out of danger: hit points 0, stabilised.
fn success<T: Table<Fight>>(fight: &mut Fight, table: &mut T, patient: Who) {
    let before = fight.one(patient).hp;
    fight.one_mut(patient).hp = 0;
    health::stabilise(fight, patient);
    table.tell(|| {
        let text = format!("{} is stabilised", fight.label(patient));
        Event::new(&SURGERY, text).and(&health::STABILISED).to(patient).change(patient, "hp", before.into(), 0)
    });
}
