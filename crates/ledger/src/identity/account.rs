//! Finding the account of a statement.

use std::collections::BTreeSet;

use saldo_domain::{AccountIdentity, AccountKind, Currency};

/// An account that the user has, as far as statements are compared with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownAccount<K> {
    /// The account.
    pub account: K,
    /// Its identity, as stored.
    pub identity: String,
    /// Its other identities: those of accounts that were merged into it, and of numbers that the user gave.
    pub aliases: Vec<String>,
    /// The name that the user sees.
    pub name: String,
    /// The currency of its transactions.
    pub currency: Currency,
    /// True if the user created the account.
    pub by_hand: bool,
}

/// The description of an account on a statement, and its context.
#[derive(Debug)]
pub struct StatedAccount<'a, K> {
    /// The bank's name.
    pub institution: Option<&'a str>,
    /// The account number, as printed.
    pub number: Option<&'a str>,
    /// The account's name.
    pub name: Option<&'a str>,
    /// The kind of account.
    pub kind: AccountKind,
    /// The currency of its transactions.
    pub currency: Currency,
    /// The accounts of the statement's earlier reading.
    pub before: &'a [K],
    /// True if the statement is of one account.
    pub is_alone: bool,
    /// True if another statement of the account of the earlier reading adds up, which proves its kind.
    pub is_kind_proven: bool,
}

/// The account of a statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AccountMatch<K> {
    /// A known account.
    Known {
        /// The account.
        account: K,
        /// The facts that the statement adds to those known of it.
        learned: Vec<Learned>,
    },
    /// A new account with this identity.
    New(AccountIdentity),
}

/// A fact that a statement adds to those known of its account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Learned {
    /// The whole number: this identity replaces the one of the masked number.
    Number {
        /// The identity of the masked number.
        masked: AccountIdentity,
        /// The identity of the whole number.
        whole: AccountIdentity,
    },
    /// The kind of the account, which the earlier reading had wrong. Statements with this identity belong to
    /// the account from now on; `None` if those with the new kind do already.
    Kind(Option<AccountIdentity>),
}

impl<K> KnownAccount<K> {
    /// Adds what a statement taught to what is known of the account.
    pub fn learn(&mut self, learned: &Learned) {
        match learned {
            Learned::Number { masked, whole } => {
                for identity in self.aliases.iter_mut().chain([&mut self.identity]) {
                    if identity == masked.as_str() {
                        whole.as_str().clone_into(identity);
                    }
                }
            }
            Learned::Kind(alias) => self.aliases.extend(alias.iter().map(|alias| alias.as_str().to_owned())),
        }
    }
}

impl<K: Copy + Ord> StatedAccount<'_, K> {
    /// Finds the account by what the statement prints.
    ///
    /// If only the kind differs from the account of the statement's earlier reading, it becomes an account of
    /// the new kind. Accounts that the user made, and those whose kind is proven, keep theirs.
    #[must_use]
    pub fn find(&self, known: &[KnownAccount<K>]) -> AccountMatch<K> {
        match self.by_printed_facts(known) {
            AccountMatch::New(identity) => match self.of_another_kind(known, &identity) {
                Some(account) => {
                    AccountMatch::Known { account, learned: vec![Learned::Kind(Some(identity))] }
                }
                None => AccountMatch::New(identity),
            },
            AccountMatch::Known { account, mut learned } => {
                if self.before == [account] && self.had_another_kind(known, account) {
                    learned.push(Learned::Kind(None));
                }
                AccountMatch::Known { account, learned }
            }
        }
    }

    /// Returns the account of the earlier reading if its kind is all that differs now.
    fn of_another_kind(&self, known: &[KnownAccount<K>], identity: &AccountIdentity) -> Option<K> {
        let [before] = *self.before else { return None };
        let account = known.iter().find(|known| known.account == before)?;
        let may_change = self.is_alone && !self.is_kind_proven && !account.by_hand;
        (may_change && identity.differs_in_kind(&account.identity)).then_some(before)
    }

    /// True if [`Self::of_another_kind`] found this account before.
    fn had_another_kind(&self, known: &[KnownAccount<K>], account: K) -> bool {
        let identity = self.exact().unwrap_or_else(|| self.loose());
        let mut aliases =
            known.iter().filter(|known| known.account == account).flat_map(|known| &known.aliases);
        self.is_alone && aliases.any(|alias| identity.differs_in_kind(alias))
    }

    fn loose(&self) -> AccountIdentity {
        AccountIdentity::new(self.institution, self.number, self.kind, self.currency)
    }

    fn exact(&self) -> Option<AccountIdentity> {
        AccountIdentity::exact(self.number?, self.kind, self.currency)
    }

    fn by_printed_facts(&self, known: &[KnownAccount<K>]) -> AccountMatch<K> {
        let loose = self.loose();
        match (self.number, self.institution, self.name) {
            (Some(number), _, _) => match self.exact() {
                Some(exact) => by_whole_number(known, exact, loose),
                None => self.by_masked_number(known, number, loose),
            },
            (None, None, Some(name)) => self.by_name(known, name, &loose),
            _ => of(known, &loose).map_or(AccountMatch::New(loose), AccountMatch::known),
        }
    }

    /// Finds an account by a masked number. If only one account can have the number, it is that one.
    fn by_masked_number(
        &self,
        known: &[KnownAccount<K>],
        number: &str,
        loose: AccountIdentity,
    ) -> AccountMatch<K> {
        if let Some(account) = of(known, &loose) {
            return AccountMatch::known(account);
        }
        let is_possible =
            |identity: &String| AccountIdentity::is_exact_of(identity, number, self.kind, self.currency);
        let possible: BTreeSet<K> = known
            .iter()
            .filter(|known| is_possible(&known.identity) || known.aliases.iter().any(is_possible))
            .map(|known| known.account)
            .collect();
        let only = possible.first().filter(|_| possible.len() == 1);
        only.copied().map_or(AccountMatch::New(loose), AccountMatch::known)
    }

    /// Finds an account by its name, where only a name is printed: one with that identity, the only one that
    /// the user calls so, or the one of the earlier reading.
    fn by_name(&self, known: &[KnownAccount<K>], name: &str, loose: &AccountIdentity) -> AccountMatch<K> {
        let named = AccountIdentity::named(name, self.kind, self.currency);
        if let Some(account) = of(known, &named) {
            return AccountMatch::known(account);
        }
        let is_called = |known: &&KnownAccount<K>| known.name == name && known.currency == self.currency;
        let called: Vec<K> = known.iter().filter(is_called).map(|known| known.account).collect();
        if let [only] = called[..] {
            return AccountMatch::known(only);
        }
        of(known, loose)
            .filter(|account| self.before.contains(account))
            .map_or(AccountMatch::New(named), AccountMatch::known)
    }
}

impl<K> AccountMatch<K> {
    const fn known(account: K) -> Self {
        Self::Known { account, learned: Vec::new() }
    }
}

/// Finds an account by its whole number. An account that was known only by a masked number learns it.
fn by_whole_number<K: Copy>(
    known: &[KnownAccount<K>],
    exact: AccountIdentity,
    loose: AccountIdentity,
) -> AccountMatch<K> {
    if let Some(account) = of(known, &exact) {
        return AccountMatch::known(account);
    }
    match of(known, &loose) {
        Some(account) => {
            AccountMatch::Known { account, learned: vec![Learned::Number { masked: loose, whole: exact }] }
        }
        None => AccountMatch::New(exact),
    }
}

/// Returns the account with this identity, or the one into which it was merged.
fn of<K: Copy>(known: &[KnownAccount<K>], identity: &AccountIdentity) -> Option<K> {
    let identity = identity.as_str();
    let own = known.iter().find(|known| known.identity == identity);
    let merged = || known.iter().find(|known| known.aliases.iter().any(|alias| alias == identity));
    own.or_else(merged).map(|known| known.account)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn euro() -> Currency {
        Currency::parse("EUR").unwrap()
    }

    /// Returns an account as a first statement describes it.
    fn stated(number: Option<&str>, kind: AccountKind) -> StatedAccount<'_, u8> {
        StatedAccount {
            institution: None,
            number,
            name: None,
            kind,
            currency: euro(),
            before: &[],
            is_alone: true,
            is_kind_proven: false,
        }
    }

    fn known(account: u8, identity: &AccountIdentity) -> KnownAccount<u8> {
        KnownAccount {
            account,
            identity: identity.as_str().to_owned(),
            aliases: Vec::new(),
            name: format!("Account {account}"),
            currency: euro(),
            by_hand: false,
        }
    }

    /// Returns the account that a first statement of this description makes.
    fn made(account: u8, stated: &StatedAccount<'_, u8>) -> KnownAccount<u8> {
        match stated.find(&[]) {
            AccountMatch::New(identity) => known(account, &identity),
            found @ AccountMatch::Known { .. } => panic!("{found:?}"),
        }
    }

    fn is_new(found: &AccountMatch<u8>) -> bool {
        matches!(found, AccountMatch::New(_))
    }

    const IBAN: &str = "DE89370400440532013000";
    const OTHER_IBAN: &str = "FR7630006000011234567893000";

    #[test]
    fn a_masked_number_finds_the_only_account_that_can_have_it() {
        let one = made(1, &stated(Some(IBAN), AccountKind::Checking));
        let other = made(2, &stated(Some(OTHER_IBAN), AccountKind::Checking));
        let masked = stated(Some("XXXX3000"), AccountKind::Checking);
        assert_eq!(masked.find(std::slice::from_ref(&one)), AccountMatch::known(1));
        assert!(is_new(&masked.find(&[one, other])));
    }

    #[test]
    fn the_whole_number_replaces_the_masked_one() {
        let mut account = made(1, &stated(Some("XXXX3000"), AccountKind::Checking));
        let whole = stated(Some(IBAN), AccountKind::Checking);
        let found = whole.find(std::slice::from_ref(&account));
        let AccountMatch::Known { account: 1, learned } = found else { panic!("{found:?}") };
        assert!(matches!(learned[..], [Learned::Number { .. }]), "{learned:?}");
        account.learn(&learned[0]);
        assert_eq!(account, made(1, &whole));
        assert_eq!(whole.find(std::slice::from_ref(&account)), AccountMatch::known(1));
        assert!(is_new(&stated(Some(OTHER_IBAN), AccountKind::Checking).find(&[account])));
    }

    #[test]
    fn a_merged_account_is_found_by_its_alias() {
        let card = stated(Some("4111111111111111"), AccountKind::Card);
        let mut rest = made(1, &stated(Some(IBAN), AccountKind::Checking));
        rest.aliases.push(made(2, &card).identity);
        assert_eq!(card.find(&[rest]), AccountMatch::known(1));
    }

    #[test]
    fn a_name_finds_the_account_that_the_user_calls_so() {
        let named = StatedAccount { name: Some("Account 1"), ..stated(None, AccountKind::Cash) };
        let one =
            made(1, &StatedAccount { institution: Some("Bank"), ..stated(None, AccountKind::Checking) });
        let twin = KnownAccount { account: 2, identity: "other".to_owned(), ..one.clone() };
        assert_eq!(named.find(std::slice::from_ref(&one)), AccountMatch::known(1));
        assert!(is_new(&named.find(&[one, twin])));
    }

    #[test]
    fn another_reading_changes_the_kind_of_its_account() {
        let read_as = |kind, before| StatedAccount { before, ..stated(Some(IBAN), kind) };
        let account = made(1, &read_as(AccountKind::Checking, &[]));
        let again = read_as(AccountKind::Card, &[1]);
        let found = again.find(std::slice::from_ref(&account));
        let AccountMatch::Known { account: 1, learned } = found else { panic!("{found:?}") };
        assert!(matches!(learned[..], [Learned::Kind(Some(_))]), "{learned:?}");

        let mut changed = account.clone();
        changed.learn(&learned[0]);
        let kind_changes = AccountMatch::Known { account: 1, learned: vec![Learned::Kind(None)] };
        assert_eq!(read_as(AccountKind::Checking, &[1]).find(std::slice::from_ref(&changed)), kind_changes);
        assert_eq!(read_as(AccountKind::Checking, &[]).find(&[changed]), AccountMatch::known(1));

        let made_by_hand = KnownAccount { by_hand: true, ..account.clone() };
        assert!(is_new(&again.find(&[made_by_hand])));
        let one = std::slice::from_ref(&account);
        let proven = StatedAccount { is_kind_proven: true, ..read_as(AccountKind::Card, &[1]) };
        let of_several = StatedAccount { is_alone: false, ..read_as(AccountKind::Card, &[1]) };
        assert!(is_new(&proven.find(one)));
        assert!(is_new(&of_several.find(one)));
        assert!(is_new(&read_as(AccountKind::Card, &[]).find(one)));
    }

    #[test]
    fn the_bank_counts_only_without_a_number() {
        let of_bank = |institution, number| StatedAccount {
            institution: Some(institution),
            ..stated(number, AccountKind::Checking)
        };
        let without = made(1, &of_bank("Bank", None));
        assert_eq!(of_bank("BANK", None).find(std::slice::from_ref(&without)), AccountMatch::known(1));
        assert!(is_new(&of_bank("Other", None).find(&[without])));
        let with = made(1, &of_bank("Bank", Some(IBAN)));
        assert_eq!(of_bank("Other", Some(IBAN)).find(&[with]), AccountMatch::known(1));
    }
}
