//! Tests with cycles of four moves that lead back to the first position.

use super::*;

/// Asserts that the moves are legal and form a cycle, and judges the cycle.
fn judge_legal_cycle(fen: &str, moves: &str) -> CycleResult {
    let start = Position::from_fen(fen).unwrap();
    let moves: Vec<Move> = moves.split(' ').map(|it| it.parse().unwrap()).collect();
    let mut position = start.clone();
    for step in &moves {
        assert_eq!(position.why_illegal(*step), None, "{step} in {position:?}");
        position.play_move(*step);
    }
    assert_eq!(
        position.hash_key(),
        start.hash_key(),
        "no cycle: {position:?}"
    );
    judge_cycle(&start, &moves)
}

const RED_LOSES: CycleResult = CycleResult::Loses(Side::Red);

#[test]
fn perpetual_check_by_a_chariot_loses() {
    let fen = "4k4/9/4R4/9/9/9/9/9/9/3K5 b";
    assert_eq!(judge_legal_cycle(fen, "e9f9 e7f7 f9e9 f7e7"), RED_LOSES);
}

#[test]
fn a_check_with_every_second_move_draws() {
    let fen = "4k4/4a4/9/9/9/9/4C4/9/9/3K5 b";
    assert_eq!(
        judge_legal_cycle(fen, "e9f9 e3f3 f9e9 f3e3"),
        CycleResult::Draw
    );
}

#[test]
fn perpetual_check_by_a_cannon_loses() {
    let fen = "4k4/9/9/9/4PP3/9/9/4C4/9/3K5 b";
    assert_eq!(judge_legal_cycle(fen, "e9f9 e2f2 f9e9 f2e2"), RED_LOSES);
}

#[test]
fn perpetual_check_by_a_horse_loses() {
    let fen = "4k4/9/3N5/9/9/9/9/9/9/5K3 b";
    assert_eq!(judge_legal_cycle(fen, "e9e8 d7f6 e8e9 f6d7"), RED_LOSES);
}

#[test]
fn a_cycle_without_threats_is_a_draw() {
    let fen = "4k4/9/9/9/9/9/9/9/9/R2K5 w";
    assert_eq!(
        judge_legal_cycle(fen, "a0a1 e9e8 a1a0 e8e9"),
        CycleResult::Draw
    );
}

#[test]
fn a_chariot_that_chases_an_unprotected_horse_loses() {
    let fen = "3k5/9/9/9/n8/9/9/9/9/1R2K4 w";
    assert_eq!(judge_legal_cycle(fen, "b0a0 a5b7 a0b0 b7a5"), RED_LOSES);
}

#[test]
fn a_protected_horse_can_be_attacked_for_ever() {
    // Black's chariots protect the horse on both points that the horse visits.
    let fen = "3k5/9/r8/1r7/n8/9/9/9/9/1R2K4 w";
    let chase = judge_legal_cycle(fen, "b0a0 a5b3 a0b0 b3a5");
    assert_eq!(chase, CycleResult::Draw);
}

#[test]
fn equal_pieces_never_chase_each_other() {
    let fen = "3k5/9/9/9/r8/9/9/9/9/1R2K4 w";
    assert_eq!(
        judge_legal_cycle(fen, "b0a0 a5b5 a0b0 b5a5"),
        CycleResult::Draw
    );
}

#[test]
fn a_cannon_that_chases_a_chariot_loses_even_if_it_is_protected() {
    let fen = "3k5/r8/r8/9/PP7/9/9/9/9/1C2K4 w";
    assert_eq!(judge_legal_cycle(fen, "b0a0 a7b7 a0b0 b7a7"), RED_LOSES);
}

#[test]
fn chasing_two_pieces_alternately_is_a_draw() {
    let fen = "3k5/9/9/9/n1n6/9/9/9/9/R3K4 b";
    assert_eq!(
        judge_legal_cycle(fen, "d9d8 a0c0 d8d9 c0a0"),
        CycleResult::Draw
    );
}

#[test]
fn a_pawn_before_the_river_may_be_chased_and_one_beyond_it_may_not() {
    let before = "3k5/9/9/p1p6/9/9/9/9/9/1R2K4 w";
    assert_eq!(
        judge_legal_cycle(before, "b0a0 d9d8 a0b0 d8d9"),
        CycleResult::Draw
    );
    let chases = |fen: &str| {
        let mut position = Position::from_fen(fen).unwrap();
        let step: Move = "a0a1".parse().unwrap();
        position.play_move(step);
        chased_pieces(&position, step).len()
    };
    assert_eq!(chases("3k5/9/9/9/9/p8/9/9/9/R3K4 w"), 1);
    assert_eq!(
        chases("3k5/9/9/9/9/pp7/9/9/9/R3K4 w"),
        0,
        "the other protects it"
    );
}

#[test]
fn kings_and_pawns_may_chase_for_ever() {
    let fen = "3k5/9/9/9/2P6/1n7/9/9/9/4K4 b";
    let start = Position::from_fen(fen).unwrap();
    let step: Move = "c5b5".parse().unwrap();
    let mut after = start;
    after.play_null_move();
    after.play_move(step);
    assert_eq!(chased_pieces(&after, step), []);
}

#[test]
fn perpetual_check_loses_and_alternating_check_and_chase_draw() {
    // In the first cycle red checks with every move. In the second cycle red's chariot alternates
    // between chasing the horse and giving check.
    let fen = "4k4/9/4R4/9/9/9/9/9/9/3K5 b";
    assert_eq!(judge_legal_cycle(fen, "e9f9 e7f7 f9e9 f7e7"), RED_LOSES);
    let alternate = "4k4/9/4R4/9/n8/9/9/9/9/3K5 b";
    assert_eq!(
        judge_legal_cycle(alternate, "e9f9 e7a7 f9e9 a7e7"),
        CycleResult::Draw
    );
}

#[test]
fn a_chased_piece_is_tracked_through_its_moves() {
    let fen = "3k5/9/9/9/n8/9/9/9/9/1R2K4 w";
    // Red attacks the same horse on both points that the horse visits.
    assert_eq!(judge_legal_cycle(fen, "b0a0 a5b7 a0b0 b7a5"), RED_LOSES);
}

/// In the specification's example of `banmoves` (`UCCI K6`), the moving horse opens the attack of
/// the cannon behind it. In the league only the piece that just moved can chase (`UCCI K9`).
#[test]
fn a_discovered_cannon_attack_is_no_chase() {
    let fen = "1r2kab1r/2c1a4/n1c1b1n2/4p2N1/p1p6/1C4P2/P1P1P4/2N1B3C/4A4/1RBAK2R1 w";
    assert_eq!(
        judge_legal_cycle(fen, "h6i4 i9h9 i4h6 h9i9"),
        CycleResult::Draw
    );
}

#[test]
fn random_cycles_cause_no_panic() {
    let start = Position::start();
    let moves: Vec<Move> = ["a0a5", "e4e5", "i9a0"]
        .map(|it| it.parse().unwrap())
        .to_vec();
    judge_cycle(&start, &moves);
    assert_eq!(judge_cycle(&start, &[]), CycleResult::Draw);
}
