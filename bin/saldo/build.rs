//! Builds the web UI (`web/`) into `OUT_DIR/ui`; `src/assets.rs` embeds it from there.
//!
//! - `npm ci` runs only if `package-lock.json` is newer than the installed packages.
//! - If Node is missing or too old, the build continues with a warning, and the page at `/` says how to get
//!   the UI. With `SALDO_UI_REQUIRED=1` (CI and releases) this is an error.
//! - A TypeScript error fails this build.
//! - A packaged crate (`cargo package`, `cargo install`) is built in a copy in `OUT_DIR`, because cargo
//!   forbids changes to its sources.
//! - `UI_SKIP=1` builds without the UI, for work on the Rust code only.

#![expect(
    clippy::disallowed_methods,
    reason = "cargo tells a build script everything through its environment"
)]

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, exit};

/// The oldest supported Node version (major, minor).
const NODE_MIN: (u32, u32) = (20, 19);

/// Sources of the UI. List existing paths only: cargo treats a missing path as changed at every build.
const INPUTS: [&str; 8] = [
    "web/src",
    "web/public",
    "web/index.html",
    "web/package.json",
    "web/package-lock.json",
    "web/tsconfig.json",
    "web/vite.config.ts",
    "web/.npmrc",
];

/// The user guide, which the pages contain. A packaged crate does not have it.
const GUIDE: &str = "../../docs/guide";

/// The first version of the C library that reads packed relocations.
const PACKED_RELOCATIONS_SINCE: (u32, u32) = (2, 36);

fn main() {
    link_smaller();
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets OUT_DIR")).join("ui");
    println!("cargo::rustc-env=UI_DIST={}", out.display());
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=UI_SKIP");
    println!("cargo::rerun-if-env-changed=SALDO_UI_REQUIRED");
    for input in INPUTS.iter().chain([&GUIDE]).filter(|input| Path::new(input).exists()) {
        println!("cargo::rerun-if-changed={input}");
    }

    if is_set("UI_SKIP") {
        write_placeholder(
            &out,
            "This Saldo was built without its pages (UI_SKIP=1): build it again without that setting.",
        );
        return;
    }
    if let Err(missing) = find_node() {
        if is_set("SALDO_UI_REQUIRED") {
            fail(&format!("the web UI is required here (SALDO_UI_REQUIRED=1), but {missing}"));
        }
        println!(
            "cargo::warning=building without the web UI: {missing}; install Node 20.19 or newer and build again"
        );
        // This path never exists, so cargo runs this script again at the next
        // build, when Node may be installed.
        println!("cargo::rerun-if-changed=web/.node-is-missing");
        write_placeholder(
            &out,
            "This Saldo was built without its pages: install Node 20.19 or newer and build it again.",
        );
        return;
    }
    build_ui(&out);
}

/// Makes the linker fold identical functions and pack relocations, which saves 6 MB of 75 MB.
///
/// Rust links with LLD on this target, unless flags choose another linker, which may not have these options.
fn link_smaller() {
    let value = |name: &str| std::env::var(name).unwrap_or_default();
    println!("cargo::rerun-if-env-changed=CARGO_ENCODED_RUSTFLAGS");
    let flags = value("CARGO_ENCODED_RUSTFLAGS");
    let other_linker =
        !value("RUSTC_LINKER").is_empty() || flags.contains("linker") || flags.contains("fuse-ld");
    if value("PROFILE") != "release" || value("TARGET") != "x86_64-unknown-linux-gnu" || other_linker {
        return;
    }
    println!("cargo::rustc-link-arg-bins=-Wl,--icf=all");
    // A program needs the C library of the machine that built it, or a newer one. The release workflow builds
    // on an older one on purpose.
    if value("HOST") == value("TARGET") && glibc() >= Some(PACKED_RELOCATIONS_SINCE) {
        println!("cargo::rustc-link-arg-bins=-Wl,-z,pack-relative-relocs");
    }
}

/// Returns the version of this machine's C library, if it is that of GNU.
fn glibc() -> Option<(u32, u32)> {
    let output = Command::new("getconf").arg("GNU_LIBC_VERSION").output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let mut numbers = text.trim().strip_prefix("glibc ")?.split('.').map_while(|part| part.parse().ok());
    Some((numbers.next()?, numbers.next()?))
}

/// True if a switch in the environment is on: set, and neither empty nor `0`.
fn is_set(name: &str) -> bool {
    std::env::var(name).is_ok_and(|value| !value.is_empty() && value != "0")
}

/// Checks that Node and npm are usable; the error says what is missing or too old.
fn find_node() -> Result<(), String> {
    let node = Command::new("node").arg("--version").output().map_err(|_| "node was not found".to_owned())?;
    let version = String::from_utf8_lossy(&node.stdout).trim().to_owned();
    let mut numbers = version.trim_start_matches('v').split('.').map_while(|part| part.parse::<u32>().ok());
    let (Some(major), Some(minor)) = (numbers.next(), numbers.next()) else {
        return Err(format!("node answered `{version}` when asked for its version"));
    };
    if (major, minor) < NODE_MIN {
        return Err(format!("node {version} is too old"));
    }
    let npm = npm().arg("--version").output();
    if npm.is_ok_and(|npm| npm.status.success()) { Ok(()) } else { Err("npm was not found".to_owned()) }
}

/// Installs missing packages and builds the pages.
fn build_ui(out: &Path) {
    let web = if Path::new(".cargo_vcs_info.json").exists() {
        copy_sources(&out.with_file_name("web"))
            .unwrap_or_else(|error| fail(&format!("cannot copy web: {error}")))
    } else {
        PathBuf::from("web")
    };
    // Two builds with different target folders share `node_modules`. The lock makes them take turns;
    // closing the file releases it.
    let lock = File::create(web.join(".build-lock")).and_then(|file| file.lock().map(|()| file));
    let _lock = lock.unwrap_or_else(|error| fail(&format!("cannot lock web/.build-lock: {error}")));

    if must_install(&web) {
        let mut install = npm();
        run("npm ci", install.current_dir(&web).args(["ci", "--no-audit", "--no-fund"]));
    }
    let mut build = npm();
    build.args(["run", "build", "--", "--emptyOutDir", "--logLevel", "warn", "--outDir"]).arg(out);
    run("npm run build", build.current_dir(&web));
    delete_unpacked(out).unwrap_or_else(|error| fail(&format!("cannot change {}: {error}", out.display())));
}

/// Deletes files that have a gzip copy. The server unpacks it for the few clients that accept no encoding, so
/// the program is smaller by 3.5 MB.
fn delete_unpacked(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            delete_unpacked(&path)?;
        } else if path.extension().is_some_and(|extension| extension == "gz") {
            fs::remove_file(path.with_extension(""))?;
        }
    }
    Ok(())
}

/// Copies the sources of the UI to the folder `to` and returns that folder.
fn copy_sources(to: &Path) -> io::Result<PathBuf> {
    clear(to)?;
    let mut waiting: Vec<PathBuf> = INPUTS.iter().map(PathBuf::from).filter(|input| input.exists()).collect();
    while let Some(path) = waiting.pop() {
        let copy = to.join(path.strip_prefix("web").map_err(io::Error::other)?);
        if path.is_dir() {
            fs::create_dir_all(copy)?;
            for entry in fs::read_dir(path)? {
                waiting.push(entry?.path());
            }
        } else {
            fs::copy(path, copy)?;
        }
    }
    Ok(to.to_owned())
}

/// True if `package-lock.json` is newer than the packages that `npm ci`
/// installed, or if nothing is installed.
fn must_install(web: &Path) -> bool {
    let changed = |path: &str| fs::metadata(web.join(path)).and_then(|file| file.modified());
    match (changed("package-lock.json"), changed("node_modules/.package-lock.json")) {
        (Ok(wanted), Ok(installed)) => wanted > installed,
        _ => true,
    }
}

/// Returns a command for npm.
fn npm() -> Command {
    Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" })
}

/// Runs a build step. If it fails, its output becomes the error message of the build.
fn run(name: &str, command: &mut Command) {
    let done = command.output().unwrap_or_else(|error| fail(&format!("cannot run `{name}`: {error}")));
    if !done.status.success() {
        let Output { stdout, stderr, .. } = done;
        fail(&format!(
            "`{name}` failed in bin/saldo/web (UI_SKIP=1 builds without the web UI)\n{}{}",
            String::from_utf8_lossy(&stdout),
            String::from_utf8_lossy(&stderr),
        ));
    }
}

/// Writes a page with one sentence instead of the UI.
fn write_placeholder(out: &Path, sentence: &str) {
    let page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>Saldo</title>\n<p>{sentence}</p>\n</html>\n"
    );
    let written = clear(out).and_then(|()| fs::write(out.join("index.html"), page));
    written.unwrap_or_else(|error| fail(&format!("cannot write {}: {error}", out.display())));
}

/// Creates an empty folder at `path`, deleting an existing one.
fn clear(path: &Path) -> io::Result<()> {
    if path.exists() {
        fs::remove_dir_all(path)?;
    }
    fs::create_dir_all(path)
}

/// Ends the build with an error message.
fn fail(message: &str) -> ! {
    eprintln!("error: {message}");
    exit(1)
}
