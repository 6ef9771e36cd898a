//! Everything that somebody might name and may not do now, each with the rule that refuses it. Asked for only where words
//! were not understood, or somebody wants to see it all.

use std::collections::BTreeSet;

use quintain_engine::{Refusal, Refused, Rule, Shape, Who};
use quintain_field::Square;

use super::{acts, explained, may};
use crate::arm::{ArmId, UNARMED};
use crate::ask::{Ask, ready_arms};
use crate::book::{God, Special, Use};
use crate::combatant::Combatant;
use crate::condition::Condition;
use crate::declaration::{Contest, Daring, Deed, Move};
use crate::fight::Fight;
use crate::rules::wording::{deed_text, move_option};
use crate::rules::{
    actions, attack, battle_map, blast, creatures, critical, death, dual, gear, gifts, hazards, incantations, magic,
    modifiers,
};

/// What may not be answered to a question, beside what the question lists itself.
pub fn refusals(fight: &Fight, ask: &Ask) -> Vec<Refused> {
    let mut list = List { fight, all: Vec::new() };
    match *ask {
        Ask::Declare { who } => {
            list.acts(who);
            list.moves(who);
        }
        Ask::Telegraph { who } => list.acts(who),
        Ask::MoveAfter { who, .. } => list.squares(who, 1, &actions::MOVE_40, false),
        Ask::Redirect { who, .. } => list.turns(who),
        Ask::Further { who, .. } => list.further(who),
        Ask::Caught { .. } => list.missed(),
        Ask::Replacement { who } => list.replacements(who),
        Ask::LargerDie { by, own, larger, .. } => list.dice(by, own, larger),
        Ask::Enters { who, .. } => list.squares(who, 0, &battle_map::OCCUPANCY, false),
        _ => {}
    }
    // Words that name an act in general do not refuse the one that is offered.
    let (shape, refused) = super::shape(fight, ask);
    let offered = match &shape {
        Shape::OneOf(_, of) | Shape::Several { of, .. } | Shape::OrderOf(of) => of.as_slice(),
        _ => &[],
    };
    let texts =
        offered.iter().map(|choice| choice.text.as_str()).chain(refused.iter().map(|known| known.text.as_str()));
    let also = offered.iter().flat_map(|choice| &choice.also).map(|words| words.as_ref());
    let known: BTreeSet<String> = texts.chain(also).map(str::to_lowercase).collect();
    // Nor those with which the words of an option begin.
    let begins = |text: &String| known.range(text.clone()..).next().is_some_and(|next| next.starts_with(text.as_str()));
    list.all.retain(|refused| !begins(&refused.text.to_lowercase()));
    list.all
}

/// A list of refusals in the making.
struct List<'f> {
    fight: &'f Fight,
    all: Vec<Refused>,
}

impl List<'_> {
    fn add(&mut self, text: impl Into<String>, refusal: Refusal) {
        self.all.push(Refused { text: text.into(), refusal });
    }

    /// An act, in the words of its option.
    fn deed(&mut self, who: Who, deed: Deed, refusal: Refusal) {
        self.add(deed_text(self.fight, who, deed), refusal);
    }

    /// An act for which there is a check of its own, if that refuses it.
    fn checked(&mut self, who: Who, deed: Deed) {
        if let Err(refusal) = may(self.fight, who, deed) {
            self.deed(who, deed, explained(self.fight, who, deed, refusal));
        }
    }

    /// The name of a target, or `oneself`.
    fn name(&self, who: Who, at: Who) -> String {
        if at == who { "oneself".into() } else { self.fight.label(at).to_owned() }
    }

    /// Everybody but those that an option names already.
    fn not_foes(&self, who: Who) -> Vec<Who> {
        let fight = self.fight;
        fight.everyone().filter(|at| !fight.foes(who, *at) || !fight.present(*at)).collect()
    }

    fn acts(&mut self, who: Who) {
        self.attacks(who);
        self.magic(who);
        self.specials(who);
        self.contests(who);
        self.gear(who);
        self.others(who);
    }

    fn attacks(&mut self, who: Who) {
        let fight = self.fight;
        let one = fight.one(who);
        let ready: Vec<ArmId> = ready_arms(fight, who).collect();
        let hands = match dual::may_strike_twice(fight, who) {
            Err(refusal) => refusal,
            Ok(_) => Refusal::new(&dual::SAME_TARGET, "it strikes with both already"),
        };
        for at in fight.everyone() {
            let name = self.name(who, at);
            let friend = at == who || !fight.foes(who, at) && fight.house().own_side == crate::house::OwnSide::No;
            for arm in fight.setting.carried() {
                let deed = Deed::Attack { arm, off: None, at, daring: Daring::No };
                let refusal = if friend && ready.contains(&arm) {
                    Refusal::new(&attack::OWN_SIDE, format!("{name} is on its own side"))
                } else if one.arms.contains(&arm) && !ready.contains(&arm) {
                    explained(fight, who, deed, Refusal::new(&gear::DRAW, "not in hand"))
                } else if !one.arms.contains(&arm) {
                    Refusal::new(&gear::DRAW, format!("it has no {}", fight.arm(arm).name))
                } else {
                    self.dared(who, arm, at);
                    continue;
                };
                self.deed(who, deed, refusal);
            }
            self.add(format!("attack {name} with both weapons"), hands.clone());
            if friend {
                let why = format!("{name} is on its own side");
                self.add(format!("attack {name}"), Refusal::new(&attack::OWN_SIDE, why));
            }
        }
    }

    /// Daring ways to strike for which there is no reason.
    fn dared(&mut self, who: Who, arm: ArmId, at: Who) {
        if !super::may_dare(self.fight, who) {
            let why = "a beast has no mind for it";
            let deed = Deed::Attack { arm, off: None, at, daring: Daring::Manoeuvre };
            self.deed(who, deed, Refusal::new(&modifiers::ENHANCED_WHEN, why));
        }
        let why = "it can be hurt from outside";
        let deed = Deed::Attack { arm, off: None, at, daring: Daring::IntoTheMouth };
        self.deed(who, deed, Refusal::new(&creatures::THROUGH_THE_MOUTH, why));
    }

    fn magic(&mut self, who: Who) {
        let fight = self.fight;
        let known: Vec<u8> = fight.one(who).spells.iter().map(|known| known.incantation).collect();
        for (place, entry) in fight.setting.incantations.iter().enumerate() {
            let title = &entry.name;
            if !known.contains(&(place as u8)) {
                self.add(format!("cast {title}"), Refusal::new(&actions::CAST, format!("it does not command {title}")));
                continue;
            }
            let (rule, why) = match entry.does {
                does if incantations::is_for_oneself(does) => (incantations::rule_of(does), "it is for oneself alone"),
                does if incantations::is_for_anybody(does) => (&magic::RANGE, "not on the field"),
                does if incantations::is_hostile(does) => (&magic::RANGE, "it is meant for foes"),
                _ => (&magic::RANGE, "it is meant for friends"),
            };
            for at in fight.everyone().filter(|at| !acts::spell_aims_at(fight, who, entry.does, *at)) {
                let name = self.name(who, at);
                self.add(format!("cast {title} on {name}"), Refusal::new(rule, why));
            }
        }
        let template = fight.template(who);
        for god in God::ALL.into_iter().filter(|god| !(fight.one(who).hero || template.gods.contains(god))) {
            let why = format!("it does not pray to {}", god.name());
            self.add(format!("pray to {}", god.name()), Refusal::new(&actions::CAST, why));
        }
    }

    fn specials(&mut self, who: Who) {
        let fight = self.fight;
        let template = fight.template(who);
        if creatures::gaze_feet(fight, who).is_none() {
            self.add("gaze", Refusal::new(&creatures::GAZE, "its gaze turns nobody to stone"));
        }
        if creatures::song_carries(fight, who).is_none() {
            self.add("sing", Refusal::new(&creatures::SONG, "its song bewitches nobody"));
        }
        if !template.has(&Special::Snatches) {
            for words in ["snatch", "carry off"] {
                self.add(words, Refusal::new(&creatures::SNATCH, "it does not snatch"));
            }
        }
        if !template.special.iter().any(|special| matches!(special, Special::Sows { .. })) {
            self.add("sow teeth", Refusal::new(&creatures::TEETH, "it has no teeth to sow"));
        }
        let why = match fight.one(who).plan.averted {
            true => "its eyes are averted already",
            false => "nobody here has a gaze to fear",
        };
        self.add("avert eyes", Refusal::new(&creatures::GAZE, why));
    }

    fn contests(&mut self, who: Who) {
        for at in self.not_foes(who) {
            let why = if self.fight.present(at) { "it is on its own side" } else { "it is not on the field any more" };
            for kind in Contest::ALL {
                self.deed(who, Deed::Contest { kind, at }, Refusal::new(&gear::CONTEST, why));
            }
        }
        if !self.fight.one(who).is(Condition::Bound) {
            self.add("break free", Refusal::new(&gear::BOUND, "it is not bound"));
        }
    }

    fn gear(&mut self, who: Who) {
        let fight = self.fight;
        let one = fight.one(who);
        for (place, entry) in fight.setting.items.iter().enumerate() {
            let words = match entry.does {
                Use::Grease | Use::Tar => format!("pour {}", entry.name),
                _ => format!("use {}", entry.name),
            };
            let rule = gear::rule_of(entry.does);
            let refusal = if !one.items.contains(&(place as u8)) {
                Refusal::new(rule, format!("it carries no {}", entry.name))
            } else if matches!(entry.does, Use::Grease | Use::Tar) {
                Refusal::new(rule, "it is poured within 10 feet, on ground with room for it")
            } else {
                Refusal::new(rule, "it is of no use on that one")
            };
            self.add(words, refusal);
        }
        for arm in fight.setting.carried().filter(|arm| *arm != UNARMED) {
            let name = &fight.arm(arm).name;
            let why = if fight.arm(arm).natural {
                format!("{name} needs no drawing")
            } else if one.has_stowed(arm) {
                continue;
            } else if one.in_hand.contains(&arm) {
                format!("{name} is in hand already")
            } else {
                format!("it carries no {name}")
            };
            self.add(format!("draw {name}"), Refusal::new(&gear::DRAW, why));
        }
        let why = if gear::has_shield(fight, who) { "the shield is in hand already" } else { "it carries no shield" };
        self.add("take shield", Refusal::new(&gear::DRAW, why));
        self.add("heal", Refusal::new(&gifts::APOLLONS_BOW, "it has no bow in hand that heals"));
        self.add("light the tar", Refusal::new(&hazards::BURNING, "no tar lies there that does not burn"));
    }

    fn others(&mut self, who: Who) {
        let fight = self.fight;
        for at in fight.everyone() {
            let name = self.name(who, at);
            let why = if at == who { "nobody aids themselves" } else { "it is not dying" };
            self.add(format!("aid {name}"), Refusal::new(&critical::STABILISE, why));
            self.add(format!("sear {name}"), Refusal::new(&gear::FIRE, "it has no necks that bleed"));
        }
        for deed in [Deed::Retreat, Deed::Rest, Deed::Improvise] {
            self.checked(who, deed);
        }
        match fight.ground() {
            None => {
                let no_squares = || Refusal::new(&battle_map::NONE, "there are no squares in this fight");
                for words in ["move to", "close with", "stay", "move afterwards", "second move to"] {
                    self.add(words, no_squares());
                }
            }
            Some(_) => self.squares(who, 2, &actions::SECOND_MOVE, true),
        }
    }

    /// Parts of a declaration that are no action.
    fn moves(&mut self, who: Who) {
        let fight = self.fight;
        if fight.ground().is_none() {
            return;
        }
        let plan = &fight.one(who).plan;
        let settled = if plan.before != Move::AsNeeded {
            Some(Refusal::new(&actions::MOVE_40, "the move has been declared already"))
        } else if plan.moves_later {
            Some(Refusal::new(&battle_map::SPLIT, "the move comes after the action"))
        } else if fight.one(who).is(Condition::Fleeing) {
            Some(Refusal::new(&crate::rules::morale::FAIL, "it flees"))
        } else {
            None
        };
        if let Some(refusal) = settled {
            for words in ["move to", "close with", "stay", "move afterwards"] {
                self.add(words, refusal.clone());
            }
            return;
        }
        self.squares(who, 1, &actions::MOVE_40, false);
        for at in self.not_foes(who) {
            let why = if fight.present(at) { "one closes with foes" } else { "it is not on the field any more" };
            let refusal = Refusal::new(&battle_map::SIMULTANEOUS, why).cure("name a square to move to");
            self.add(move_option(fight, Move::Close(at)), refusal);
        }
        self.add("move afterwards", Refusal::new(&battle_map::SPLIT, "it cannot move"));
    }

    /// Squares that cannot be gone to with so many moves, and why.
    fn squares(&mut self, who: Who, moves: u32, rule: &'static Rule, second: bool) {
        let fight = self.fight;
        let Some(ground) = fight.ground() else { return };
        let open: Vec<Square> = match moves {
            0 => battle_map::free_squares(fight, who),
            _ => battle_map::reachable(fight, who, moves).into_iter().map(|(square, _)| square).collect(),
        };
        let body = |at: Square| fight.template(who).footprint().at(at);
        let feet = battle_map::allowance(fight, who) * moves * u32::from(ground.feet);
        for square in ground.map.bounds().squares().filter(|square| !open.contains(square)) {
            let stands = |other: &Who| {
                let at = fight.one(*other).at.filter(|_| *other != who && fight.fighting(*other));
                at.is_some_and(|at| fight.template(*other).footprint().at(at).overlaps(body(square)))
            };
            let refusal = if !ground.map.has_room(body(square)) {
                Refusal::new(&battle_map::TERRAIN, "a wall or the edge of the map leaves no room")
            } else if let Some(other) = fight.everyone().find(stands) {
                Refusal::new(&battle_map::OCCUPANCY, format!("{} stands there", fight.label(other)))
            } else if fight.one(who).at == Some(square) {
                Refusal::new(rule, "it stands there").cure("stay")
            } else if feet == 0 {
                Refusal::new(rule, "it cannot move")
            } else {
                Refusal::new(rule, format!("farther than {feet} ft by any way"))
            };
            let text = match (moves, second) {
                (0, _) => square.to_string(),
                (_, true) => deed_text(fight, who, Deed::SecondMove(Move::To(square))),
                (_, false) => move_option(fight, Move::To(square)),
            };
            self.add(text, refusal);
        }
    }

    /// The targets that a stale attack cannot turn to.
    fn turns(&mut self, who: Who) {
        let fight = self.fight;
        let Deed::Attack { arm, off, .. } = fight.one(who).plan.deed else { return };
        for at in fight.everyone() {
            let refusal = match super::may_attack(fight, who, arm, off, at) {
                Err(refusal) => explained(fight, who, Deed::Attack { arm, off, at, daring: Daring::No }, refusal),
                Ok(()) if !fight.foes(who, at) => {
                    let why = format!("{} is on its own side", self.name(who, at));
                    Refusal::new(&attack::OWN_SIDE, why)
                }
                Ok(()) => continue,
            };
            self.add(fight.label(at), refusal);
        }
    }

    /// The targets that no further strike can go to.
    fn further(&mut self, who: Who) {
        let fight = self.fight;
        let Deed::Attack { arm, at: first, .. } = fight.one(who).plan.deed else { return };
        for at in fight.everyone() {
            let refusal = if at == first {
                Refusal::new(&creatures::SEVERAL, "it is named already")
            } else if !fight.foes(who, at) {
                Refusal::new(&attack::OWN_SIDE, format!("{} is on its own side", self.name(who, at)))
            } else {
                match battle_map::may_declare(fight, who, at, arm) {
                    Err(refusal) => refusal,
                    Ok(()) => continue,
                }
            };
            self.add(fight.label(at), refusal);
        }
    }

    /// Those that a blast cannot catch.
    fn missed(&mut self) {
        let fight = self.fight;
        for at in fight.everyone().filter(|at| !fight.scratch.eligible.contains(at)) {
            self.add(fight.label(at), Refusal::new(&blast::ALL, "it is not within the blast"));
        }
    }

    /// Those who cannot come in place of a dead hero.
    fn replacements(&mut self, who: Who) {
        let fight = self.fight;
        let companions: Vec<Who> = super::companions(fight, who).collect();
        let why = |one: &Combatant, other: Who| match one {
            one if one.hero => "it is a player's already",
            one if one.home != fight.one(who).home => "it is no companion",
            one if one.detachment => "nobody takes a whole company over",
            _ if !fight.fighting(other) => "it is out of the fight",
            _ => "it is under another's spell",
        };
        for other in fight.everyone().filter(|other| !companions.contains(other)) {
            let refusal = Refusal::new(&death::CHOICE, why(fight.one(other), other));
            self.add(format!("take over {}", fight.label(other)), refusal);
        }
        for template in &fight.setting.templates {
            let why = if template.hero { "it is in the fight already" } else { "it is no hero" };
            self.add(format!("bring in {}", template.name), Refusal::new(&death::CHOICE, why));
        }
    }

    /// Dice that an enhanced attack does not roll.
    fn dice(&mut self, by: Who, own: u8, larger: u8) {
        let why = format!("{} rolls d{own} or d{larger}", self.fight.label(by));
        for sides in [4, 6, 8, 10, 12, 20] {
            if sides != own && sides != larger {
                self.add(format!("d{sides}"), Refusal::new(&modifiers::ENHANCED_DIE, why.clone()));
            }
        }
    }
}
