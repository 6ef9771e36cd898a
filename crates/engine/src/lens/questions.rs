//! What is asked of a seat, and what its options do, as it knows them.

use super::Lens;
use crate::cast::Seat;
use crate::face::OpenQuestion;
use crate::foresight::{Foresight, Reaction};
use crate::ground::{Hazard, OnGround, Reach};
use crate::label::{Label, Target};
use crate::odds::Odds;
use crate::question::{Answer, Choice, Refused, Shape};
use crate::standing::Standing;

impl Lens {
    /// A question with its labels, without options and refusals that name somebody whom the seat does not know.
    pub fn question(&self, asked: OpenQuestion, labels: Vec<Option<Label>>) -> (OpenQuestion, Vec<Option<Label>>) {
        let OpenQuestion { who, topic, by, mut question } = asked;
        question.text = self.words(&question.text);
        if let Seat::Of(one) = question.to {
            question.to = Seat::Of(self.who(one).unwrap_or(one));
        }
        question.refused.retain(|refused| self.knows_refused(refused));
        for refused in &mut question.refused {
            self.refused(refused);
        }
        let mut labels = labels.into_iter().chain(std::iter::repeat(None));
        let (mut kept, mut acts) = (Vec::new(), Vec::new());
        let choices = match &mut question.shape {
            Shape::OneOf(_, of) | Shape::Several { of, .. } | Shape::OrderOf(of) => Some(of),
            _ => None,
        };
        if let Some(choices) = choices {
            // Somebody must be able to answer, even where all ways lead to where nobody has been.
            let target = |label: &Option<Label>| label.as_ref().map(|label| label.target.clone());
            let targets: Vec<Option<Target>> = labels.clone().map(|label| target(&label)).take(choices.len()).collect();
            let leads = |(choice, target): (&Choice<usize>, &Option<Target>)| self.knows_where(choice, target.as_ref());
            let known: Vec<bool> = choices.iter().zip(&targets).map(leads).collect();
            let (mut place, any) = (0, known.contains(&true));
            choices.retain_mut(|choice| {
                let (label, leads) = (labels.next().flatten(), known[place] || !any);
                place += 1;
                let known = !self.names_unknown(&choice.text) && leads;
                if known {
                    self.choice(choice);
                    kept.push(label.map(|label| self.label(label)));
                    // The places of the others would tell how many are left out between them.
                    acts.push(choice.act);
                    choice.act = acts.len() - 1;
                }
                known
            });
            question.default = among(&acts, &question.default);
        }
        if let Shape::Several { of, least, most, .. } = &mut question.shape {
            (*least, *most) = ((*least).min(of.len()), (*most).min(of.len()));
        }
        let by = by.map(|by| self.words(&by));
        (OpenQuestion { who, topic, by, question }, kept)
    }

    fn choice(&self, choice: &mut Choice<usize>) {
        choice.text = self.words(&choice.text);
        choice.hint = self.words(&choice.hint).into();
        for also in &mut choice.also {
            *also = self.words(also).into();
        }
        choice.who = choice.who.and_then(|who| self.who(who));
    }

    /// Whether a refusal has to do with nothing that the seat does not know.
    pub fn knows_refused(&self, refused: &Refused) -> bool {
        let says = [refused.text.as_str(), &refused.refusal.why];
        says.iter().all(|text| !self.names_unknown(text) && !self.names_hidden(text))
    }

    /// How far somebody comes, on ground that the seat knows.
    pub fn reach(&self, mut reach: Reach) -> Reach {
        for band in &mut reach.bands {
            band.squares = self.known_squares(std::mem::take(&mut band.squares));
        }
        reach
    }

    /// A refusal in the seat's words.
    pub fn refused(&self, refused: &mut Refused) {
        refused.text = self.words(&refused.text);
        refused.refusal.why = self.words(&refused.refusal.why).into();
        refused.refusal.cure = refused.refusal.cure.as_deref().map(|cure| self.words(cure).into());
    }

    fn label(&self, mut label: Label) -> Label {
        label.target = match label.target.known(|who| self.who(who)) {
            Target::Thing(key, name) => Target::Thing(key, self.words(&name)),
            other => other,
        };
        if let Some(means) = &mut label.means {
            means.name = self.words(&means.name);
        }
        label
    }

    /// A standing answer in the seat's words.
    pub fn standing(&self, said: Standing) -> Standing {
        let against = said.against.as_deref().map(|against| self.words(against));
        let words = said.words.as_deref().map(|words| self.words(words));
        Standing { against, words, ..said }
    }

    /// What an option does on the ground, to those whom the seat knows.
    pub fn on_ground(&self, ground: OnGround) -> OnGround {
        let OnGround { way, hazards, mut area } = ground;
        let way = self.known_squares(way);
        area.squares = self.known_squares(area.squares);
        area.hits = area.hits.into_iter().filter_map(|who| self.who(who)).collect();
        let known = |hazard: &Hazard| hazard.who.is_none_or(|who| self.who(who).is_some());
        let seen = |hazard: Hazard| Hazard {
            who: hazard.who.and_then(|who| self.who(who)),
            text: self.words(&hazard.text),
            ..hazard
        };
        OnGround { way, hazards: hazards.into_iter().filter(known).map(seen).collect(), area }
    }

    /// The odds for those whom the seat knows, by the names that it has for them.
    pub fn odds(&self, mut odds: Odds) -> Odds {
        odds.measures.retain(|measure| !self.names_unknown(&measure.path) && !self.is_a_plan(&measure.path));
        for measure in &mut odds.measures {
            measure.path = self.words(&measure.path);
        }
        // What others decide with what only they know of is theirs.
        let unknown = |words: &String| self.names_unknown(words);
        odds.decisions.retain(|taken| ![&taken.who, &taken.question, &taken.answer].into_iter().any(unknown));
        for taken in &mut odds.decisions {
            for words in [&mut taken.who, &mut taken.question, &mut taken.answer] {
                *words = self.words(words);
            }
        }
        odds
    }

    /// Whether a value tells what somebody is going to do in its own turn: where it goes, what it takes on, what it spends.
    fn is_a_plan(&self, path: &str) -> bool {
        let is_of = |who: &usize| path.strip_prefix(&self.names[*who]).and_then(|rest| rest.strip_prefix('.'));
        let planning = (0..self.names.len()).filter(|who| self.plan[*who]);
        let told = planning.filter_map(|who| Some((who, is_of(&who)?))).next();
        told.is_some_and(|(who, key)| key != "fighting" && (!self.figures[who] || matches!(key, "conditions" | "at")))
    }

    /// What is about to happen, as far as it concerns those whom the seat knows.
    pub fn foresight(&self, foresight: Foresight) -> Foresight {
        let known = |reaction: Reaction| Some(Reaction { who: self.who(reaction.who)?, ..reaction });
        Foresight {
            way: self.known_squares(foresight.way),
            reactions: foresight.reactions.into_iter().filter_map(known).collect(),
        }
    }
}

/// An answer by the places among the acts that are left; the first of them where the one that it names is not.
fn among(acts: &[usize], answer: &Answer<usize>) -> Answer<usize> {
    let place = |act: &usize| acts.iter().position(|left| left == act);
    match answer {
        Answer::One(act) => Answer::One(place(act).unwrap_or(0)),
        Answer::Several(picks) => Answer::Several(picks.iter().filter_map(place).collect()),
        Answer::Order(picks) => Answer::Order(picks.iter().filter_map(place).collect()),
        other => other.clone(),
    }
}
