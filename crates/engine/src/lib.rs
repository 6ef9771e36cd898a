//! The table that rules ask: questions, events, records, scripts, edicts and odds; knows no rulebook.
