//! Tests of the UCCI judge: doubts, move syntax and segments.

mod doubts;
mod moves;
mod segments;
