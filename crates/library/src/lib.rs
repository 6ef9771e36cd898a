//! The rulebooks on one shelf, and the files that go with them.
