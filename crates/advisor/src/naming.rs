//! Resolves names of a user's categories and accounts.
//! A name that several of them have is rejected with a list that tells them apart.

use saldo_domain::{Account, Category, CategoryId, text};

/// The maximum number of names to list for an unknown name.
const NAMED_MAX: usize = 60;
/// The maximum depth of a path. It ends the walk if parents form a cycle.
const DEPTH_MAX: usize = 8;

/// The reason why a name cannot be resolved, with text for the user or the model.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum UnresolvedName {
    /// Nothing has the name.
    #[error("there is no {kind} called {name:?}; there are: {known}")]
    Unknown {
        /// The kind of thing: `category` or `account`.
        kind: &'static str,
        /// The name.
        name: String,
        /// The existing names.
        known: String,
    },
    /// Several things have the name.
    #[error("several {kind} are called {name:?}; use one of: {known}")]
    Ambiguous {
        /// The kind of thing in the plural: `categories` or `accounts`.
        kind: &'static str,
        /// The name.
        name: String,
        /// A distinct label for each match.
        known: String,
    },
}

/// Finds a category by its name, by its path or by its id.
///
/// A path is the end of a category's path ("Food > Groceries"), or "> Groceries" for one without a parent.
/// Case, accents and the spelling of umlauts do not matter.
///
/// # Errors
/// [`UnresolvedName::Unknown`] if there is none, [`UnresolvedName::Ambiguous`] if there are several.
pub fn category<'a>(categories: &'a [Category], name: &str) -> Result<&'a Category, UnresolvedName> {
    let wanted: Vec<String> = name.split('>').map(text::search_key).collect();
    let is_meant = |category: &&Category| {
        let folded: Vec<String> = path(categories, category).into_iter().map(text::search_key).collect();
        // The name itself may contain ">".
        if text::search_key(&category.name) == text::search_key(name) {
            return true;
        }
        match wanted.as_slice() {
            [top, rest @ ..] if top.is_empty() && !rest.is_empty() => folded == rest,
            [_, _, ..] => folded.ends_with(&wanted),
            _ => category.id.to_string() == name,
        }
    };
    let found: Vec<&Category> = categories.iter().filter(is_meant).collect();
    match found.as_slice() {
        [one] => Ok(one),
        [] => {
            let mut known: Vec<&str> = categories.iter().map(|it| it.name.as_str()).collect();
            known.sort_unstable();
            known.truncate(NAMED_MAX);
            Err(unknown("category", name, &known))
        }
        several => {
            let label = |category: &&Category| {
                let path = path(categories, category);
                if path.len() == 1 { format!("> {}", path[0]) } else { path.join(" > ") }
            };
            Err(ambiguous("categories", name, several.iter().map(|it| (label(it), it.id.to_string()))))
        }
    }
}

/// Returns the name of a category, or its path if several categories have that name.
#[must_use]
pub fn category_name(categories: &[Category], category: &Category) -> String {
    let wanted = text::search_key(&category.name);
    let is_shared = categories.iter().filter(|it| text::search_key(&it.name) == wanted).count() > 1;
    if is_shared { path(categories, category).join(" > ") } else { category.name.clone() }
}

/// Returns the names from the top category down to this one.
fn path<'a>(categories: &'a [Category], category: &'a Category) -> Vec<&'a str> {
    let above = |id: CategoryId| categories.iter().find(|it| it.id == id);
    let mut names = vec![category.name.as_str()];
    let mut parent = category.parent;
    while let Some(this) = parent.and_then(above).filter(|_| names.len() < DEPTH_MAX) {
        names.push(&this.name);
        parent = this.parent;
    }
    names.reverse();
    names
}

/// Finds an account by its name, by its label ("Main (Example Bank, …1234, EUR)") or by its id.
///
/// Case, accents and the spelling of umlauts do not matter.
///
/// # Errors
/// [`UnresolvedName::Unknown`] if there is none, [`UnresolvedName::Ambiguous`] if there are several.
pub fn account<'a>(accounts: &'a [Account], name: &str) -> Result<&'a Account, UnresolvedName> {
    let wanted = text::search_key(name);
    let exactly = |account: &&Account| {
        text::search_key(&account_label(account)) == wanted || account.id.to_string() == name
    };
    let mut found: Vec<&Account> = accounts.iter().filter(exactly).collect();
    if found.is_empty() {
        found = accounts.iter().filter(|account| text::search_key(&account.name) == wanted).collect();
    }
    match found.as_slice() {
        [one] => Ok(one),
        [] => {
            let known: Vec<&str> = accounts.iter().map(|it| it.name.as_str()).take(NAMED_MAX).collect();
            Err(unknown("account", name, &known))
        }
        several => {
            let label = several.iter().map(|it| (account_label(it), it.id.to_string()));
            Err(ambiguous("accounts", name, label))
        }
    }
}

/// Returns a label such as "Main (Example Bank, …1234, EUR)".
fn account_label(account: &Account) -> String {
    let parts =
        [account.institution.clone(), account.number_masked.clone(), Some(account.currency.to_string())];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    format!("{} ({})", account.name, parts.join(", "))
}

fn unknown(kind: &'static str, name: &str, known: &[&str]) -> UnresolvedName {
    UnresolvedName::Unknown { kind, name: name.to_owned(), known: known.join(", ") }
}

/// Lists the candidates. Those with equal labels also get their ids.
fn ambiguous(
    kind: &'static str,
    name: &str,
    several: impl Iterator<Item = (String, String)>,
) -> UnresolvedName {
    let several: Vec<(String, String)> = several.collect();
    let is_shared = |label: &str| several.iter().filter(|(other, _)| other == label).count() > 1;
    let known: Vec<String> = several
        .iter()
        .map(|(label, id)| if is_shared(label) { format!("{label} with the id {id}") } else { label.clone() })
        .collect();
    UnresolvedName::Ambiguous { kind, name: name.to_owned(), known: known.join("; ") }
}

#[cfg(test)]
mod tests {
    use saldo_domain::{AccountKind, Currency, Id, Timestamp};

    use super::*;

    fn made(number: i64, name: &str, parent: Option<&Category>) -> Category {
        let id = Id::new(Timestamp::from_milliseconds(number));
        Category { id, key: None, name: name.to_owned(), parent: parent.map(|it| it.id) }
    }

    #[test]
    fn an_ambiguous_category_name_is_rejected_and_a_path_is_accepted() {
        let (food, trips) = (made(1, "Food", None), made(2, "Trips", None));
        let inside = |number, parent| made(number, "Snacks", Some(parent));
        let all = [food.clone(), trips.clone(), inside(3, &food), inside(4, &trips), made(5, "Snacks", None)];
        let problem = category(&all, "snacks").unwrap_err().to_string();
        assert_eq!(
            problem,
            r#"several categories are called "snacks"; use one of: Food > Snacks; Trips > Snacks; > Snacks"#
        );
        for (name, index) in [("Food > Snacks", 2), ("trips>snacks", 3), ("> Snacks", 4), ("food", 0)] {
            assert_eq!(category(&all, name).unwrap().id, all[index].id, "{name}");
        }
        assert_eq!(category(&all, &all[3].id.to_string()).unwrap().id, all[3].id);
        assert!(matches!(category(&all, "Food > Trips"), Err(UnresolvedName::Unknown { .. })));
        let bakery = [made(6, "Bäckerei", Some(&food)), food.clone()];
        assert_eq!(category(&bakery, "food > baeckerei").unwrap().id, bakery[0].id);
        assert_eq!(category_name(&all, &all[3]), "Trips > Snacks");
        assert_eq!(category_name(&all, &all[0]), "Food");
    }

    #[test]
    fn an_ambiguous_account_name_is_rejected() {
        let account_of = |number: i64, bank: &str| Account {
            id: Id::new(Timestamp::from_milliseconds(number)),
            name: "Main".to_owned(),
            institution: Some(bank.to_owned()),
            number_masked: None,
            kind: AccountKind::Checking,
            currency: Currency::parse("EUR").unwrap(),
            by_hand: false,
            closed_on: None,
            number: None,
            created_at: Timestamp::from_milliseconds(0),
            updated_at: Timestamp::from_milliseconds(0),
        };
        let two = [account_of(1, "North"), account_of(2, "South")];
        let cologne = [Account { name: "Sparkasse Köln".to_owned(), ..account_of(3, "Sparkasse") }];
        for name in ["Sparkasse Koeln", "SPARKASSE KÖLN", "sparkasse koeln (Sparkasse, EUR)"] {
            assert_eq!(account(&cologne, name).unwrap().id, cologne[0].id, "{name}");
        }
        let problem = account(&two, "main").unwrap_err().to_string();
        assert_eq!(
            problem,
            r#"several accounts are called "main"; use one of: Main (North, EUR); Main (South, EUR)"#
        );
        assert_eq!(account(&two, "Main (South, EUR)").unwrap().id, two[1].id);
        let twins = [account_of(1, "North"), account_of(2, "North")];
        let problem = account(&twins, "main").unwrap_err().to_string();
        assert!(problem.contains(&format!("Main (North, EUR) with the id {}", twins[0].id)), "{problem}");
        assert_eq!(account(&twins, &twins[1].id.to_string()).unwrap().id, twins[1].id);
    }
}
