//! Tests of doubts and segments.

mod doubts;
mod moves;
mod segments;
