//! Tests of the UCCI judge: doubts (ranges that are not judged), move syntax and segments.

mod doubts;
mod moves;
mod segments;
