# Optional shortcuts; `just` lists them.

[private]
default:
    @just --list

# Install the commit hook, which checks commit subjects
setup:
    git config core.hooksPath scripts/hooks

# Serve on http://localhost:3000
run:
    cargo run --release

# Serve the web pages with live reload, in front of a running server
web-dev:
    npm --prefix bin/saldo/web run dev

# Format everything
fmt:
    cargo fmt --all
    npm --prefix bin/saldo/web run format

# Lint everything with clippy, without running the tests
lint:
    cargo clippy --workspace --all-targets --all-features -- -D warnings

# Check each crate with its optional features disabled, and the one that others use without Saldo outside of it
alone:
    scripts/check-alone
    scripts/outside

# Package every crate, as for a registry
package:
    cargo package --workspace

# Run what CI runs
check:
    .ci/run

# Test one crate (`just test storage`), or all
test what="":
    cargo test {{ if what == "" { "--workspace" } else if what == "api" { "-p saldo --test api" } else { "-p saldo-" + what } }}

# Run the CI steps for the release binary: the main job on both databases, the image, the real clients, the browser
check-release:
    cargo build --release
    scripts/smoke
    scripts/container
    scripts/with-postgres scripts/smoke
    SALDO_WIRE_BINARY="$PWD/target/release/saldo" cargo test --workspace --test wire
    npm --prefix bin/saldo/web run e2e

# Run the real better-auth and AI SDK clients against the server
wire:
    cargo test -p saldo --test wire

# Run the browser tests
e2e:
    cargo build --release
    npm --prefix bin/saldo/web run e2e

# Take screenshots of every page (phone and desktop, light and dark) into bin/saldo/web/shots
shots:
    cargo build --release
    npm --prefix bin/saldo/web run shots

# Send valid and invalid requests for half an hour (schemathesis, against the release binary)
schemathesis seconds="1800":
    cargo build --release
    scripts/schemathesis {{seconds}}

# Measure the longest task of the page while scrolling 100,000 transactions
measure-scrolling:
    cargo build --release
    npm --prefix bin/saldo/web run measure

# Measure the figures of docs/benchmarks.md
bench:
    cargo build --release
    scripts/bench

# Fuzz a target (pages, draft, amounts, dates, formats) for a minute (needs cargo-fuzz and a nightly toolchain)
fuzz target seconds="60":
    cd crates/statement-ingest && mkdir -p fuzz/corpus/{{target}} fuzz/seeds/{{target}} && \
        cargo +nightly fuzz run --sanitizer none {{target}} fuzz/corpus/{{target}} fuzz/seeds/{{target}} -- \
        -max_total_time={{seconds}} -timeout=20 -dict=fuzz/words.dict

# Truncate and bit-flip every sample statement at each KiB
damaged:
    SALDO_DAMAGED_CASES=1000000 cargo test --release -p saldo-statement-ingest --test ingest damaged -- --nocapture

# Check licenses, bans and advisories
deny:
    scripts/deny

# Check the spelling of names, comments and documents
spelling:
    scripts/spelling

# Build and open the documentation of all crates
docs:
    cargo doc --workspace --no-deps --open
