//! Names of accounts and categories in another program's format.
//! Each name is unique, even if the user has two of the same name.

use std::collections::{HashMap, HashSet};

use saldo_domain::{Account, AccountId, AccountKind, Category, CategoryId};

use super::ExportData;

/// The parts of names in a format.
pub(super) struct Style {
    pub(super) assets: &'static str,
    pub(super) liabilities: &'static str,
    pub(super) expenses: &'static str,
    pub(super) income: &'static str,
    /// Turns the user's text into one segment of a name.
    pub(super) part: fn(&str) -> String,
}

/// The names of a user's accounts and categories in a format.
pub(super) struct Chart {
    accounts: HashMap<AccountId, String>,
    categories: HashMap<CategoryId, String>,
}

impl Chart {
    pub(super) fn of(books: &ExportData, style: &Style) -> Self {
        let mut taken = HashSet::new();
        let accounts = books
            .accounts
            .iter()
            .map(|account| {
                (
                    account.id,
                    free(&format!("{}:{}", side(account, style), (style.part)(&account.name)), &mut taken),
                )
            })
            .collect();
        let by_id: HashMap<CategoryId, &Category> =
            books.categories.iter().map(|category| (category.id, category)).collect();
        let categories = books
            .categories
            .iter()
            .map(|category| (category.id, free(&category_name(category, &by_id, style), &mut taken)))
            .collect();
        Self { accounts, categories }
    }

    pub(super) fn account(&self, account: &Account) -> &str {
        self.accounts.get(&account.id).map_or("", String::as_str)
    }

    /// Returns the name of a category; `None` without one or if it is unknown.
    pub(super) fn category(&self, category: Option<CategoryId>) -> Option<&str> {
        self.categories.get(&category?).map(String::as_str)
    }

    /// Returns the names of all categories, sorted.
    pub(super) fn categories(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.categories.values().map(String::as_str).collect();
        names.sort_unstable();
        names
    }
}

fn side(account: &Account, style: &Style) -> &'static str {
    match account.kind {
        AccountKind::Card | AccountKind::Loan => style.liabilities,
        AccountKind::Checking
        | AccountKind::Savings
        | AccountKind::Investment
        | AccountKind::Cash
        | AccountKind::Property
        | AccountKind::Other => style.assets,
    }
}

/// Returns the path of a category, below income or expenses. Subcategories of the
/// default category for income are placed directly below the format's income account.
fn category_name(category: &Category, by_id: &HashMap<CategoryId, &Category>, style: &Style) -> String {
    let mut path = vec![category];
    while let Some(parent) = path[path.len() - 1].parent.and_then(|parent| by_id.get(&parent)) {
        // Stops at a cycle, which only invalid data can have.
        if path.iter().any(|below| below.id == parent.id) {
            break;
        }
        path.push(parent);
    }
    let is_income = path[path.len() - 1].key.as_deref() == Some("income");
    if is_income && path.len() > 1 {
        path.pop();
    }
    let mut name = if is_income { style.income } else { style.expenses }.to_owned();
    for part in path.iter().rev() {
        name.push(':');
        name.push_str(&(style.part)(&part.name));
    }
    name
}

/// Returns `wanted`, or the first of `wanted-2`, `wanted-3`, …
/// that is free. Names that differ in case only count as equal.
fn free(wanted: &str, taken: &mut HashSet<String>) -> String {
    let mut name = wanted.to_owned();
    let mut number = 2;
    while !taken.insert(name.to_lowercase()) {
        name = format!("{wanted}-{number}");
        number += 1;
    }
    name
}
