//! Thousands of unattended fights at once, and what they say.
