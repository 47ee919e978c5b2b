# Everything CI runs, but for installing packages.
ready:
    cargo test --workspace
    cargo fmt --all --check
    cargo clippy --workspace --all-targets -- -D warnings
    RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps
    cargo check --workspace --target x86_64-pc-windows-gnu

test:
    cargo test --workspace

# Rewrite generated files and snapshots.
bless:
    -cargo test -p ponderhit --test rules --test matrix
    INSTA_UPDATE=always cargo test -p ponderhit

# Conformance of an engine: just conform ucci fairy-stockfish
conform protocol *engine:
    cargo run --release -- check --protocol {{protocol}} -- {{engine}}

# A fuzz target for a while: just fuzz transcript 60
fuzz target time="60":
    cargo +nightly fuzz run {{target}} -- -max_total_time={{time}}
