//! What told, on the page: damage by source, what was spent, the telling rules.

use maud::{Markup, html};

use super::usage::{conditions, left, uses};
use super::{WIDTH, colour, percent};
use crate::report::Report;
use crate::telling::{DamageSource, FirstOut, Spent, Telling, TellingRule};

/// The most rows of the plot.
const MOST_ROWS: usize = 24;

/// All of it.
pub(super) fn told(report: &Report, told: &Telling) -> Markup {
    html! {
        @if !told.first_out.is_empty() {
            h2 { "Who falls first" }
            figure {
                (first_out(report, &told.first_out))
                figcaption { "The share of the first " (told.fights) " fights, with 95 % intervals; who fall together count each." }
            }
        }
        @if !told.damage.is_empty() {
            h2 { "Damage by source" }
            figure {
                (damage(report, &told.damage))
                figcaption { "In a fight, on average, with 95 % intervals, from the first " (told.fights) " fights." }
            }
        }
        @if !told.spent.is_empty() { h2 { "Spent or lost" } (spent(&told.spent)) }
        @if !told.left.is_empty() { h2 { "Left at the end" } (left(report, &told.left)) }
        @if !told.conditions.is_empty() { h2 { "Conditions at the end" } (conditions(&told.conditions)) }
        @if !told.uses.is_empty() { h2 { "Offered and used" } (uses(told)) }
        @if !told.rules.is_empty() { h2 { "Telling rules" } (rules(report, &told.rules)) }
    }
}

fn damage(report: &Report, sources: &[DamageSource]) -> Markup {
    let most = sources.iter().map(|source| source.interval95[1]).fold(1e-9, f64::max);
    let wide = |amount: f64| amount.max(0.0) / most * 300.0;
    html! {
        svg viewBox=(format!("0 0 {WIDTH} {}", sources.len().min(MOST_ROWS) * 26 + 4)) role="img" aria-label="Damage by source" {
            @for (row, source) in sources.iter().take(MOST_ROWS).enumerate() {
                @let y = row * 26;
                @let class = source.side.as_ref().map_or_else(|| "none".to_owned(), |side| colour(report, side));
                @let [low, high] = source.interval95.map(wide);
                text x="250" y=(y + 17) text-anchor="end" {
                    @if let Some(who) = &source.who { (who) ": " } (source.with)
                }
                rect class=(class) x="260" y=(y + 3) width=(format!("{:.1}", wide(source.mean))) height="20" rx="2" {}
                path .whisker d=(format!("M{:.1} {}H{:.1}", 260.0 + low, y + 13, 260.0 + high)) {}
                text .dim x=(format!("{:.1}", 270.0 + high)) y=(y + 17) {
                    (format!("{:.1}", source.mean)) " · " (percent(source.share))
                }
            }
        }
    }
}

fn first_out(report: &Report, all: &[FirstOut]) -> Markup {
    let most = all.iter().map(|one| one.interval95[1]).fold(1e-9, f64::max);
    let wide = |share: f64| share / most * 340.0;
    html! {
        svg viewBox=(format!("0 0 {WIDTH} {}", all.len().min(MOST_ROWS) * 26 + 4)) role="img" aria-label="Who falls first" {
            @for (row, one) in all.iter().take(MOST_ROWS).enumerate() {
                @let y = row * 26;
                @let [low, high] = one.interval95.map(wide);
                text x="250" y=(y + 17) text-anchor="end" { (one.who) }
                rect class=(colour(report, &one.side)) x="260" y=(y + 3) width=(format!("{:.1}", wide(one.rate))) height="20" rx="2" {}
                path .whisker d=(format!("M{:.1} {}H{:.1}", 260.0 + low, y + 13, 260.0 + high)) {}
                text .dim x=(format!("{:.1}", 270.0 + high)) y=(y + 17) { (percent(one.rate)) }
            }
        }
    }
}

fn spent(all: &[Spent]) -> Markup {
    html! {
        div .wide {
            table {
                tr { th { "who" } th { "what" } th { "of" } th { "spent" } th { "95 % interval" } th { "used up" } }
                @for one in all {
                    tr {
                        td { (one.who) } td { (one.value) } td { (one.start) } td { (format!("{:.1}", one.mean)) }
                        td { (format!("{:.1} to {:.1}", one.interval95[0], one.interval95[1])) }
                        td { (percent(one.used_up_rate)) }
                    }
                }
            }
        }
    }
}

fn rules(report: &Report, rules: &[TellingRule]) -> Markup {
    let first = report.sides.first().map_or("", |side| side.name.as_str());
    html! {
        p .dim { "How often " (first) " win if a rule comes up in the first half of a fight, and if it does not." }
        div .wide {
            table {
                tr { th { "rule" } th { "of" } th { "comes up" } th { "with it" } th { "without" } th { "points apart" } }
                @for rule in rules {
                    @let [low, high] = rule.interval95.map(|share| format!("{:+.0}", share * 100.0));
                    tr {
                        td { (rule.rule) } td { (rule.of.as_deref().unwrap_or("")) }
                        td { (percent(rule.came_up_rate)) } td { (percent(rule.win_rate_with)) }
                        td { (percent(rule.win_rate_without)) } td { (low) " to " (high) }
                    }
                }
            }
        }
    }
}

/// Something of everything, for tests.
#[cfg(test)]
pub(super) fn example() -> Telling {
    let source = |who: Option<&str>, with: &str| DamageSource {
        who: who.map(str::to_owned),
        side: who.map(|_| "monsters".to_owned()),
        with: with.to_owned(),
        mean: 3.0,
        interval95: [2.5, 3.5],
        share: 0.5,
    };
    let spent = Spent {
        who: "Althea".into(),
        side: "heroes".into(),
        value: "thu".into(),
        start: 11,
        mean: 4.0,
        interval95: [3.0, 5.0],
        used_up_rate: 0.1,
    };
    let rule = TellingRule {
        rule: "crit.fail".into(),
        of: Some("monsters".into()),
        came_up_rate: 0.25,
        win_rate_with: 0.9,
        win_rate_without: 0.4,
        difference: 0.5,
        interval95: [0.4, 0.6],
    };
    let damage = vec![source(Some("Cyclops"), "a <club>"), source(None, "fall.damage")];
    let first = FirstOut { who: "Althea".into(), side: "heroes".into(), rate: 0.6, interval95: [0.5, 0.7] };
    let (left, conditions, uses) = super::usage::example();
    Telling {
        fights: 100,
        first_out: vec![first],
        damage,
        spent: vec![spent],
        left,
        conditions,
        surveyed: 100,
        uses,
        rules: vec![rule],
    }
}
