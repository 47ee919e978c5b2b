# Everything CI runs, but for installing packages.
ready:
    cargo test --workspace
    cargo fmt --all --check
    cargo clippy --workspace --all-targets -- -D warnings
    RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps
    cargo check --workspace --target x86_64-pc-windows-gnu

# Licenses, spelling, and the crates as they would be published.
publishable:
    bash .ci/lint
    bash .ci/package --allow-dirty

# One table of speeds beside other tools, in `docs/performance.md`.
bench-all:
    .ci/bench-all

# Lines of code per folder and per protocol.
count:
    .ci/count-code

test:
    cargo test --workspace

# Rewrite generated files and snapshots.
bless:
    -cargo test -p ponderhit --no-fail-fast --test rules --test tidy
    -cargo test -p ponderhit --no-fail-fast --test rules --test tidy
    -cargo test -p ponderhit --no-fail-fast --test harness -- matrix:: innocence::
    INSTA_UPDATE=always cargo test --no-fail-fast

# Conformance of an engine: just conform ucci fairy-stockfish
conform protocol *engine:
    cargo run --release -- check --protocol {{protocol}} -- {{engine}}

# A fuzz target for a while: just fuzz transcript 60
fuzz target time="60":
    cargo +nightly fuzz run --sanitizer none {{target}} -- -max_total_time={{time}}

# A manual page for each command, in target/man.
man:
    cargo run --release -- completions man --dir target/man

# Speed: move generation and search, then whole processes side by side.
bench:
    cargo bench -p ponderhit-benches --bench speed
    cargo build --release -p ponderhit-engine
    hyperfine -N --runs 5 'target/release/ponderhit-engine perft startpos 5' 'target/release/ponderhit-engine bench'

# A match: just arena --games 20 --first ucci:target/release/ponderhit-engine ...
arena *args:
    cargo run --release -p matches --bin arena -- {{args}}
