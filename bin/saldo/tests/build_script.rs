//! Tests of `build.rs` without Node, with an old Node, and with an error in the pages.
//!
//! They compile the script itself and run it with fake tools.

#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a failed expectation ends a test")]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

/// The compiled build script, and a package for it without pages.
struct Script {
    folder: TempDir,
}

impl Script {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        for name in ["tools", "package/web"] {
            fs::create_dir_all(folder.path().join(name)).unwrap();
        }
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("build.rs");
        let mut compile = Command::new("rustc");
        compile.args(["--edition", "2024", "--crate-name", "build_script", "-o"]);
        let compiled = compile.arg(folder.path().join("script")).arg(script).output().unwrap();
        assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
        Self { folder }
    }

    /// Installs a shell script with the name of a tool.
    fn pretend(&self, tool: &str, commands: &str) {
        let path = self.folder.path().join("tools").join(tool);
        fs::write(&path, format!("#!/bin/sh\n{commands}\n")).unwrap();
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    }

    /// Runs the build script with the fake tools only.
    fn run(&self, settings: &[(&str, &str)]) -> Output {
        let path = |name: &str| self.folder.path().join(name);
        Command::new(path("script"))
            .env_clear()
            .envs(settings.iter().copied())
            .env("PATH", path("tools"))
            .env("OUT_DIR", path(""))
            .current_dir(path("package"))
            .output()
            .unwrap()
    }

    fn page(&self) -> PathBuf {
        self.folder.path().join("ui/index.html")
    }

    fn npm_version_and(&self, commands: &str) {
        self.pretend("node", "echo v22.4.0");
        self.pretend("npm", &format!("[ \"$1\" = --version ] && exit 0\n{commands}"));
    }
}

fn said(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn a_build_without_node_warns_and_its_page_explains_how_to_build_the_ui() {
    let script = Script::new();
    let none = script.run(&[]);
    assert!(none.status.success(), "{}", said(&none.stderr));
    let warning = "cargo::warning=building without the web UI: node was not found; install Node 20.19";
    assert!(said(&none.stdout).contains(warning), "{}", said(&none.stdout));
    let page = fs::read_to_string(script.page()).unwrap();
    assert!(page.contains("install Node 20.19 or newer and build it again."), "{page}");
    // This makes cargo run the script again at the next build.
    assert!(said(&none.stdout).contains("cargo::rerun-if-changed=web/.node-is-missing"));

    script.pretend("node", "echo v18.19.0");
    let old = script.run(&[]);
    assert!(old.status.success() && said(&old.stdout).contains("node v18.19.0 is too old"));
    script.pretend("node", "echo v22.4.0");
    let alone = script.run(&[]);
    assert!(alone.status.success() && said(&alone.stdout).contains("npm was not found"));
}

#[test]
fn a_release_without_pages_is_an_error() {
    let script = Script::new();
    let refused = script.run(&[("SALDO_UI_REQUIRED", "1")]);
    assert!(!refused.status.success());
    assert!(said(&refused.stderr).contains("node was not found"), "{}", said(&refused.stderr));
    assert!(!script.page().exists());
    let skipped = script.run(&[("UI_SKIP", "1"), ("SALDO_UI_REQUIRED", "0")]);
    assert!(skipped.status.success());
    assert!(fs::read_to_string(script.page()).unwrap().contains("UI_SKIP=1"));
}

#[test]
fn an_error_in_the_pages_fails_the_build_with_its_own_message() {
    let script = Script::new();
    script.npm_version_and("[ \"$1\" = ci ] && exit 0\necho 'src/main.tsx(3,1): error TS2322' && exit 2");
    let failed = script.run(&[]);
    assert!(!failed.status.success());
    let words = said(&failed.stderr);
    assert!(words.contains("`npm run build` failed") && words.contains("error TS2322"), "{words}");
    assert!(!script.page().exists());
    script.npm_version_and("[ \"$1\" = ci ] && echo 'no network' && exit 1");
    let offline = script.run(&[]);
    assert!(!offline.status.success() && said(&offline.stderr).contains("no network"));
}

#[test]
fn pages_are_built_in_cargos_output_directory() {
    let script = Script::new();
    // npm gets the output folder as its last argument.
    script.npm_version_and("[ \"$1\" = ci ] && exit 0\nfor last; do :; done\n/bin/mkdir -p \"$last\" && echo built > \"$last/index.html\"");
    let built = script.run(&[]);
    assert!(built.status.success(), "{}", said(&built.stderr));
    assert_eq!(fs::read_to_string(script.page()).unwrap(), "built\n");
    assert!(said(&built.stdout).contains("cargo::rustc-env=UI_DIST="));
}
