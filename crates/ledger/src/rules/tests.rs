//! Tests of the changes that rules make, and of the rules that are rejected.

use super::*;
use proptest::prelude::*;
use saldo_domain::{Date, Id, Timestamp};

fn id<T>(number: i64) -> Id<T> {
    format!("00000000-0000-0000-0000-{number:012}").parse().unwrap()
}
fn euro(minor: i64) -> Money {
    Money::from_minor(minor, Currency::parse("EUR").unwrap())
}
fn transaction(description: &str, minor: i64) -> Transaction {
    Transaction {
        id: Id::new(Timestamp::from_milliseconds(1)),
        account: id(1),
        statement: None,
        date: Date::from_ymd_opt(2025, 5, 1).unwrap(),
        value_date: None,
        description: description.to_owned(),
        original_description: description.to_owned(),
        merchant: String::new(),
        amount: euro(minor),
        balance: None,
        category: None,
        kind: TransactionKind::Transaction,
        place: None,
        position: 0,
        note: String::new(),
        category_by: saldo_domain::CategoryBy::Words,
        transfer: None,
        tags: Vec::new(),
        splits: Vec::new(),
    }
}
fn rule(number: i64, conditions: Vec<RuleCondition>, actions: Vec<RuleAction>) -> Rule {
    Rule { id: id(number), name: format!("rule {number}"), enabled: true, conditions, actions }
}
fn contains(text: &str) -> RuleCondition {
    RuleCondition::DescriptionContains { text: text.to_owned() }
}
fn has_words(words: &str) -> RuleCondition {
    RuleCondition::DescriptionHasWords { words: words.to_owned() }
}
fn matches(regex: &str) -> RuleCondition {
    RuleCondition::DescriptionMatches { regex: regex.to_owned() }
}
fn category(number: i64) -> RuleAction {
    RuleAction::SetCategory { category: id(number) }
}
fn tag(text: &str) -> RuleAction {
    RuleAction::AddTag { tag: Tag::parse(text).unwrap() }
}
fn compile(rules: &[Rule]) -> CompiledRules {
    CompiledRules::compile(rules, &RuleLimits::default()).unwrap()
}
fn holds(condition: RuleCondition, transaction: &Transaction) -> bool {
    !compile(&[rule(1, vec![condition], vec![category(1)])]).apply(transaction).is_empty()
}
fn refused(rule: Rule) -> String {
    CompiledRules::compile(&[rule], &RuleLimits::default()).unwrap_err().to_string()
}

#[test]
fn a_search_finds_accented_text_without_accents() {
    for (line, text) in
        [("REWE Hauptstraße", "HAUPTSTRASSE"), ("REWE HAUPTSTRASSE", "straße"), ("Łódź", "lodz")]
    {
        assert!(holds(contains(text), &transaction(line, -1)), "{line}: {text}");
    }
}

#[test]
fn a_rule_acts_when_all_conditions_match() {
    let rules = compile(&[rule(
        1,
        vec![contains("miete"), RuleCondition::Direction { direction: Direction::Out }],
        vec![category(7), RuleAction::MarkTransfer],
    )]);
    let outcome = rules.apply(&transaction("MIETE MAI", -80_000));
    assert_eq!(outcome.category, Some(Decided { value: id(7), by: id(1) }));
    assert_eq!(outcome.transfer, Some(id(1)));
    assert!(rules.apply(&transaction("MIETE MAI", 80_000)).is_empty());
    assert!(rules.apply(&transaction("STROM", -80_000)).is_empty());
}

#[test]
fn the_first_rule_wins_for_each_kind_of_action_and_tags_add_up() {
    let rename = |text: &str| RuleAction::Rename { description: text.to_owned() };
    let outcome = compile(&[
        rule(1, vec![contains("cafe")], vec![category(7), tag("out")]),
        rule(2, vec![contains("blue")], vec![category(8), rename("Blue"), tag("out"), tag("fun")]),
        rule(3, vec![contains("blue")], vec![rename("Other")]),
    ])
    .apply(&transaction("Blue Café", -300));
    assert_eq!(outcome.category.map(|decided| decided.by), Some(id(1)));
    assert_eq!(outcome.description, Some(Decided { value: "Blue".to_owned(), by: id(2) }));
    let tags: Vec<(&str, RuleId)> =
        outcome.tags.iter().map(|decided| (decided.value.as_str(), decided.by)).collect();
    assert_eq!(tags, [("out", id(1)), ("fun", id(2))]);
}

#[test]
fn a_disabled_rule_has_no_effect() {
    let off = Rule { enabled: false, ..rule(1, vec![contains("cafe")], vec![category(7)]) };
    assert!(compile(&[off]).apply(&transaction("Cafe", -300)).is_empty());
}

#[test]
fn search_ignores_case_and_accents_in_printed_text() {
    assert!(holds(contains("CAFÉ  noir"), &transaction("le café Noir paris", -300)));
    let renamed = Transaction { description: "Coffee".to_owned(), ..transaction("LE NOIR", -300) };
    assert!(holds(contains("noir"), &renamed));
    assert!(holds(matches("^le noir$"), &renamed));
    assert!(!holds(contains("coffee"), &renamed));
    assert!(!holds(matches("^coffee$"), &renamed));
}

#[test]
fn words_match_whole_words_of_the_printed_description() {
    for (words, line, is_found) in [
        ("Uber", "UBER *TRIP 1", true),
        ("Uber", "Überweisung Miete", false),
        ("uber", "Uberweisung", false),
        ("Café Noir", "le cafe  noir, Paris", true),
        ("Noir Café", "le cafe noir, Paris", false),
        ("Bäcker", "BAECKER 12", true),
    ] {
        assert_eq!(holds(has_words(words), &transaction(line, -1)), is_found, "{words}: {line}");
    }
    let renamed = Transaction { description: "Coffee".to_owned(), ..transaction("Cafe Noir", -300) };
    assert!(holds(has_words("noir"), &renamed) && !holds(has_words("coffee"), &renamed));
}

#[test]
fn amounts_are_compared_by_size_within_a_currency() {
    let between = |min, max| RuleCondition::Amount { min, max };
    assert!(holds(between(Some(euro(300)), Some(euro(300))), &transaction("x", -300)));
    assert!(holds(between(Some(euro(300)), None), &transaction("x", 400)));
    assert!(!holds(between(None, Some(euro(299))), &transaction("x", -300)));
    let yen = Money::from_minor(1, Currency::parse("JPY").unwrap());
    assert!(!holds(between(Some(yen), None), &transaction("x", -300)));
    assert!(holds(between(Some(euro(1)), None), &transaction("x", i64::MIN)));
}

#[test]
fn accounts_and_currencies_are_distinguished() {
    assert!(holds(RuleCondition::Account { account: id(1) }, &transaction("x", 1)));
    assert!(!holds(RuleCondition::Account { account: id(2) }, &transaction("x", 1)));
    assert!(holds(RuleCondition::Currency { currency: euro(1).currency() }, &transaction("x", 1)));
    let yen = Currency::parse("JPY").unwrap();
    assert!(!holds(RuleCondition::Currency { currency: yen }, &transaction("x", 1)));
}

#[test]
fn a_preview_shows_only_changes() {
    let rules = compile(&[rule(1, vec![contains("cafe")], vec![category(7), tag("out")])]);
    let done = Transaction { category: Some(id(7)), ..transaction("Cafe", -300) };
    let (open, other) = (transaction("Cafe", -300), transaction("Gym", -300));
    let tags = [Tag::parse("out").unwrap()];
    let listed: Vec<(&Transaction, &[Tag])> = vec![(&done, &tags), (&open, &tags), (&other, &[])];
    let changed: Vec<(TransactionId, RuleOutcome)> = rules.preview(listed).collect();
    assert_eq!(changed.len(), 1);
    assert_eq!(changed[0].0, open.id);
    assert!(changed[0].1.category.is_some() && changed[0].1.tags.is_empty());
}

#[test]
fn a_hostile_regular_expression_is_rejected_with_a_clear_message() {
    let of = |regex: &str| refused(rule(1, vec![matches(regex)], vec![category(1)]));
    assert!(of(r"(\w{100}){100}").contains("too large"));
    assert!(of(&"(".repeat(200)).contains("is invalid"));
    assert!(of(&format!("{}a{}", "(".repeat(60), ")".repeat(60))).contains("is invalid"));
    assert!(of(r"(a)\1").contains("backreferences"));
    assert!(of("(?=a)").contains("look-around"));
    assert!(of("").contains("empty"));
    assert!(of(&"a".repeat(501)).contains("500"));
}

#[test]
fn a_catastrophic_regular_expression_runs_in_linear_time() {
    let line = format!("{}!", "a".repeat(20_000));
    assert!(!holds(matches("^(a+)+$"), &transaction(&line, -1)));
}

#[test]
fn an_empty_rule_is_rejected() {
    assert!(refused(rule(1, vec![], vec![category(1)])).contains("no condition"));
    assert!(refused(rule(1, vec![contains("x")], vec![])).contains("no action"));
    assert!(refused(rule(1, vec![contains(" \u{301} ")], vec![category(1)])).contains("empty"));
    assert!(refused(rule(1, vec![has_words("*")], vec![category(1)])).contains("words"));
    assert!(refused(rule(1, vec![has_words(&"a".repeat(501))], vec![category(1)])).contains("500"));
    let amount = |min, max| refused(rule(1, vec![RuleCondition::Amount { min, max }], vec![category(1)]));
    assert!(amount(None, None).contains("no minimum and no maximum"));
    assert!(amount(Some(euro(2)), Some(euro(1))).contains("greater than the maximum"));
    assert!(amount(Some(euro(-2)), None).contains("positive"));
    let yen = Money::from_minor(1, Currency::parse("JPY").unwrap());
    assert!(amount(Some(euro(1)), Some(yen)).contains("the same currency"));
}

#[test]
fn more_rules_than_the_limits_allow_are_refused() {
    let limits = RuleLimits { rules_max: 1, regexes_max: 0, ..RuleLimits::default() };
    let one = rule(1, vec![matches("x")], vec![category(1)]);
    for rules in [vec![one.clone()], vec![one.clone(), one]] {
        assert!(matches!(CompiledRules::compile(&rules, &limits), Err(Error::TooMany { .. })));
    }
}

proptest! {
    #[test]
    fn any_expression_is_compiled_or_refused_and_never_panics(source in ".{0,60}", line in ".{0,60}") {
        let made = rule(1, vec![matches(&source)], vec![category(1)]);
        if let Ok(rules) = CompiledRules::compile(&[made], &RuleLimits::default()) {
            let _ = rules.apply(&transaction(&line, -1));
        }
    }

    #[test]
    fn a_search_finds_text_inside_words(before in ".{0,10}", text in "[a-zA-Z0-9äöüéß]{1,10}", after in ".{0,10}") {
        let line = format!("{before} {text} {after}");
        prop_assert!(holds(contains(&text), &transaction(&line, -1)));
        prop_assert!(holds(contains(&text.to_uppercase()), &transaction(&line.to_uppercase(), -1)));
    }
}
