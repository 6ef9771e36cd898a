//! What a question to the bench came to: sentences, plots and tables, kept as they are shown.

use serde::{Deserialize, Serialize};

/// What came of a question.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Finding {
    /// It in a few sentences.
    pub lines: Vec<String>,
    /// What can be drawn of it.
    pub plots: Vec<Plot>,
    /// All of it in figures.
    pub tables: Vec<Table>,
    /// Whether it was stopped before everything was played.
    pub stopped: bool,
}

/// A picture of figures.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plot {
    /// What it shows.
    pub title: String,
    /// What there is to know besides.
    pub about: String,
    /// How it is drawn.
    pub shape: Shape,
}

/// How figures are drawn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Shape {
    /// A bar for each, with its interval.
    Bars(Vec<Bar>),
    /// A column for each number of something, from 0 on.
    Columns(Vec<Mark>),
    /// Lines over the values of one knob.
    Lines(Vec<Line>),
    /// A field for each pair of values of two knobs.
    Grid {
        /// The values of the first, downwards.
        down: Vec<String>,
        /// The values of the second, across.
        across: Vec<String>,
        /// A share of 1 for each pair, row by row.
        fields: Vec<Mark>,
    },
}

/// One figure that can be pointed at.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mark {
    /// What it is of.
    pub name: String,
    /// How much.
    pub value: f64,
    /// All of it in words.
    pub say: String,
    /// The figure alone, where it stands beside what is drawn.
    #[serde(default)]
    pub figure: String,
}

/// A figure with its interval.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bar {
    /// The figure.
    pub mark: Mark,
    /// Where its 95 % interval begins and ends.
    pub interval95: [f64; 2],
    /// The place of the side whose colour it has.
    pub side: Option<usize>,
    /// The whole of which it is a part, 1 for a share: bars of shares are drawn to one scale.
    #[serde(default)]
    pub whole: Option<f64>,
}

/// Figures over the values of a knob.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Line {
    /// What they are of.
    pub name: String,
    /// One for each value, which its mark is named after.
    pub points: Vec<Bar>,
}

/// Figures in rows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Table {
    /// What they are.
    pub title: String,
    /// The heads of the columns.
    pub head: Vec<String>,
    /// The rows.
    pub rows: Vec<Vec<String>>,
}
