//! Names for accounts and categories that another program takes: each its own, even if the person gave one twice.

use std::collections::{HashMap, HashSet};

use saldo_domain::{Account, AccountId, AccountKind, Category, CategoryId};

use super::Books;

/// What a name is made of in a format.
pub(super) struct Style {
    pub(super) assets: &'static str,
    pub(super) liabilities: &'static str,
    pub(super) expenses: &'static str,
    pub(super) income: &'static str,
    /// Turns what a person wrote into one part of a name.
    pub(super) part: fn(&str) -> String,
}

/// The names of a person's accounts and categories in a format.
pub(super) struct Chart {
    accounts: HashMap<AccountId, String>,
    categories: HashMap<CategoryId, String>,
}

impl Chart {
    pub(super) fn of(books: &Books, style: &Style) -> Self {
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

    /// The name of a category, if it is known.
    pub(super) fn category(&self, category: Option<CategoryId>) -> Option<&str> {
        self.categories.get(&category?).map(String::as_str)
    }

    /// The names of all categories, in their order.
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

/// The categories from the top down, under income or expenses. The default category of all income gives its place to these.
fn category_name(category: &Category, by_id: &HashMap<CategoryId, &Category>, style: &Style) -> String {
    let mut path = vec![category];
    while let Some(parent) = path[path.len() - 1].parent.and_then(|parent| by_id.get(&parent)) {
        // A tree that bites its tail is cut.
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

/// `wanted`, or with a number behind it.
fn free(wanted: &str, taken: &mut HashSet<String>) -> String {
    let mut name = wanted.to_owned();
    let mut number = 2;
    while !taken.insert(name.to_lowercase()) {
        name = format!("{wanted}-{number}");
        number += 1;
    }
    name
}
