//! Odds in words, up to the end of the act: on the chosen option in full, on every target of the verb as a badge.

use maud::{Markup, html};
use quintain_engine::{CombatantView, Event, Foresight, Group, Label, OnGround, Tags, Target, Who};
use quintain_session::{Fortune, Prospect};

use super::menu::{Menu, all_who};
use super::{Look, stage, story};
use crate::cast::Cast;
use crate::figures::{amount, capital, counted, likelihood, percent};

/// How many others and how many conditions a panel names.
const NAMED: usize = 4;

/// What was found out about the options of a verb.
#[derive(Clone, Debug, Default)]
pub struct Forecast {
    /// Each option that was looked at with what it may bring.
    pub options: Vec<(usize, Prospect)>,
    /// What the chosen option sets off.
    pub foresight: Foresight,
    /// What would be told if the chosen option were done with middling dice.
    pub rehearsal: Vec<Event>,
    /// Whether time ran out before everything was looked at.
    pub cut_short: bool,
    /// The option with the best odds, where a tile was only opened.
    pub best: Option<usize>,
}

/// Names of so many letters stand among figures.
const SHORT_NAME: usize = 14;

/// Fewer samples than this say nothing yet.
const FEWEST: u64 = 40;

impl Forecast {
    /// Whether more time would make it surer.
    pub fn is_rough(&self) -> bool {
        self.cut_short || self.options.iter().any(|(_, prospect)| !prospect.exact)
    }

    /// What an option may bring, where enough of it is known to be told.
    pub fn of(&self, option: usize) -> Option<&Prospect> {
        let known =
            |(place, prospect): &&(usize, Prospect)| *place == option && (prospect.exact || prospect.tried >= FEWEST);
        self.options.iter().find(known).map(|(_, prospect)| prospect)
    }

    /// Who may answer the chosen option, besides those of whom a warning on the way tells.
    pub(super) fn answering(&self, ground: &OnGround) -> Vec<Who> {
        let warned = |who: &Who| ground.hazards.iter().any(|hazard| hazard.who == Some(*who));
        let mut answering: Vec<Who> = Vec::new();
        for reaction in &self.foresight.reactions {
            if !warned(&reaction.who) && !answering.contains(&reaction.who) {
                answering.push(reaction.who);
            }
        }
        answering
    }

    /// What an answer brings to one, as far as there is anything to tell: a condition that comes whatever is answered says
    /// nothing about the answer.
    pub(super) fn brought(&self, option: usize, who: Option<usize>) -> Option<&Fortune> {
        let prospect = self.of(option)?;
        let fortune = who.and_then(|who| prospect.to(who)).or(prospect.fortunes.first())?;
        let known: Vec<&Prospect> = self.options.iter().filter_map(|(other, _)| self.of(*other)).collect();
        let same = |other: &&Prospect| other.to(fortune.who) == Some(fortune);
        let anyway = !harms(fortune) && known.len() > 1 && known.iter().all(same);
        (tells(fortune) && !anyway).then_some(fortune)
    }

    /// Whether an answer brings nothing that is counted, while another does.
    pub(super) fn is_quiet(&self, option: usize) -> bool {
        let told = |prospect: &Prospect| prospect.fortunes.iter().any(tells);
        let mut all = self.options.iter().filter_map(|(option, _)| self.of(*option));
        self.of(option).is_some_and(|prospect| !told(prospect)) && all.any(told)
    }

    /// Of these options the one that promises most, the first of equals; nothing as long as the odds of one are not known.
    pub(super) fn most_promising(&self, look: &Look<'_>, options: &[usize]) -> Option<usize> {
        let question = look.question()?;
        let cast = Cast::of(look.scene);
        let (_, own) = cast.named(&question.asked.who)?;
        let known: Option<Vec<(usize, &Prospect)>> =
            options.iter().map(|option| Some((*option, self.of(*option)?))).collect();
        let known = known?;
        let losses = known.iter().flat_map(|(_, prospect)| &prospect.fortunes).map(|fortune| fortune.loss.abs());
        let most = losses.fold(1e-9, f64::max);
        let mut best: Option<(usize, f64)> = None;
        for (option, prospect) in known {
            let aimed = aimed_at(question.labels.get(option).and_then(Option::as_ref), None);
            let is_foe = |who: usize| cast.view.combatants.get(who).is_some_and(|one| one.side != own.side);
            let promise = promise(prospect, aimed, most, &is_foe);
            if best.is_none_or(|(_, known)| promise > known + 1e-6) {
                best = Some((option, promise));
            }
        }
        best.map(|(option, _)| option)
    }
}

/// How much an option promises: what foes lose and own people gain, measured by the most that anybody loses, who falls, and
/// what it lays on the one it is aimed at.
fn promise(prospect: &Prospect, aimed: Option<usize>, most: f64, is_foe: &dyn Fn(usize) -> bool) -> f64 {
    let of = |fortune: &Fortune| {
        let good = if is_foe(fortune.who) { 1.0 } else { -1.0 };
        let laid = fortune.gains.first().filter(|_| Some(fortune.who) == aimed).map_or(0.0, |(_, share)| share / 4.0);
        good * (fortune.loss / most + fortune.out / 2.0) + laid
    };
    prospect.fortunes.iter().map(of).sum()
}

/// The combatant at whom an option is aimed.
fn aimed_at(label: Option<&Label>, own: Option<usize>) -> Option<usize> {
    let oneself = own.filter(|_| label.is_some_and(|label| label.target == Target::Oneself));
    let aimed = label.map(|label| all_who(&label.target)).unwrap_or_default().first().map(|who| who.index());
    aimed.or(oneself)
}

/// The combatant whose fate an option is about: its target, or otherwise the one it touches most.
fn main_target(label: Option<&Label>, prospect: &Prospect, own: Option<usize>) -> Option<usize> {
    let touched = || {
        let others = prospect.fortunes.iter().filter(|fortune| Some(fortune.who) != own);
        others.max_by(|one, other| one.loss.abs().total_cmp(&other.loss.abs())).map(|fortune| fortune.who)
    };
    aimed_at(label, own).or_else(touched)
}

/// The chosen option in full.
pub(crate) fn panel(
    forecast: &Forecast,
    chosen: (usize, Option<&Label>),
    answering: &[Who],
    (own, cast): (Option<usize>, &Cast<'_>),
) -> Markup {
    let Some(prospect) = forecast.of(chosen.0) else {
        return html! { div #forecast .odds data-rough { p .dim { "counting …" } } };
    };
    // What is aimed at nobody has no figures without a name: everybody it touches is listed.
    let main = aimed_at(chosen.1, own);
    html! {
        div #forecast .odds data-rough[forecast.is_rough()] title=[(!prospect.exact).then(|| format!("from {} samples", prospect.tried))] {
            @if let Some(fortune) = main.and_then(|who| prospect.to(who)) { (figures(fortune, prospect, cast)) }
            @if let Some(one) = main.and_then(|who| hidden(cast, who)) { (unknown(one, main.and_then(|who| prospect.to(who)), cast)) }
            @else if prospect.fortunes.iter().all(|fortune| !tells(fortune) && fortune.moved <= 0.0) { (uncounted(chosen.1)) }
            (others(prospect, &|who| Some(who) != main && concerns(chosen.1, who, own), own, cast))
            (reactions(answering, cast))
            (reasons(&forecast.rehearsal, cast))
        }
    }
}

/// What is not told of a combatant whose figures are hidden.
fn unknown(one: &CombatantView, fortune: Option<&Fortune>, cast: &Cast<'_>) -> Markup {
    let name = html! { b class={ "c" (cast.side(one)) } { (one.name) } };
    html! {
        @if !fortune.is_some_and(tells) { p .dim { "How well it works on " (name) " shows when it is done: its figures are hidden." } }
        @else if fortune.is_some_and(|fortune| fortune.out > 0.0) { p .dim { "How much " (name) " loses is hidden." } }
    }
}

/// Where no figure changes, what is done is said in the words of its verb, except where a way on the map says it.
fn uncounted(label: Option<&Label>) -> Markup {
    let verb = label.map(|label| label.verb).filter(|verb| verb.group != Group::Move);
    html! { p .dim { @if let Some(verb) = verb { (verb.gloss) " " } "Nothing that is counted changes at once." } }
}

/// Whether it is done later: a decision until then need not be an answer to it.
pub(super) fn is_declared(label: Option<&Label>) -> bool {
    label.is_some_and(|label| label.tags.contains(Tags::DECLARES))
}

/// Whether what becomes of a combatant has to do with an option. Until something declared is done, much happens to others that
/// has not.
fn concerns(label: Option<&Label>, who: usize, own: Option<usize>) -> bool {
    let is_aimed = |label: &Label| all_who(&label.target).iter().any(|one| one.index() == who);
    let spreads = |label: &Label| matches!(label.target, Target::Area(..));
    !is_declared(label) || Some(who) == own || label.is_some_and(|label| spreads(label) || is_aimed(label))
}

/// Whether a combatant may lose something, or fall.
fn harms(fortune: &Fortune) -> bool {
    fortune.hurt > 0.0 || fortune.out > 0.0
}

/// Whether there is anything to tell of what happens to a combatant.
fn tells(fortune: &Fortune) -> bool {
    let changes = !fortune.gains.is_empty() || !fortune.sheds.is_empty();
    changes || harms(fortune) || (fortune.healed > 0.0 && fortune.loss < 0.0)
}

/// A combatant whose figures are not shown.
fn hidden<'v>(cast: &'v Cast<'_>, who: usize) -> Option<&'v CombatantView> {
    cast.view.combatants.get(who).filter(|one| one.fighting && one.life().is_none())
}

/// What it does on the ground, told before any die: who stands in an area, those who should be spared as a warning, and what
/// waits on the way.
pub(crate) fn ground(look: &Look<'_>, cast: &Cast<'_>, menu: Option<&Menu<'_>>) -> Markup {
    let ground = stage::on_ground(look).unwrap_or_default();
    let own = look.question().and_then(|question| cast.named(&question.asked.who)).map(|(_, one)| &one.side);
    let warns = stage::hurts_friends(menu);
    let struck: Vec<_> = ground.area.hits.iter().filter_map(|who| cast.view.combatants.get(who.index())).collect();
    let others = ground.hazards.len().saturating_sub(NAMED);
    html! {
        @if !ground.area.is_empty() {
            p .struck {
                "In the area: "
                @if struck.is_empty() { "nobody" }
                @for (place, one) in struck.iter().enumerate() {
                    @if place > 0 { ", " }
                    @if warns && Some(&one.side) == own { b .warn { (one.name) } } @else { b class={ "c" (cast.side(one)) } { (one.name) } }
                }
                "."
            }
        }
        @if !ground.hazards.is_empty() {
            ul .remarks .hazards {
                @for hazard in ground.hazards.iter().take(NAMED) {
                    li .warn title=(hazard.rule.summary) { (quintain_draw::icon("warn")) span { (cast.coloured(&capital(&hazard.text))) "." } }
                }
                @if others > 0 { li .dim { "and " (counted(others, "more warning")) } }
            }
        }
    }
}

/// Hit, amount, end: as figures, with a bar of how the losses are spread.
pub(crate) fn figures(fortune: &Fortune, prospect: &Prospect, cast: &Cast<'_>) -> Markup {
    let one = &cast.view.combatants[fortune.who];
    let about = if prospect.exact { "" } else { "about " };
    let left = one.life().map(|(now, _)| now);
    let whom = if one.name.chars().count() <= SHORT_NAME { one.name.as_str() } else { "it" };
    html! {
        div .figures {
            @if fortune.hurt > 0.0 {
                span { b { (about) (percent(fortune.hurt)) } " hurts" }
                span { b { (amount(fortune.loss.max(0.0))) } " damage" }
            }
            @if fortune.healed > 0.0 && fortune.loss < 0.0 { span { b { "+" (amount(-fortune.loss)) } " gained" } }
            @if let Some(left) = left.filter(|_| fortune.hurt > 0.0) {
                span { b { (percent(fortune.out)) } " drops " (whom) " (" (left) " left)" }
            } @else if fortune.hurt > 0.0 || fortune.out > 0.0 {
                span { b { (likelihood(fortune.out)) } " to drop " (whom) }
            }
            @for (name, share) in fortune.gains.iter().take(NAMED) { span { b { (percent(*share)) } " " (name) } }
            @for (name, share) in fortune.sheds.iter().take(NAMED) { span { b { (percent(*share)) } " no longer " (name) } }
        }
        @if fortune.hurt > 0.0 { (spread(fortune)) }
    }
}

/// The losses side by side, each as wide as it is likely.
fn spread(fortune: &Fortune) -> Markup {
    let mut x = 0.0;
    let most = fortune.losses.last().map_or(1, |(loss, _)| *loss).max(1);
    html! {
        svg .spread viewBox="0 0 100 9" preserveAspectRatio="none" role="img" aria-label={ (percent(1.0 - fortune.hurt)) " no loss, at most " (most) } {
            @for (loss, chance) in &fortune.losses {
                @let from = x;
                @let class = if *loss <= 0 { "none" } else if *loss * 3 > most * 2 { "much" } else { "some" };
                rect class=(class) x=(format!("{from:.1}")) width=(format!("{:.1}", chance * 100.0)) height="9" { title { (loss) ": " (percent(*chance)) } }
                @let () = x += chance * 100.0;
            }
        }
    }
}

/// What it may bring to everybody else, each in a line.
fn others(prospect: &Prospect, is_told: &dyn Fn(usize) -> bool, own: Option<usize>, cast: &Cast<'_>) -> Markup {
    let touched = |fortune: &&Fortune| is_told(fortune.who) && tells(fortune);
    let mut others: Vec<&Fortune> = prospect.fortunes.iter().filter(touched).collect();
    others.sort_by_key(|fortune| Some(fortune.who) != own);
    html! {
        @if !others.is_empty() {
            ul .others {
                @for fortune in others.iter().take(NAMED) {
                    @let one = &cast.view.combatants[fortune.who];
                    li .own[Some(fortune.who) == own] {
                        b class={ "c" (cast.side(one)) } { (one.name) } ": " (in_words(fortune))
                    }
                }
                @if others.len() > NAMED { li .dim { "and " (others.len() - NAMED) " more" } }
            }
        }
    }
}

/// What may become of a combatant, in a line: `54 % hurt, 2.8 damage · 12 % out · 54 % bleeding`.
fn in_words(fortune: &Fortune) -> String {
    let mut told: Vec<String> = Vec::new();
    if fortune.hurt > 0.0 {
        told.push(format!("{} hurt, {} damage", percent(fortune.hurt), amount(fortune.loss)));
    } else if fortune.loss < 0.0 {
        told.push(format!("gains {}", amount(-fortune.loss)));
    }
    if fortune.out > 0.0 {
        told.push(format!("{} out", percent(fortune.out)));
    }
    told.extend(fortune.gains.iter().take(2).map(|(name, share)| format!("{} {name}", percent(*share))));
    told.extend(fortune.sheds.iter().take(2).map(|(name, share)| format!("{} no longer {name}", percent(*share))));
    told.join(" · ")
}

fn reactions(who: &[Who], cast: &Cast<'_>) -> Markup {
    html! {
        @if !who.is_empty() {
            p .warn {
                (quintain_draw::icon("warn")) "May be answered by "
                @for (place, who) in who.iter().take(NAMED).enumerate() {
                    @if place > 0 { ", " }
                    @if let Some(one) = cast.view.combatants.get(who.index()) { b class={ "c" (cast.side(one)) } { (one.name) } }
                }
                @if who.len() > NAMED { " and " (who.len() - NAMED) " more" }
                "."
            }
        }
    }
}

/// The sums that go into it.
fn reasons(rehearsal: &[Event], cast: &Cast<'_>) -> Markup {
    let sums: Vec<&Event> =
        rehearsal.iter().filter(|event| !event.terms.is_empty() || event.against.is_some()).collect();
    html! {
        @if !sums.is_empty() {
            details .sums {
                summary { (quintain_draw::icon("why")) "why" }
                p .dim { "With dice that show their middle:" }
                @for event in sums.iter().take(NAMED) { p { (cast.coloured(&event.text)) } (story::why(event)) }
                (story::rules(sums.iter().take(NAMED).copied(), cast.book.id()))
            }
        }
    }
}

/// The short figures of an option, for a badge or a tile: share and amount.
pub(crate) fn brief(prospect: &Prospect, label: Option<&Label>, own: Option<usize>) -> Option<(usize, String, String)> {
    let main = main_target(label, prospect, own)?;
    let fortune = prospect.to(main)?;
    let (share, much) = if fortune.hurt > 0.0 {
        (percent(fortune.hurt), amount(fortune.loss.max(0.0)))
    } else if fortune.loss < 0.0 {
        (percent(fortune.healed), format!("+{}", amount(-fortune.loss)))
    } else {
        let (name, share) = fortune.gains.first()?;
        (percent(*share), name.clone())
    };
    Some((main, share, much))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prospect(who: usize, hurt: f64, loss: f64) -> Prospect {
        let fortune = Fortune {
            who,
            hurt,
            healed: 0.0,
            loss,
            losses: Vec::new(),
            out: 0.0,
            gains: Vec::new(),
            sheds: Vec::new(),
            moved: 0.0,
        };
        Prospect { exact: true, tried: 1, fortunes: vec![fortune] }
    }

    #[test]
    fn the_better_odds_promise_more_and_own_people_count_the_other_way() {
        let is_foe = |who: usize| who > 1;
        let promised = |one: &Prospect| promise(one, one.fortunes.first().map(|fortune| fortune.who), 6.0, &is_foe);
        let [dog, grey, friend, healed] =
            [prospect(2, 0.4, 6.0), prospect(3, 0.1, 1.0), prospect(1, 0.4, 6.0), prospect(1, 0.0, -3.0)];
        assert!(promised(&dog) > promised(&healed) && promised(&healed) > promised(&grey));
        assert!(promised(&grey) > 0.0 && promised(&friend) < 0.0);
    }

    #[test]
    fn what_changes_no_figure_is_said_in_the_words_of_its_verb() {
        for book in quintain_books::library().shelf() {
            let of = |group: Group| book.verbs().iter().find(|verb| verb.group == group).copied();
            for (group, told) in [(Group::End, true), (Group::Move, false)] {
                let Some(verb) = of(group).filter(|verb| !verb.gloss.contains(['&', '<', '>', '"'])) else { continue };
                let words = uncounted(Some(&Label::new(verb))).into_string();
                assert_eq!(words.contains(verb.gloss), told, "{}: {}: {words}", book.id(), verb.key);
            }
        }
    }

    #[test]
    fn what_becomes_of_somebody_is_told_in_parts() {
        let mut one = prospect(0, 0.5, 2.0);
        one.fortunes[0].gains = vec![("prone".to_owned(), 1.0)];
        assert_eq!(in_words(&one.fortunes[0]), "50 % hurt, 2 damage · 100 % prone");
    }

    #[test]
    fn a_condition_that_comes_anyway_says_nothing_about_an_answer() {
        let mut gathers = prospect(0, 0.0, 0.0);
        gathers.fortunes[0].gains = vec![("gathering".to_owned(), 1.0)];
        let told = |options: [Prospect; 2]| {
            let forecast = Forecast { options: options.into_iter().enumerate().collect(), ..Forecast::default() };
            forecast.brought(0, Some(0)).is_some()
        };
        assert!(!told([gathers.clone(), gathers.clone()]));
        assert!(told([gathers.clone(), prospect(0, 0.0, 0.0)]));
        let mut hurt = gathers;
        hurt.fortunes[0].hurt = 0.5;
        assert!(told([hurt.clone(), hurt]));
    }

    #[test]
    fn an_answer_that_changes_nothing_says_so_beside_one_that_does() {
        let quiet = |options: [Prospect; 2]| {
            let forecast = Forecast { options: options.into_iter().enumerate().collect(), ..Forecast::default() };
            [0, 1].map(|option| forecast.is_quiet(option))
        };
        assert_eq!(quiet([prospect(0, 0.5, 2.0), prospect(0, 0.0, 0.0)]), [false, true]);
        assert_eq!(quiet([prospect(0, 0.0, 0.0), prospect(0, 0.0, 0.0)]), [false, false]);
    }

    #[test]
    fn nothing_is_told_of_whom_nothing_happens_to() {
        let [unhurt, hurt] = [prospect(0, 0.0, 0.0), prospect(0, 0.5, 2.0)].map(|one| tells(&one.fortunes[0]));
        assert!(!unhurt && hurt);
    }
}
