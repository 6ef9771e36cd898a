//! What the book shows and takes from outside: setting up, the view, values, edicts, what is foreseen.

pub(crate) mod aftermath;
pub(crate) mod edicts;
pub(crate) mod foreseen;
pub(crate) mod glossary;
pub(crate) mod perception;
pub(crate) mod set_up;
pub(crate) mod sheet;
pub(crate) mod view;
mod words;
