//! Benchmarks of move generation, search and evaluation. The command
//! `cargo bench -p ponderhit-engine` runs the benchmarks.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use ponderhit_engine::{
    bench_xiangqi_to_depth,
    games::xiangqi::{Position, perft, perft_playing_all_moves},
};

/// A xiangqi position of the middlegame, with many checks and pins.
const MIDDLEGAME_FEN: &str = "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w";

fn bench_perft(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("perft 3");
    for (name, position) in [
        ("start", Position::start()),
        ("middle game", Position::from_fen(MIDDLEGAME_FEN).unwrap()),
    ] {
        group.throughput(Throughput::Elements(perft(&position, 3)));
        group.bench_function(format!("{name}, counted in bulk"), |it| {
            it.iter(|| perft(black_box(&position), 3));
        });
        group.bench_function(format!("{name}, in full"), |it| {
            it.iter(|| perft_playing_all_moves(black_box(&position), 3));
        });
    }
    group.finish();
}

fn bench_search(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("search");
    group.sample_size(10);
    group.throughput(Throughput::Elements(bench_xiangqi_to_depth(6)));
    group.bench_function("bench to depth 6", |it| {
        it.iter(|| bench_xiangqi_to_depth(black_box(6)))
    });
    group.finish();
}

fn bench_evaluation(criterion: &mut Criterion) {
    let position = Position::from_fen(MIDDLEGAME_FEN).unwrap();
    criterion.bench_function("evaluation", |it| {
        it.iter(|| black_box(&position).static_evaluation());
    });
}

criterion_group!(speed, bench_perft, bench_search, bench_evaluation);
criterion_main!(speed);
