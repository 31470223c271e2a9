//! Finding the account of a statement.

use std::collections::BTreeSet;

use saldo_domain::{AccountDraft, AccountIdentity, Currency};

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
    /// The part of the statement about the account.
    pub draft: &'a AccountDraft,
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
    /// the account from now on.
    Kind(Option<AccountIdentity>),
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
        let AccountDraft { number, kind, currency, .. } = self.draft;
        AccountIdentity::new(self.institution, number.as_deref(), *kind, *currency)
    }

    fn exact(&self) -> Option<AccountIdentity> {
        let AccountDraft { number, kind, currency, .. } = self.draft;
        AccountIdentity::exact(number.as_deref()?, *kind, *currency)
    }

    fn by_printed_facts(&self, known: &[KnownAccount<K>]) -> AccountMatch<K> {
        let loose = self.loose();
        match (&self.draft.number, self.institution, &self.draft.name) {
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
        let AccountDraft { kind, currency, .. } = self.draft;
        let is_possible = |identity: &String| AccountIdentity::may_be(identity, number, *kind, *currency);
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
        let named = AccountIdentity::named(name, self.draft.kind, self.draft.currency);
        if let Some(account) = of(known, &named) {
            return AccountMatch::known(account);
        }
        let is_called = |known: &&KnownAccount<K>| {
            known.name == name.replace('\0', "") && known.currency == self.draft.currency
        };
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
    let identity = identity.as_str().replace('\0', "");
    let own = known.iter().find(|known| known.identity == identity);
    own.or_else(|| known.iter().find(|known| known.aliases.contains(&identity))).map(|known| known.account)
}

#[cfg(test)]
mod tests {
    use saldo_domain::AccountKind;

    use super::*;

    fn euro() -> Currency {
        Currency::parse("EUR").unwrap()
    }

    fn draft(number: Option<&str>, name: Option<&str>, kind: AccountKind) -> AccountDraft {
        let (number, name) = (number.map(str::to_owned), name.map(str::to_owned));
        AccountDraft { number, name, ..AccountDraft::new(kind, euro()) }
    }

    fn stated<'a>(
        institution: Option<&'a str>,
        draft: &'a AccountDraft,
        before: &'a [u8],
    ) -> StatedAccount<'a, u8> {
        StatedAccount { institution, draft, before, is_alone: true, is_kind_proven: false }
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
    fn made(account: u8, institution: Option<&str>, draft: &AccountDraft) -> KnownAccount<u8> {
        match stated(institution, draft, &[]).find(&[]) {
            AccountMatch::New(identity) => known(account, &identity),
            found @ AccountMatch::Known { .. } => panic!("{found:?}"),
        }
    }

    const IBAN: &str = "DE89370400440532013000";

    #[test]
    fn a_masked_number_finds_the_only_account_that_can_have_it() {
        let whole = draft(Some(IBAN), None, AccountKind::Checking);
        let masked = draft(Some("XXXX3000"), None, AccountKind::Checking);
        let one = made(1, None, &whole);
        let other = made(2, None, &draft(Some("FR7630006000011234567893000"), None, AccountKind::Checking));
        assert_eq!(stated(None, &masked, &[]).find(std::slice::from_ref(&one)), AccountMatch::known(1));
        assert!(matches!(stated(None, &masked, &[]).find(&[one, other]), AccountMatch::New(_)));
    }

    #[test]
    fn the_whole_number_replaces_the_masked_one() {
        let masked = made(1, None, &draft(Some("XXXX3000"), None, AccountKind::Checking));
        let whole = draft(Some(IBAN), None, AccountKind::Checking);
        let AccountMatch::Known { account: 1, learned } =
            stated(None, &whole, &[]).find(std::slice::from_ref(&masked))
        else {
            panic!("the account is known");
        };
        let [Learned::Number { masked: from, whole: to }] = &learned[..] else { panic!("{learned:?}") };
        assert_eq!(from.as_str(), masked.identity);
        let renamed = known(1, to);
        assert_eq!(stated(None, &whole, &[]).find(&[renamed]), AccountMatch::known(1));
    }

    #[test]
    fn a_merged_account_is_found_by_its_alias() {
        let card = draft(Some("4111111111111111"), None, AccountKind::Card);
        let merged = made(2, None, &card);
        let mut rest = made(1, None, &draft(Some(IBAN), None, AccountKind::Checking));
        rest.aliases.push(merged.identity);
        assert_eq!(stated(None, &card, &[]).find(&[rest]), AccountMatch::known(1));
    }

    #[test]
    fn a_name_finds_the_account_that_the_user_calls_so() {
        let named = draft(None, Some("Account 1"), AccountKind::Cash);
        let one = made(1, Some("Bank"), &draft(None, None, AccountKind::Checking));
        let twin = KnownAccount { account: 2, identity: "other".to_owned(), ..one.clone() };
        assert_eq!(stated(None, &named, &[]).find(std::slice::from_ref(&one)), AccountMatch::known(1));
        assert!(matches!(stated(None, &named, &[]).find(&[one, twin]), AccountMatch::New(_)));
    }

    #[test]
    fn another_reading_changes_the_kind_of_its_account() {
        let [bank, card] =
            [AccountKind::Checking, AccountKind::Card].map(|kind| draft(Some(IBAN), None, kind));
        let account = made(1, None, &bank);
        let again = stated(None, &card, &[1]);
        let AccountMatch::Known { account: 1, learned } = again.find(std::slice::from_ref(&account)) else {
            panic!("the account is known");
        };
        let [Learned::Kind(Some(identity))] = &learned[..] else { panic!("{learned:?}") };

        let changed = KnownAccount { aliases: vec![identity.as_str().to_owned()], ..account.clone() };
        let kind_changes = AccountMatch::Known { account: 1, learned: vec![Learned::Kind(None)] };
        assert_eq!(stated(None, &bank, &[1]).find(std::slice::from_ref(&changed)), kind_changes);
        assert_eq!(stated(None, &bank, &[]).find(&[changed]), AccountMatch::known(1));

        let made_by_hand = KnownAccount { by_hand: true, ..account.clone() };
        let is_new = |found| matches!(found, AccountMatch::New(_));
        assert!(is_new(again.find(&[made_by_hand])));
        let one = std::slice::from_ref(&account);
        assert!(is_new(StatedAccount { is_kind_proven: true, ..stated(None, &card, &[1]) }.find(one)));
        assert!(is_new(StatedAccount { is_alone: false, ..stated(None, &card, &[1]) }.find(one)));
        assert!(is_new(stated(None, &card, &[]).find(one)));
    }

    #[test]
    fn the_bank_counts_only_without_a_number() {
        let nothing = draft(None, None, AccountKind::Checking);
        let one = made(1, Some("Bank"), &nothing);
        assert_eq!(
            stated(Some("BANK"), &nothing, &[]).find(std::slice::from_ref(&one)),
            AccountMatch::known(1)
        );
        assert!(matches!(stated(Some("Other"), &nothing, &[]).find(&[one]), AccountMatch::New(_)));
    }
}
