//! The sources of settings and their precedence.

use std::collections::BTreeMap;
use std::path::PathBuf;

use url::Url;

use crate::{Error, Setting, Typed};

/// The settings of a program.
#[derive(Debug, Clone)]
pub struct Known {
    /// All settings, in the order of the documentation.
    pub settings: Vec<Setting>,
    /// The prefix of the program's variables. A variable with it that is no setting is an error.
    pub prefix: &'static str,
    /// The usual name of the file of settings.
    pub file: &'static str,
    /// Variables with the prefix that are not settings.
    pub foreign: &'static [&'static str],
    /// Prefixes of variables that a library of the program reads.
    pub passed_on: &'static [&'static str],
    /// The place of the documentation, for messages.
    pub documentation: &'static str,
}

impl Default for Known {
    fn default() -> Self {
        Self {
            settings: Vec::new(),
            prefix: "",
            file: "file",
            foreign: &[],
            passed_on: &[],
            documentation: "the documentation",
        }
    }
}

impl Known {
    fn has(&self, name: &str) -> bool {
        self.settings.iter().any(|setting| setting.name == name)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Source {
    Default,
    File,
    Environment,
    /// The file named by `NAME_FILE`.
    SecretFile,
}

/// The value and source of every setting.
#[derive(Clone)]
pub struct Layers {
    settings: Vec<Setting>,
    file: &'static str,
    values: BTreeMap<&'static str, (String, Source)>,
    passed_on: Vec<(String, String)>,
}

impl Layers {
    /// Layers the defaults, the file's values and the environment.
    ///
    /// # Errors
    /// [`Error::Unknown`] for an unknown name, [`Error::File`] if a `NAME_FILE` cannot be read.
    pub fn new(
        known: Known,
        environment: &BTreeMap<String, String>,
        file: &BTreeMap<String, String>,
    ) -> Result<Self, Error> {
        let unknown =
            |name: &String| Error::Unknown { name: name.clone(), documentation: known.documentation };
        for name in file.keys() {
            if !known.settings.iter().any(|setting| setting.name.eq_ignore_ascii_case(name)) {
                return Err(unknown(name));
            }
        }
        for name in environment.keys().filter(|name| name.starts_with(known.prefix)) {
            let base = name.strip_suffix("_FILE").unwrap_or(name);
            let is_ours = !known.prefix.is_empty() && !known.foreign.contains(&name.as_str());
            if is_ours && !known.has(name) && !known.has(base) {
                return Err(unknown(name));
            }
        }
        let values =
            known.settings.iter().map(|setting| Ok((setting.name, value_of(setting, environment, file)?)));
        let values = values.collect::<Result<_, Error>>()?;
        let is_passed_on = |name: &str| known.passed_on.iter().any(|prefix| name.starts_with(prefix));
        let passed_on = environment.iter().filter(|(name, _)| is_passed_on(name));
        let passed_on = passed_on.map(|(name, value)| (name.clone(), value.clone())).collect();
        Ok(Self { values, passed_on, settings: known.settings, file: known.file })
    }

    /// Layers these values over the defaults of these settings, as if they stood in the environment.
    ///
    /// # Errors
    /// [`Error::File`] if a `NAME_FILE` cannot be read.
    pub fn of_values(settings: &[Setting], values: &[(&str, &str)]) -> Result<Self, Error> {
        let values = values.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        let known = Known { settings: settings.to_vec(), ..Known::default() };
        Self::new(known, &values.collect(), &BTreeMap::new())
    }

    /// Returns the value of a setting.
    ///
    /// # Errors
    /// [`Error::Malformed`] if its text is not valid.
    pub fn get<T>(&self, setting: &Typed<T>) -> Result<T, Error> {
        (setting.parse)(self.text(setting.setting.name)).ok_or_else(|| self.malformed(setting, setting.why))
    }

    /// Returns the variables that a library of the program reads.
    #[must_use]
    pub fn passed_on(&self) -> &[(String, String)] {
        &self.passed_on
    }

    /// Returns the error that this setting cannot have its value, for this reason.
    #[must_use]
    pub fn malformed<T>(&self, setting: &Typed<T>, why: &str) -> Error {
        let Setting { name, secret, .. } = setting.setting;
        let value = if secret { "…".to_owned() } else { self.text(name).to_owned() };
        Error::Malformed { name, value, why: why.to_owned() }
    }

    /// Returns one line for each setting with its value and source. Secrets and passwords are masked.
    #[must_use]
    pub fn describe(&self) -> String {
        let lines = self.settings.iter().map(|setting| {
            let source = self.values.get(setting.name).map_or(Source::Default, |(_, source)| *source);
            let shown = match self.text(setting.name) {
                "" => "(not set)".to_owned(),
                _ if setting.secret => "••••".to_owned(),
                value => without_password(value),
            };
            let source = match source {
                Source::Default => "default",
                Source::File => self.file,
                Source::Environment => "environment",
                Source::SecretFile => "secret file",
            };
            format!("{:<32} {shown}  [{source}]\n", setting.name)
        });
        lines.collect()
    }

    fn text(&self, name: &str) -> &str {
        self.values.get(name).map_or("", |(value, _)| value.as_str())
    }
}

fn value_of(
    setting: &Setting,
    environment: &BTreeMap<String, String>,
    file: &BTreeMap<String, String>,
) -> Result<(String, Source), Error> {
    if let Some(path) = environment.get(&format!("{}_FILE", setting.name)) {
        let path = PathBuf::from(path);
        let text = std::fs::read_to_string(&path).map_err(|source| Error::File { path, source })?;
        return Ok((text.trim().to_owned(), Source::SecretFile));
    }
    if let Some(value) = environment.get(setting.name) {
        return Ok((value.trim().to_owned(), Source::Environment));
    }
    let in_file = file.iter().find(|(name, _)| setting.name.eq_ignore_ascii_case(name));
    Ok(match in_file {
        Some((_, value)) => (value.trim().to_owned(), Source::File),
        None => (setting.default.to_owned(), Source::Default),
    })
}

/// Masks the password of a URL, if it has one.
#[must_use]
pub fn without_password(value: &str) -> String {
    match Url::parse(value) {
        Ok(mut url) if url.password().is_some() => {
            // Setting a password fails only for URLs without a host, and these have no password.
            let _ = url.set_password(Some("••••"));
            url.to_string()
        }
        _ => value.to_owned(),
    }
}
