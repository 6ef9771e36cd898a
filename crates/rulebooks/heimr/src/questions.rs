//! What is asked: of whom, in which words, with which options, and what each of them does.

pub(crate) mod labels;
pub(crate) mod options;
pub(crate) mod powers;
pub(crate) mod topics;
pub(crate) mod words;
