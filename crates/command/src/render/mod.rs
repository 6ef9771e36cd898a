//! How things look on a terminal. Colours are always written; the stream takes them out where nobody sees them.

pub(crate) mod day;
pub(crate) mod event;
pub(crate) mod map;
pub(crate) mod odds;
pub(crate) mod problem;
pub(crate) mod question;
pub(crate) mod report;
pub(crate) mod rule;
pub(crate) mod table;
pub(crate) mod view;
pub(crate) mod why;

use anstyle::{AnsiColor, Style};
pub(crate) use quintain_pages::thousands;

/// What stands back: rule ids, hints.
pub(crate) const DIM: Style = Style::new().dimmed();
/// What stands out: headings, names.
pub(crate) const BOLD: Style = Style::new().bold();
/// Before an error.
pub(crate) const ERROR: Style = AnsiColor::Red.on_default().bold();
/// What went well.
pub(crate) const GOOD: Style = AnsiColor::Green.on_default();
/// What can be typed.
pub(crate) const KEY: Style = AnsiColor::Cyan.on_default();

/// A share as a percentage with one decimal: `12.5 %`.
pub(crate) fn percent(share: f64) -> String {
    format!("{:.1} %", quintain_sim::tenths_of_a_percent(share))
}

/// By how many percentage points two shares differ, with its sign and so many decimals: `+12.5`.
pub(crate) fn points(difference: f64, decimals: usize) -> String {
    format!("{:+.decimals$}", difference * 100.0)
}

/// The two ends of an interval of differences, in percentage points: `+8.4 to +9.8`.
pub(crate) fn points_between([low, high]: [f64; 2], decimals: usize) -> String {
    format!("{} to {}", points(low, decimals), points(high, decimals))
}

/// A bar of blocks, `width` of them for the whole.
pub(crate) fn bar(share: f64, width: usize) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = (share.clamp(0.0, 1.0) * width as f64 * 8.0).round() as usize;
    format!("{}{}", "█".repeat(eighths / 8), EIGHTHS[eighths % 8])
}

/// So many fights: `1 fight`, `2 000 fights`.
pub(crate) fn fights(number: u64) -> String {
    if number == 1 { "1 fight".to_owned() } else { format!("{} fights", thousands(number)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_bars_read_well() {
        assert_eq!(percent(0.1254), "12.5 %");
        assert_eq!((bar(0.5, 4), bar(2.0, 2), bar(f64::NAN, 2)), ("██".into(), "██".into(), String::new()));
        assert_eq!(bar(0.5 / 8.0, 1), "▏");
    }
}
