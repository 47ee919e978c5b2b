//! Where a conversation is doubted, and where it is cut.

mod doubts;
mod moves;
mod segments;
