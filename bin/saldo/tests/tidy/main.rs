//! Tests of the house rules that a machine can check.

#![expect(clippy::unwrap_used, reason = "tests")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

mod messages;

/// Lines of a source file, generated and data files aside.
const LINES_MAX: usize = 800;

/// Lines of the binary's sources, so that it stays thin: routes, settings and the names of adapters.
const BINARY_LINES_MAX: usize = 9_000;

/// Columns of a line of a comment; rustfmt holds code to its own.
const COLUMNS_MAX: usize = 110;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

fn files(folder: &Path, endings: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if path.is_dir() {
            if !["target", "node_modules", "dist", ".git", "data", "corpus", "artifacts"]
                .contains(&name.as_str())
            {
                found.extend(files(&path, endings));
            }
        } else if endings.iter().any(|ending| name.ends_with(ending)) {
            found.push(path);
        }
    }
    found
}

/// Returns every source except `api-types.ts`, which is generated.
fn sources() -> Vec<(PathBuf, String)> {
    let all =
        ["crates", "bin"].iter().flat_map(|folder| files(&root().join(folder), &[".rs", ".ts", ".tsx"]));
    all.filter(|path| !path.ends_with("api-types.ts"))
        .map(|path| (path.clone(), fs::read_to_string(path).unwrap()))
        .collect()
}

fn short(path: &Path) -> String {
    path.strip_prefix(root()).unwrap().display().to_string()
}

#[test]
fn no_source_file_has_more_than_800_lines() {
    let long: Vec<String> = sources()
        .iter()
        .filter(|(_, text)| text.lines().count() > LINES_MAX)
        .map(|(path, text)| format!("{} has {}", short(path), text.lines().count()))
        .collect();
    assert!(long.is_empty(), "{long:#?}");
}

#[test]
fn the_binary_has_fewer_than_9000_lines() {
    let sources = files(&root().join("bin/saldo/src"), &[".rs"]);
    let lines: usize = sources.iter().map(|path| fs::read_to_string(path).unwrap().lines().count()).sum();
    assert!(
        lines < BINARY_LINES_MAX,
        "{lines} lines; move use cases and ports into the crates of their nouns"
    );
}

#[test]
fn every_rust_file_begins_with_a_module_comment() {
    let silent: Vec<String> = sources()
        .iter()
        .filter(|(path, text)| {
            path.extension().is_some_and(|ending| ending == "rs")
                && !text.trim_start().starts_with("//!")
                && !text.contains("#![doc = include_str!")
                && !text.trim_start().starts_with("#![no_main]")
        })
        .map(|(path, _)| short(path))
        .collect();
    assert!(silent.is_empty(), "{silent:#?}");
}

#[test]
fn no_test_is_ignored_and_no_lint_is_allowed() {
    let ignore = concat!("#[", "ignore");
    let allow = concat!("[", "allow(");
    let todo = concat!("TO", "DO");
    let unfinished = [concat!("todo", "!("), concat!("unimplemented", "!("), concat!("dbg", "!(")];
    let found: Vec<String> = sources()
        .iter()
        .filter(|(path, _)| path.extension().is_some_and(|ending| ending == "rs"))
        .filter(|(_, text)| {
            text.contains(ignore)
                || text.contains(allow)
                || text.contains(todo)
                || unfinished.iter().any(|word| text.contains(word))
        })
        .map(|(path, _)| short(path))
        .collect();
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn only_tests_and_build_scripts_print_and_only_the_configuration_reads_the_environment() {
    let is_test = |path: &str| {
        ["/tests/", "/benches/", "/examples/", "/fuzz/", "build.rs", "test-postgres", "main.rs", "tests.rs"]
            .iter()
            .any(|part| path.contains(part))
    };
    for (path, text) in sources() {
        let name = short(&path);
        if path.extension().is_none_or(|ending| ending != "rs") || is_test(&name) {
            continue;
        }
        let prints = text.lines().any(|line| line.trim_start().starts_with("println!("));
        assert!(!prints, "{name} prints");
        let reads = text.contains("env::var") && !name.ends_with("src/config.rs");
        assert!(!reads, "{name} reads the environment");
    }
}

#[test]
fn handlers_call_services_and_name_no_storage_port() {
    let source = root().join("bin/saldo/src");
    let mut handlers = files(&source.join("routes"), &[".rs"]);
    handlers.extend(["app.rs", "routes.rs"].map(|name| source.join(name)));
    assert!(handlers.len() > 20);
    for path in handlers {
        // Errors of the storage may be mapped; nothing else of it concerns a handler.
        let text = fs::read_to_string(&path).unwrap().replace("saldo_storage::Error", "");
        for port in ["saldo_storage", "dyn Storage", ".storage"] {
            assert!(!text.contains(port), "{} names {port}; call a use case of a service", short(&path));
        }
    }
}

#[test]
#[expect(clippy::too_many_lines, reason = "a table of all crates")]
fn crates_depend_only_on_inner_crates() {
    let allowed: &[(&str, &[&str])] = &[
        ("crates/domain", &[]),
        ("crates/ledger", &["saldo-domain"]),
        ("crates/files", &[]),
        ("crates/books", &["saldo-domain"]),
        ("crates/settings", &[]),
        ("crates/traces", &["saldo-settings"]),
        ("crates/connections", &[]),
        (
            "crates/doctor",
            &[
                "saldo-backup",
                "saldo-domain",
                "saldo-files",
                "saldo-settings",
                "saldo-statement-ingest",
                "saldo-storage",
            ],
        ),
        ("crates/llm", &["saldo-domain"]),
        ("crates/question", &["saldo-domain", "saldo-ledger"]),
        ("crates/ui-message-stream", &[]),
        ("crates/storage", &["saldo-auth", "saldo-domain", "saldo-ledger"]),
        (
            "crates/bookkeeping",
            &[
                "saldo-domain",
                "saldo-ledger",
                "saldo-llm",
                "saldo-question",
                "saldo-settings",
                "saldo-statement-reader",
                "saldo-storage",
            ],
        ),
        ("crates/auth", &["saldo-domain"]),
        ("crates/backup", &["saldo-domain", "saldo-files", "saldo-settings", "saldo-storage"]),
        ("crates/statement-reader", &["saldo-domain"]),
        (
            "crates/statement-ingest",
            &[
                "saldo-bookkeeping",
                "saldo-books",
                "saldo-domain",
                "saldo-ledger",
                "saldo-llm",
                "saldo-settings",
                "saldo-statement-reader",
                "saldo-storage",
            ],
        ),
        (
            "crates/advisor",
            &[
                "saldo-bookkeeping",
                "saldo-domain",
                "saldo-ledger",
                "saldo-llm",
                "saldo-question",
                "saldo-settings",
                "saldo-storage",
                "ui-message-stream",
            ],
        ),
        (
            "crates/wire",
            &[
                "saldo-advisor",
                "saldo-bookkeeping",
                "saldo-domain",
                "saldo-ledger",
                "saldo-llm",
                "saldo-feeds",
                "saldo-mailbox",
                "saldo-households",
                "saldo-notifications",
                "saldo-question",
                "saldo-statement-ingest",
            ],
        ),
        (
            "crates/notifications",
            &[
                "saldo-auth",
                "saldo-bookkeeping",
                "saldo-domain",
                "saldo-guarded-http",
                "saldo-ledger",
                "saldo-settings",
                "saldo-storage",
            ],
        ),
        (
            "crates/feeds",
            &["saldo-bookkeeping", "saldo-domain", "saldo-guarded-http", "saldo-settings", "saldo-storage"],
        ),
        ("crates/mailbox", &["saldo-domain", "saldo-guarded-http", "saldo-settings", "saldo-storage"]),
        ("crates/households", &["saldo-auth", "saldo-domain", "saldo-settings", "saldo-storage"]),
        ("crates/guarded-http", &[]),
    ];
    for (folder, targets) in allowed {
        let text = fs::read_to_string(root().join(folder).join("Cargo.toml")).unwrap();
        let manifest: toml::Table = text.parse().unwrap();
        let dependencies = manifest["dependencies"].as_table().unwrap();
        for name in
            dependencies.keys().filter(|name| name.starts_with("saldo") || *name == "ui-message-stream")
        {
            assert!(targets.contains(&name.as_str()), "{folder} must not depend on {name}");
        }
        for banned in ["actix-web", "actix-multipart", "diesel", "diesel-async"] {
            let is_storage = *folder == "crates/storage" && banned.starts_with("diesel");
            assert!(is_storage || !dependencies.contains_key(banned), "{folder} must not depend on {banned}");
        }
    }
}

#[test]
fn the_statement_reader_needs_no_network_storage_or_runtime() {
    let text = fs::read_to_string(root().join("crates/statement-reader/Cargo.toml")).unwrap();
    let manifest: toml::Table = text.parse().unwrap();
    let dependencies = manifest["dependencies"].as_table().unwrap();
    for banned in ["object_store", "reqwest", "tokio", "async-trait", "saldo-storage", "saldo-llm"] {
        assert!(!dependencies.contains_key(banned), "crates/statement-reader must not depend on {banned}");
    }
}

#[test]
fn every_crate_is_standalone_with_a_readme_and_an_example() {
    for entry in fs::read_dir(root().join("crates")).unwrap() {
        let folder = entry.unwrap().path();
        assert!(folder.join("README.md").exists(), "{} has no README", short(&folder));
    }
}

#[test]
fn build_profiles_list_every_workspace_crate() {
    let read = |file: &str| fs::read_to_string(root().join(file)).unwrap().parse::<toml::Table>().unwrap();
    let (manifest, of_ci) = (read("Cargo.toml"), read(".ci/tests.toml"));
    let crates = ["crates", "bin"].iter().flat_map(|folder| fs::read_dir(root().join(folder)).unwrap());
    let names = crates.map(|folder| {
        let text = fs::read_to_string(folder.unwrap().path().join("Cargo.toml")).unwrap();
        text.parse::<toml::Table>().unwrap()["package"]["name"].as_str().unwrap().to_owned()
    });
    let names: BTreeSet<String> = names.collect();
    // Cargo warns about a name that is no package.
    let of_our_crates = |table: &toml::Table, profile: &str| -> BTreeSet<String> {
        let packages = table["profile"][profile]["package"].as_table().unwrap().keys();
        packages.filter(|name| names.contains(*name)).cloned().collect()
    };
    assert_eq!(of_our_crates(&manifest, "dev"), names, "Cargo.toml, profile.dev");
    assert_eq!(of_our_crates(&manifest, "release"), names, "Cargo.toml, profile.release");
    assert_eq!(of_our_crates(&of_ci, "release"), names, ".ci/tests.toml");
}

#[test]
fn tls_is_rustls_with_ring_and_postgres_needs_no_libpq() {
    let lock = fs::read_to_string(root().join("Cargo.lock")).unwrap();
    for banned in ["openssl-sys", "native-tls", "aws-lc-sys", "pq-sys"] {
        assert!(!lock.contains(&format!("name = \"{banned}\"")), "{banned} is in Cargo.lock");
    }
}

#[test]
fn both_databases_have_the_same_migrations() {
    let names = |database: &str| -> BTreeSet<String> {
        fs::read_dir(root().join("migrations").join(database))
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect()
    };
    assert_eq!(names("sqlite"), names("postgres"));
}

#[test]
fn every_setting_is_documented() {
    let page = fs::read_to_string(root().join("docs/self-hosting/configuration.md")).unwrap();
    for setting in saldo::config::SETTINGS.iter() {
        assert!(page.contains(&format!("`{}`", setting.name)), "{} is not documented", setting.name);
        let default =
            if setting.default.is_empty() { String::new() } else { format!("`{}`", setting.default) };
        let line = page.lines().find(|line| line.contains(&format!("`{}`", setting.name))).unwrap();
        assert!(line.contains(&default), "{}: the default {default} is not in: {line}", setting.name);
        assert!(line.ends_with(&format!("| {} |", setting.about)), "{} is not: {}", line, setting.about);
    }
    for name in page.split('`').filter(|word| word.starts_with("SALDO_") && !word.contains(['=', ' '])) {
        let known = saldo::config::SETTINGS.iter().any(|setting| setting.name == name);
        assert!(
            known || name.ends_with("_FILE") || name == "SALDO_UI_REQUIRED",
            "{name} is documented but is no setting"
        );
    }
}

#[test]
fn every_route_is_documented() {
    let pages = files(&root().join("docs/api"), &[".md"]);
    let text: String = pages.iter().map(|path| fs::read_to_string(path).unwrap()).collect();
    for route in saldo::routes::TABLE.iter() {
        let plain = format!("`{} {}`", route.method, route.path);
        let with_root = format!("`{} /api{}`", route.method, route.path);
        assert!(text.contains(&plain) || text.contains(&with_root), "{plain} is not documented in docs/api");
    }
}

#[test]
fn links_between_documents_resolve() {
    let mut pages = files(&root().join("docs"), &[".md"]);
    pages.extend(["README.md", "CONTRIBUTING.md"].map(|name| root().join(name)));
    for page in pages {
        let text = fs::read_to_string(&page).unwrap();
        for target in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let path = target.split('#').next().unwrap();
            if path.is_empty() || path.contains("://") {
                continue;
            }
            assert!(page.parent().unwrap().join(path).exists(), "{} links to {target}", short(&page));
        }
    }
}

/// Documents for readers: files, and folders whose Markdown files count.
const PROSE: [&str; 8] = [
    "README.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "justfile",
    "docs",
    "crates",
    "bin/saldo/web",
];

/// Private words and idioms, each with the plain word for it. Compared in lower case, as whole words.
const BANNED_WORDS: [(&str, &str); 21] = [
    ("all the same", "anyway"),
    ("anew", "again"),
    ("told", "sent, shown or returned"),
    ("whoever", "the user, the administrator"),
    ("in place of", "instead of"),
    ("taken back", "undone"),
    ("take back", "undo"),
    ("for ever", "forever"),
    ("twin", "duplicate"),
    ("twins", "duplicates"),
    ("good no more", "invalid"),
    ("somebody who", "a user who"),
    ("money matters", "financial data"),
    ("goes on", "continues"),
    ("hung up", "disconnected"),
    ("in plain words", "as a message"),
    ("in vain", "without success"),
    ("is good once", "works once"),
    ("put right", "corrected"),
    ("stands on", "is on"),
    ("vouch for", "verify"),
];

/// Beginnings of British spellings whose American form this repository uses.
const BRITISH_STEMS: [&str; 14] = [
    "behaviour",
    "cancelled",
    "catalogue",
    "categoris",
    "centre",
    "colour",
    "favour",
    "honour",
    "licence",
    "materialis",
    "neighbour",
    "normalis",
    "organis",
    "recognis",
];

/// Openings of a headless clause, with which no doc comment begins.
const BANNED_OPENINGS: [&str; 11] =
    ["How", "What", "Whatever", "When", "Where", "Whether", "Which", "Who", "Whoever", "Whose", "Why"];

/// Returns the lines of prose with their places: documents without code blocks, and comments in sources.
fn prose() -> Vec<(String, String)> {
    let named = PROSE.iter().map(|name| root().join(name));
    let documents: Vec<PathBuf> =
        named.flat_map(|path| if path.is_dir() { files(&path, &[".md"]) } else { vec![path] }).collect();
    let mut lines = Vec::new();
    for path in documents {
        let text = fs::read_to_string(&path).unwrap();
        let mut is_code = false;
        for (index, line) in text.lines().enumerate() {
            is_code ^= line.trim_start().starts_with("```");
            if !is_code {
                lines.push((format!("{}:{}", short(&path), index + 1), line.to_owned()));
            }
        }
    }
    lines.extend(comments());
    lines
}

/// Returns the lines of comments in sources with their places. Comments beside code are left out.
fn comments() -> Vec<(String, String)> {
    let is_comment =
        |line: &str| ["//", "/*", "* ", "*/"].iter().any(|mark| line.trim_start().starts_with(mark));
    let mut found = Vec::new();
    for (path, text) in sources() {
        let lines = text.lines().enumerate().filter(|(_, line)| is_comment(line));
        found.extend(lines.map(|(index, line)| (format!("{}:{}", short(&path), index + 1), line.to_owned())));
    }
    found
}

/// The words of a line without its code spans, in lower case, each between single spaces.
fn spaced(line: &str) -> String {
    let text: String = line.split('`').step_by(2).collect::<Vec<&str>>().join(" ");
    let words = text.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    words.fold(" ".to_owned(), |all, word| format!("{all}{} ", word.to_lowercase()))
}

#[test]
fn prose_and_comments_use_plain_words_and_american_spelling() {
    let mut found = Vec::new();
    for (place, line) in prose() {
        let words = spaced(&line);
        let banned = BANNED_WORDS.iter().filter(|(word, _)| words.contains(&format!(" {word} ")));
        found.extend(banned.map(|(word, plain)| format!("{place}: \"{word}\", better: {plain}")));
        let british = BRITISH_STEMS.iter().filter(|stem| words.contains(&format!(" {stem}")));
        found.extend(british.map(|stem| format!("{place}: \"{stem}…\" is British")));
    }
    assert!(found.is_empty(), "{found:#?}");
}

/// Returns the names of all tests as words: Rust functions in tests, and the tests of pages and clients.
fn test_names() -> Vec<(String, String)> {
    let scripts = files(&root().join("bin"), &[".mjs"]).into_iter();
    let scripts = scripts.map(|path| (path.clone(), fs::read_to_string(path).unwrap()));
    let mut found = Vec::new();
    for (path, text) in sources().into_iter().chain(scripts) {
        let place = short(&path);
        let mut is_of_tests =
            ["/tests/", "tests.rs", ".test.ts", "/e2e/"].iter().any(|mark| place.contains(mark));
        for line in text.lines().map(str::trim_start) {
            is_of_tests |= line == "#[cfg(test)]";
            let mut name = ["fn ", "async fn ", "it(\"", "async \"", "cases[\""].into_iter();
            let name = name.find_map(|before| line.strip_prefix(before));
            let name = name.and_then(|rest| rest.split(['(', '"', '<']).next());
            found.extend(name.filter(|_| is_of_tests).map(|name| (place.clone(), name.replace('_', " "))));
        }
    }
    found
}

#[test]
fn messages_and_names_of_tests_use_plain_words() {
    let sentences = ["Messages", "Log lines"].into_iter().flat_map(messages::documented);
    let sentences = sentences.map(|text| ("docs/api/errors.md".to_owned(), text));
    let settings = saldo::config::SETTINGS.iter();
    let settings = settings.map(|setting| (setting.name.to_owned(), setting.about.to_owned()));
    let mut found = Vec::new();
    for (place, text) in sentences.chain(settings).chain(test_names()) {
        let words = spaced(&text);
        let banned = BANNED_WORDS.iter().filter(|(word, _)| words.contains(&format!(" {word} ")));
        found.extend(
            banned.map(|(word, plain)| format!("{place}: \"{word}\" in \"{text}\", better: {plain}")),
        );
        let british = BRITISH_STEMS.iter().filter(|stem| words.contains(&format!(" {stem}")));
        found.extend(british.map(|stem| format!("{place}: \"{stem}…\" in \"{text}\" is British")));
    }
    assert!(found.is_empty(), "{found:#?}");
}

/// Returns the lines of a Rust or TypeScript file on which a doc comment begins with a headless clause.
fn headless_openings(text: &str) -> Vec<usize> {
    let mut before = "";
    let mut found = Vec::new();
    for (index, line) in text.lines().map(str::trim_start).enumerate() {
        let starts_rust = ["///", "//!"]
            .iter()
            .filter(|mark| line.starts_with(**mark) && !before.starts_with(**mark))
            .find_map(|mark| line.strip_prefix(mark));
        let starts_web = line.strip_prefix("/**").or_else(|| (before.trim_end() == "/**").then_some(line));
        before = line;
        let Some(comment) = starts_rust.or(starts_web) else { continue };
        let first = comment.trim_start_matches([' ', '*']).split([' ', ',']).next();
        if first.is_some_and(|word| BANNED_OPENINGS.contains(&word)) {
            found.push(index + 1);
        }
    }
    found
}

#[test]
fn no_doc_comment_begins_with_a_headless_clause() {
    assert_eq!(headless_openings("/// Whether it is one.\nstruct A;\n/** Who asks */"), [1, 3]);
    let mut found = Vec::new();
    for (path, text) in sources() {
        found.extend(headless_openings(&text).iter().map(|line| format!("{}:{line}", short(&path))));
    }
    assert!(found.is_empty(), "doc comments that begin with What, Whether, Who, …: {found:#?}");
}

#[test]
fn no_two_public_types_of_a_crate_share_a_name() {
    let mut places: BTreeMap<(String, String), Vec<String>> = BTreeMap::new();
    for (path, text) in sources() {
        let place = short(&path);
        let Some((package, _)) = place.split_once("/src/") else { continue };
        for rest in text.lines().filter_map(|line| line.trim_start().strip_prefix("pub ")) {
            let mut words = rest.split(|character: char| !character.is_alphanumeric() && character != '_');
            if let (Some("struct" | "enum" | "trait" | "type"), Some(name)) = (words.next(), words.next()) {
                places.entry((package.to_owned(), name.to_owned())).or_default().push(place.clone());
            }
        }
    }
    places.retain(|_, places| places.len() > 1);
    assert!(places.is_empty(), "{places:#?}");
}

#[test]
fn comments_end_at_110_columns() {
    let long = comments().into_iter().filter(|(_, line)| line.chars().count() > COLUMNS_MAX);
    let long: Vec<String> = long.map(|(place, _)| place).collect();
    assert!(long.is_empty(), "{long:#?}");
}

#[test]
fn the_commit_hook_accepts_an_area_with_an_imperative_summary_only() {
    let check = |subject: &str| {
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(file.path(), format!("{subject}\n\nThe reason.\n")).unwrap();
        let hook = root().join("scripts/hooks/commit-msg");
        let output = std::process::Command::new("bash").arg(hook).arg(file.path()).output().unwrap();
        output.status.success()
    };
    assert!(check("reader: treat \"do\" between two dates as a range word"));
    assert!(check("Merge branch 'main' into wip/words"));
    for refused in [
        "The tests of what is read again are called so",
        "web: fixed the focus",
        "web: the button has the focus again",
        "web: restore focus after saving.",
        format!("web: restore {}", "focus ".repeat(12)).as_str(),
    ] {
        assert!(!check(refused), "{refused}");
    }
}

#[test]
fn the_architecture_names_functions_that_exist() {
    let page = fs::read_to_string(root().join("docs/architecture.md")).unwrap();
    let all: Vec<String> = sources().into_iter().map(|(_, text)| text).collect();
    let paths = page.split('`').skip(1).step_by(2).filter(|span| {
        let is_name = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == ':';
        span.contains("::") && span.chars().all(is_name)
    });
    let is_missing = |path: &&str| {
        let name = path.rsplit("::").next().unwrap();
        let items = ["fn", "struct", "enum", "trait", "mod"].map(|kind| format!("{kind} {name}"));
        !all.iter().any(|text| items.iter().any(|item| text.contains(item)))
    };
    let (missing, known): (Vec<&str>, Vec<&str>) = paths.partition(is_missing);
    assert!(known.len() > 20, "{known:?}");
    assert!(missing.is_empty(), "{missing:?}");
}
