//! The colours of the map, measured: text, controls, tokens and lines stand out by day and by night.

use quintain_draw::MAP_CSS;

type Rgb = [f64; 3];

/// A colour by day and by night.
#[derive(Clone, Copy, Debug)]
struct Pair([Rgb; 2]);

fn rgb(hex: &str) -> Option<Rgb> {
    let hex = hex.trim().strip_prefix('#')?;
    let digits: Vec<f64> = hex.chars().map(|c| c.to_digit(16).map(f64::from)).collect::<Option<_>>()?;
    match digits.as_slice() {
        [r, g, b] => Some([r * 17.0, g * 17.0, b * 17.0]),
        [r, s, g, h, b, c] => Some([r * 16.0 + s, g * 16.0 + h, b * 16.0 + c]),
        _ => None,
    }
}

fn pair(value: &str) -> Option<Pair> {
    let inner = value.trim().strip_prefix("light-dark(").and_then(|rest| rest.strip_suffix(')'));
    let (day, night) = inner.map_or(Some((value, value)), |inner| inner.split_once(','))?;
    Some(Pair([rgb(day)?, rgb(night)?]))
}

/// All values that a custom property or a fill has anywhere in the style.
fn all(name: &str) -> Vec<Pair> {
    let starts = format!("{name}:");
    MAP_CSS
        .match_indices(&starts)
        .filter(|(at, _)| !MAP_CSS[..*at].ends_with(|c: char| c.is_alphanumeric() || c == '-'))
        .filter_map(|(at, _)| pair(MAP_CSS[at + starts.len()..].split([';', '}']).next()?))
        .collect()
}

fn one(name: &str) -> Pair {
    *all(name).first().unwrap_or_else(|| panic!("no {name}"))
}

/// The fill of a class.
fn fill(class: &str) -> Pair {
    let rule = MAP_CSS.split_once(&format!("{class}{{fill:")).unwrap_or_else(|| panic!("no {class}")).1;
    pair(rule.split([';', '}']).next().unwrap_or_default()).unwrap_or_else(|| panic!("{class} has no plain colour"))
}

fn light(rgb: Rgb) -> f64 {
    let linear = rgb.map(|c| c / 255.0).map(|c| if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) });
    0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
}

fn contrast(a: Rgb, b: Rgb) -> f64 {
    let (a, b) = (light(a), light(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

/// The least contrast of two colours by day and by night.
fn least(a: Pair, b: Pair) -> f64 {
    (0..2).map(|time| contrast(a.0[time], b.0[time])).fold(f64::MAX, f64::min)
}

/// Everything that tokens and lines lie on, by the name of its colour.
fn grounds() -> Vec<(&'static str, Pair)> {
    let named = ["--ground", "--up", "--water", "--deep", "--deep2", "--road"];
    let named = named.into_iter().flat_map(|name| all(name).into_iter().map(move |colour| (name, colour)));
    let filled = [".flag", ".plank", ".wt", ".rk2", ".mud", ".rockbed"];
    named.chain(filled.map(|class| (class, fill(&format!(".ground {class}"))))).collect()
}

#[test]
fn text_can_be_read() {
    for (text, below, least_wanted) in [
        ("--ink", "--vellum", 12.0),
        ("--ink", "--tile2", 9.0),
        ("--ink2", "--vellum", 6.5),
        ("--accent", "--vellum", 7.0),
        ("--onaccent", "--accent", 7.0),
        ("--gold", "--vellum", 5.0),
        ("--good", "--vellum", 5.0),
        ("--warn", "--vellum", 5.0),
        ("--bad", "--vellum", 5.0),
        ("--s0t", "--vellum", 6.5),
        ("--s1t", "--vellum", 6.5),
        ("--s2t", "--vellum", 6.0),
        ("--s3t", "--vellum", 6.0),
        ("--s4t", "--vellum", 6.0),
        ("--s5t", "--vellum", 6.0),
        ("--zone", "--vellum", 5.0),
        ("--edge", "--vellum", 3.0),
    ] {
        let ratio = least(one(text), one(below));
        assert!(ratio >= least_wanted, "{text} on {below}: {ratio:.1}");
    }
}

/// The colour of emblems.
fn cream() -> Pair {
    pair("#fff8ea").expect("a colour")
}

#[test]
fn emblems_stand_out_from_their_tokens() {
    for side in 0..6 {
        let ratio = least(cream(), one(&format!("--s{side}")));
        assert!(ratio >= 3.0, "side {side}: {ratio:.1}");
    }
}

#[test]
fn tokens_and_reach_stand_out_from_every_ground() {
    let (rim, reach, case) = (one("--lit"), one("--reach"), one("--reachcase"));
    assert!(least(reach, case) >= 10.0, "the line in its case: {:.1}", least(reach, case));
    let mut faint = Vec::new();
    for (name, ground, time) in grounds().into_iter().flat_map(|(name, ground)| [(name, ground, 0), (name, ground, 1)])
    {
        let own = |colour: Pair| contrast(colour.0[time], ground.0[time]);
        // A light line in a dark case, or the other way: one of both has to be seen.
        let line = own(reach).max(own(case));
        if line < 4.5 {
            faint.push(format!("reach on {name} {ground:?}: {line:.1}"));
        }
        for side in 0..6 {
            // By day the dark shape is seen, by night the light emblem on it.
            let seen = own(rim).max(own(one(&format!("--s{side}")))).max(own(cream()));
            if seen < 3.0 {
                faint.push(format!("side {side} on {name} {ground:?}: {seen:.2}"));
            }
        }
    }
    assert!(faint.is_empty(), "{faint:#?}");
}
