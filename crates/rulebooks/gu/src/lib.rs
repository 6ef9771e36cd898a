//! Master of Gu: the combat chapter as rules the engine can run.
