//! Labels of figures: opening and closing balances, totals and counts.
//!
//! Texts are compared without spaces, accents and punctuation, so that letter-spaced print (`Ope ning`)
//! matches too.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use unicode_normalization::UnicodeNormalization;

use super::phrases::Phrases;

/// Meaning of a figure outside the transactions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Label {
    /// Balance before the first transaction.
    Opening,
    /// Balance after the last transaction.
    Closing,
    /// Balance on some day. Its position tells if it is the opening or the closing one.
    Balance,
    /// Total of money in.
    TotalIn,
    /// Total of money out.
    TotalOut,
    /// Number of transactions, not an amount.
    Count,
    /// Sum of something else, not a transaction.
    Total,
}

/// Normalizes a text: lowercase letters and digits only, without accents.
pub(crate) fn squeeze(text: &str) -> String {
    if text.is_ascii() {
        return text
            .chars()
            .filter(char::is_ascii_alphanumeric)
            .map(|character| character.to_ascii_lowercase())
            .collect();
    }
    text.nfd()
        .filter(|character| !matches!(character, '\u{300}'..='\u{36f}'))
        .flat_map(char::to_lowercase)
        .map(|character| match character {
            'ł' => 'l',
            'ø' => 'o',
            'ı' => 'i',
            'đ' => 'd',
            other => other,
        })
        .nfc()
        .filter(|character| character.is_alphanumeric() || matches!(character, '\u{e31}'..='\u{e4e}'))
        .collect()
}

#[rustfmt::skip]
const OPENING: &[&str] = &[
    "opening balance", "opening bal", "openingbalance", "beginning balance", "starting balance", "start balance",
    "brought forward", "balance bf", "bal bf", "previous balance", "previous statement balance", "last months balance",
    "balance last statement", "balance from your last statement", "your previous balance", "balance forward", "last statement balance", "balance from last statement", "opening value",
    "balance at start", "balance at beginning", "prior balance", "initial balance", "balance from previous",
    "alter saldo", "alter kontostand", "saldo alt", "vortragssaldo", "saldovortrag", "saldo letzte abrechnung",
    "startsaldo", "anfangssaldo", "anfangsbestand", "saldo vortrag", "letzter kontostand", "eröffnungssaldo",
    "ancien solde", "solde précédent", "solde initial", "solde d'ouverture", "solde de départ", "solde antérieur",
    "report solde",
    "saldo anterior", "saldo inicial", "saldo de operación inicial", "fatura anterior", "saldo de apertura", "saldo previo",
    "saldo iniziale", "saldo precedente", "saldo di apertura",
    "saldo początkowe", "saldo otwarcia", "saldo poprzednie", "počáteční zůstatek", "počiatočný zostatok", "nyitó egyenleg",
    "beginsaldo", "vorig saldo", "oud saldo", "ingående saldo", "indgående saldo", "inngående saldo", "alkusaldo",
    "devreden bakiye", "önceki bakiye", "açılış bakiyesi", "sold inițial", "sold initial", "sold precedent",
    "баланс на начало", "остаток на начало", "входящий остаток", "начальный остаток", "входящий баланс", "початковий залишок",
    "前残高", "繰越残高", "前月繰越", "期初余额", "上期结余", "承前余额", "承上結餘", "전월이월", "이월잔액", "기초잔액", "이전잔액",
    "ยอดยกมา", "ยอดเงินคงเหลือยกมา", "الرصيد الافتتاحي", "رصيد أول المدة", "الرصيد السابق",
    "saldo awal", "baki awal", "baki bawa hadapan", "baki terdahulu", "số dư đầu kỳ",
];

#[rustfmt::skip]
const CLOSING: &[&str] = &[
    "closing balance", "closing bal", "ending balance", "end balance", "new balance", "carried forward", "balance cf",
    "total amount due", "total dues", "balance this statement", "new statement balance", "final balance", "balance at end", "closing value",
    "total balance due", "current balance", "statement balance", "balance at close", "total outstanding", "amount owing",
    "neuer saldo", "neuer kontostand", "saldo neu", "endsaldo", "schlusssaldo", "schlussaldo", "endbestand", "aktueller kontostand",
    "abschlusssaldo",
    "nouveau solde", "solde final", "solde de clôture", "solde actuel",
    "saldo final", "saldo actual", "total a pagar", "saldo de cierre", "nuevo saldo", "saldo al corte", "saldo atual",
    "total desta fatura", "total da fatura", "saldo finale", "saldo di chiusura", "saldo al cierre",
    "saldo końcowe", "saldo zamknięcia", "saldo bieżące", "konečný zůstatek", "konečný zostatok", "záró egyenleg",
    "eindsaldo", "nieuw saldo", "utgående saldo", "udgående saldo", "loppusaldo", "dönem sonu bakiye", "kapanış bakiyesi",
    "sold final",
    "баланс на конец", "остаток на конец", "исходящий остаток", "конечный остаток", "исходящий баланс", "кінцевий залишок",
    "期末余额", "本期结余", "結餘轉下頁", "期末残高", "기말잔액", "최종잔액", "ยอดยกไป", "ยอดคงเหลือยกไป", "الرصيد الختامي", "الرصيد النهائي",
    "رصيد آخر المدة", "saldo akhir", "baki akhir", "baki penutup", "số dư cuối kỳ",
];

/// Labels of balances whose position decides: the first is the opening balance, the last the closing balance.
#[rustfmt::skip]
const BALANCE: &[&str] = &[
    "kontostand am", "kontostand per", "solde créditeur", "solde débiteur", "solde au", "saldo per", "saldo am", "saldo al",
    "saldo em", "balance on", "balance as of", "balance as at", "balance at", "saldo na dzień", "saldo del", "saldo w dniu",
    "остаток на", "баланс на", "saldo op", "saldo pr", "kontosaldo", "zůstatek k", "sold la",
];

#[rustfmt::skip]
const TOTAL_IN: &[&str] = &[
    "total credits", "total credit", "totalt in", "total deposits", "deposits and other additions", "deposits and additions", "payments in",
    "total paid in", "total money in", "money in", "total amounts credited", "credits", "deposits and credits",
    "total deposits and credits", "deposits and other credits", "deposits / credits", "depósitos abonos", "depositos / abonos",
    "total importe abonos", "gutschriften", "summe gutschriften", "kontogutschriften", "summe haben", "total haben",
    "total crédits", "total des crédits", "wpływy", "suma uznań", "поступления", "всего поступлений", "приход", "total receipts",
    "入金合計", "입금합계", "รวมเงินฝาก", "entradas", "total de entradas", "total abonos", "totale entrate", "totale accrediti",
    "bijgeschreven", "totaal bij", "total lodgements", "إجمالي الإيداعات", "total credited", "paid in", "total in", "deposits",
    "credit turnover", "payments and credits", "panot yhteensä", "total ind", "tổng ghi có", "příjmy celkem", "toplam alacak",
    "total kredit", "收入合计", "總收入",
];

#[rustfmt::skip]
const TOTAL_OUT: &[&str] = &[
    "total debits", "total debit", "totalt ut", "total withdrawals", "withdrawals and other subtractions", "payments out", "total paid out",
    "total money out", "money out", "total amounts debited", "debits", "withdrawals and debits", "total withdrawals and debits",
    "withdrawals and other debits", "withdrawals / debits", "retiros cargos", "retiros / cargos", "total importe cargos",
    "lastschriften", "summe belastungen", "kontobelastungen", "belastungen", "summe soll", "total soll", "total débits",
    "total des débits", "wydatki", "suma obciążeń", "расходные операции", "всего расходов", "расход", "出金合計", "출금합계",
    "รวมเงินถอน", "saídas", "total de saídas", "total cargos", "totale uscite", "totale addebiti", "afgeschreven", "totaal af",
    "إجمالي السحوبات", "total debited", "paid out", "total out", "withdrawals", "debit turnover", "total purchases and charges", "purchases", "otot yhteensä",
    "total ud", "tổng ghi nợ", "výdaje celkem", "toplam borç", "total debet", "支出合计",
];

#[rustfmt::skip]
const COUNTS: &[&str] = &[
    "dr count", "cr count", "debit count", "credit count", "number of transactions", "no of transactions", "total transactions",
    "number of debits", "number of credits", "no of debits", "no of credits", "total movimientos", "total movimientos cargos",
    "total movimientos abonos", "total of checks", "number of checks", "anzahl buchungen", "transaction count", "instances",
];

/// Beginnings of rows that are sums rather than transactions.
#[rustfmt::skip]
const TOTALS: &[&str] = &[
    "total", "totals", "subtotal", "sub total", "grand total", "page total", "summe", "zwischensumme", "umsatztotal",
    "gesamt", "gesamtsumme", "totale", "totaux", "total des", "total des opérations", "sous total", "sous-total", "totaal",
    "razem", "suma", "итого", "всего", "合計", "小計", "合计", "小计", "합계", "소계", "รวม", "الإجمالي", "المجموع", "toplam",
    "saldo do dia", "übertrag", "zwischensaldo", "valutarischer saldo", "report", "a reporter", "celkem", "összesen",
    "jumlah", "minimum payment", "minimum amount due", "available balance", "overdraft limit", "arranged overdraft limit",
    "credit limit", "available credit", "minimum due", "payment due", "amount due", "year to date", "average balance",
    "average daily balance", "new charges", "summary", "end of day balance", "daily balance", "subtotaal", "tussentotaal",
    "interest earned this", "annual percentage", "past due amount", "ledger balance", "cleared balance", "net change",
];

/// Labels of balances carried over to the next page.
#[rustfmt::skip]
const CARRIED: &[&str] = &["carried forward", "balance cf", "übertrag", "a reporter", "ยอดยกไป", "c f", "cf", "総繰越"];

fn squeezed(phrases: &[&str]) -> impl Iterator<Item = String> {
    phrases.iter().map(|phrase| squeeze(phrase)).filter(|phrase| !phrase.is_empty())
}

struct Labels {
    opening: Phrases,
    closing: Phrases,
    balance: Phrases,
    totals: Phrases,
    carried: Phrases,
    whole: HashMap<String, Label>,
    /// Complete texts of all labels.
    words: HashSet<String>,
}

static LABELS: LazyLock<Labels> = LazyLock::new(|| {
    let mut whole = HashMap::new();
    for (phrases, label) in [(TOTAL_IN, Label::TotalIn), (TOTAL_OUT, Label::TotalOut), (COUNTS, Label::Count)]
    {
        for phrase in squeezed(phrases) {
            whole.insert(phrase, label);
        }
    }
    for (text, label) in [
        ("bf", Label::Opening),
        ("cf", Label::Closing),
        ("balance", Label::Balance),
        ("saldo", Label::Balance),
        ("solde", Label::Balance),
        ("sum", Label::Total),
    ] {
        whole.insert(text.to_owned(), label);
    }
    let phrases = [OPENING, CLOSING, BALANCE, TOTALS].into_iter().flat_map(squeezed);
    Labels {
        words: phrases.chain(whole.keys().cloned()).collect(),
        opening: Phrases::new(squeezed(OPENING)),
        closing: Phrases::new(squeezed(CLOSING)),
        balance: Phrases::new(squeezed(BALANCE)),
        totals: Phrases::new(squeezed(TOTALS)),
        carried: Phrases::new(squeezed(CARRIED)),
        whole,
    }
});

/// Longest label in characters. A longer text is a sentence or a description.
const LABEL_CHARS_MAX: usize = 64;

/// Returns the meaning of a figure from the words before it. `text` must be normalized by [`squeeze`].
pub(crate) fn label_of(text: &str) -> Option<Label> {
    let labels = &*LABELS;
    let text = without_date(text);
    if text.is_empty() || text.chars().count() > LABEL_CHARS_MAX {
        return None;
    }
    if let Some(label) = labels.whole.get(text) {
        return Some(*label);
    }
    if labels.totals.begin(text) && !labels.closing.begin(text) {
        return whole_prefix(text).or(Some(Label::Total));
    }
    if labels.opening.are_in(text) {
        return Some(Label::Opening);
    }
    if labels.closing.are_in(text) {
        return Some(Label::Closing);
    }
    if labels.balance.begin(text) {
        return Some(Label::Balance);
    }
    whole_prefix(text)
}

/// True if a text is a complete label, apart from digits of a date at its end. `text` must be normalized by
/// [`squeeze`].
pub(crate) fn is_whole(text: &str) -> bool {
    let text = without_date(text);
    LABELS.words.contains(text)
}

/// Returns the meaning of a row from its words. "Sum" must be a word of its own, because it begins many names
/// of merchants.
pub(crate) fn label_of_text(text: &str) -> Option<Label> {
    let is_sum = || text.split_whitespace().next().is_some_and(|word| squeeze(word) == "sum");
    label_of(&squeeze(text)).or_else(|| is_sum().then_some(Label::Total))
}

/// True if a closing label only carries a balance over to the next page. `text` must be normalized by
/// [`squeeze`].
pub(crate) fn is_carried(text: &str) -> bool {
    LABELS.carried.are_in(text)
}

/// Returns the label of totals that `text` begins with. A date, a count or a remark of up to six bytes may
/// follow.
fn whole_prefix(text: &str) -> Option<Label> {
    LABELS
        .whole
        .iter()
        .filter(|(phrase, label)| {
            matches!(label, Label::TotalIn | Label::TotalOut | Label::Count)
                && phrase.len() >= 6
                && text.len() <= phrase.len() + 6
                && text.starts_with(phrase.as_str())
        })
        .max_by_key(|(phrase, _)| phrase.len())
        .map(|(_, label)| *label)
}

/// Removes the digits of a date at the end of a label.
fn without_date(text: &str) -> &str {
    text.trim_end_matches(|character: char| character.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_read_in_many_languages_and_with_spaced_letters() {
        for (text, label) in [
            ("Ope ning Balance", Label::Opening),
            ("Beginning balance on January 9, 2024", Label::Opening),
            ("BALANCE BROUGHT FORWARD", Label::Opening),
            ("SALDO POCZĄTKOWE", Label::Opening),
            ("Баланс на начало периода", Label::Opening),
            ("ยอดยกมา", Label::Opening),
            ("Schlusssaldo", Label::Closing),
            ("TOTAL AMOUNT DUE", Label::Closing),
            ("SOLDE CREDITEUR AU 31.12.2023", Label::Balance),
            ("Kontostand am", Label::Balance),
            ("Page Total", Label::Total),
            ("TOTAL IMPORTE CARGOS", Label::TotalOut),
            ("Total Credits", Label::TotalIn),
            ("Dr Count", Label::Count),
        ] {
            assert_eq!(label_of(&squeeze(text)), Some(label), "{text}");
        }
    }

    #[test]
    fn a_purchase_is_no_label() {
        for text in
            ["NEW WORLD KARORI", "Transfer to savings", "Salary", "BALANCE YOGA STUDIO", "Foreign exchange"]
        {
            assert_eq!(label_of(&squeeze(text)), None, "{text}");
        }
    }
}
