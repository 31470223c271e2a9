# Shortcuts; nothing here is a requirement. `just` lists them.

[private]
default:
    @just --list

# Serve on http://localhost:3000
run:
    cargo run --release

# The web pages with reload, in front of a running server
web-dev:
    npm --prefix bin/saldo/web run dev

# Format everything
fmt:
    cargo fmt --all
    npm --prefix bin/saldo/web run format

# What clippy says of everything, without the tests
lint:
    cargo clippy --workspace --all-targets --all-features -- -D warnings

# Crates with only part of their features, as another program may want them
alone:
    scripts/check-alone

# What CI runs
check:
    .ci/run

# Tests of one crate (`just test storage`), or all
test what="":
    cargo test {{ if what == "" { "--workspace" } else if what == "api" { "-p saldo --test api" } else { "-p saldo-" + what } }}

# What CI does with the release binary: the main job on both databases, the real clients, the browser
check-release:
    cargo build --release
    scripts/smoke
    scripts/with-postgres scripts/smoke
    SALDO_WIRE_BINARY="$PWD/target/release/saldo" cargo test --workspace --test wire
    npm --prefix bin/saldo/web run e2e

# The real auth and AI SDK clients against the server
wire:
    cargo test -p saldo --test wire

# Journeys in a browser
e2e:
    cargo build --release
    npm --prefix bin/saldo/web run e2e

# Screenshots of every page (phone and desktop, light and dark) into bin/saldo/web/shots
shots:
    cargo build --release
    npm --prefix bin/saldo/web run shots

# Half an hour of requests that the API's document allows or does not (schemathesis, against the release binary)
schemathesis seconds="1800":
    cargo build --release
    scripts/schemathesis {{seconds}}

# The longest task of the page while a hundred thousand entries are scrolled
measure-scrolling:
    cargo build --release
    npm --prefix bin/saldo/web run measure

# The figures of docs/benchmarks.md
bench:
    cargo build --release
    scripts/bench

# Fuzz a target (pages, draft, amounts, dates, formats) for a minute (needs cargo-fuzz and a nightly toolchain)
fuzz target seconds="60":
    cd crates/statement-ingest && mkdir -p fuzz/corpus/{{target}} fuzz/seeds/{{target}} && \
        cargo +nightly fuzz run --sanitizer none {{target}} fuzz/corpus/{{target}} fuzz/seeds/{{target}} -- \
        -max_total_time={{seconds}} -timeout=20 -dict=fuzz/words.dict

# Every sample statement cut short, and with a bit turned over, at every kilobyte
damaged:
    SALDO_DAMAGED_CASES=1000000 cargo test --release -p saldo-statement-ingest --test ingest damaged -- --nocapture

# Licences, bans, advisories
deny:
    scripts/deny

# The documents of all crates
docs:
    cargo doc --workspace --no-deps --open
