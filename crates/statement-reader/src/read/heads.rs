//! Words in the heads of columns and sections.

use std::collections::HashMap;
use std::sync::LazyLock;

use saldo_domain::Currency;

use super::labels::squeeze;
use crate::layout::{Line, in_reading_order};

/// Content of a column. If two words name one column, the later variant is the more specific one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Role {
    /// Payee or purpose.
    Description,
    /// A number that is not money, such as a check number, a reference or a page.
    Reference,
    /// Money in or out.
    Amount,
    /// Booking date.
    Date,
    /// Value date.
    ValueDate,
    /// Fee charged in addition to the amount.
    Fee,
    /// Money in.
    In,
    /// Money out.
    Out,
    /// Balance after the transaction.
    Balance,
}

impl Role {
    /// True if the column holds money.
    #[must_use]
    pub fn is_money(self) -> bool {
        matches!(self, Self::Out | Self::In | Self::Amount | Self::Balance | Self::Fee)
    }
}

/// Head of a column.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Head {
    /// Content of the column.
    pub(crate) role: Role,
    /// Left edge of the words, in points.
    pub(crate) x0: f32,
    /// Right edge of the words, in points.
    pub(crate) x1: f32,
    /// The words, normalized by [`squeeze`].
    pub(crate) text: String,
}

#[rustfmt::skip]
const HEADS: &[(Role, &[&str])] = &[
    (Role::Date, &[
        "date", "dates", "transaction date", "trans date", "tran date", "txn date", "posting date", "post date", "posted",
        "date posted", "posted date", "booking date", "entry date", "received by us", "start date", "process date", "day",
        "datum", "buchung", "buchungstag", "buchungsdatum", "butag", "verbucht am", "einkaufs datum", "kaufdatum", "buchungs datum",
        "fecha", "fecha operación", "fecha de operación", "oper", "data", "data operacji", "data transakcji", "dato", "bokföringsdag",
        "dátum", "tarih", "işlem tarihi", "tanggal", "tarikh", "дата", "дата операции", "дата и время", "дата транзакции", "päivä",
        "거래일자", "거래일", "날짜", "일자", "거래일시", "이용일", "이용일자", "お取引日", "取引日", "日付", "ご利用日", "交易日期", "记账日期", "日期", "交易日",
        "วันที่", "วันที่ทำรายการ", "التاريخ", "تاريخ", "تاريخ المعاملة", "ngày", "data mov", "data lançamento", "data contabile",
        "date opération", "date de l'opération", "date operation", "date compta", "boekdatum", "boekingsdatum", "tran dt", "txn dt",
        "kirjauspäivä", "pvm", "bogført", "bogføringsdato", "bokføringsdato", "datum transakce", "datum zaúčtování", "datum provedení",
        "könyvelés dátuma", "data tranzacției", "ngày giao dịch", "ngày gd", "ημερομηνία", "дата операції", "дата проводки", "תאריך",
        "tgl", "入账日期", "年月日", "تاريخ العملية", "bokföringsdatum", "transaktionsdag", "transaktionsdatum", "posted on", "fecha mov",
        "data operazione",
    ]),
    (Role::ValueDate, &[
        "value date", "value dt", "value", "valuta", "valuta datum", "valutadatum", "wert", "wertstellung", "valeur", "date valeur",
        "date de valeur", "fecha valor", "f valor", "liq", "fecha liquidación", "data księg", "data księgowania", "data waluty",
        "data valuta", "data valor", "rentedatum", "effective date", "дата обработки", "дата обработки банком", "дата валютирования",
        "تاريخ القيمة", "起息日", "val date", "posting", "settlement date", "verbucht",
    ]),
    (Role::Description, &[
        "description", "details", "particulars", "narration", "narrative", "transaction", "transactions", "transaction details",
        "transaction description", "transaction type and details", "payment type and details", "details of transaction", "memo",
        "payee", "description of transaction", "transaction particulars", "remarks", "merchant", "activity", "merchant name",
        "informationen", "erläuterung", "text", "verwendungszweck", "buchungstext", "vorgang", "umsatz", "beschreibung", "details zur buchung",
        "libellé", "nature des opérations", "désignation", "opération", "opérations", "libellé des opérations", "détail des opérations",
        "concepto", "descripción", "detalle", "movimiento", "descrição", "histórico", "descrizione", "causale", "descrizione operazione",
        "opis", "opis operacji", "tytuł", "tytułem", "omschrijving", "naam", "beskrivelse", "beskrivning", "popis", "açıklama",
        "keterangan", "butiran", "uraian", "описание", "описание операции", "назначение платежа", "적요", "내용", "거래내용", "이용가맹점",
        "摘要", "お取引内容", "取引内容", "ご利用店名", "交易摘要", "交易说明", "รายการ", "รายละเอียด", "البيان", "الوصف", "التفاصيل", "diễn giải",
        "tekst", "selite", "viesti", "forklaring", "meddelelse", "kommentar", "leírás", "közlemény", "detalii", "descriere", "περιγραφή",
        "αιτιολογία", "призначення", "опис", "תיאור", "işlem açıklaması", "nội dung", "nội dung giao dịch", "transaktionstext",
        "transaktion", "specifikation", "transaktionsbeschreibung", "auftraggeber empfänger", "zahlungsempfänger",
        "libelle de l operation", "mô tả",
    ]),
    (Role::Out, &[
        "debit", "debits", "debit amount", "debit amt", "withdrawal", "withdrawals", "withdrawal amt", "withdrawal amount",
        "withdrawals debits", "debit withdrawal", "withdrawal debit", "withdrawals amount", "cheque debit", "paid out", "money out",
        "payments out", "payment out", "withdrawn", "amounts debited", "amount debited", "out", "dr", "dr amount", "outgoing", "spent", "debited",
        "amount out", "subtractions", "checks and debits", "charges", "cheques debits", "debits checks",
        "soll", "belastung", "belastungen", "lastschrift", "lastschriften", "ausgang", "ausgaben", "débit", "débits", "retraits", "sorties",
        "cargo", "cargos", "retiros", "cargo retiro", "retiro", "débito", "débitos", "saída", "saídas", "dare", "addebiti", "uscite", "addebito",
        "obciążenia", "wypłaty", "wydatki", "af", "afschrijving", "ut", "ud", "výdej", "borç", "keluar", "debet", "otot", "hævet", "uttag", "gider", "расход", "списание",
        "출금액", "출금", "출금금액", "찾으신금액", "지급금액", "お支払金額", "お引出し", "お引出金額", "出金", "支払金額", "支出", "借方", "支出金额", "取款",
        "ถอนเงิน", "ถอน", "เดบิต", "مدين", "سحب", "السحوبات", "ghi nợ", "mutasi debet",
    ]),
    (Role::In, &[
        "credit", "credits", "credit amount", "credit amt", "deposit", "deposits", "deposit amt", "deposit amount", "deposits credits",
        "credit deposit", "deposit credit", "paid in", "money in", "payments in", "amounts credited", "amount credited", "in", "cr",
        "cr amount", "incoming", "received", "credited", "lodged", "lodgements", "amount in", "additions", "deposits and credits",
        "haben", "gutschrift", "gutschriften", "eingang", "einnahmen", "crédit", "crédits", "versements", "entrées", "abono", "abonos",
        "depósito", "depósitos", "abono depósito", "crédito", "créditos", "entrada", "entradas", "avere", "accrediti", "entrate", "accredito",
        "uznania", "wpłaty", "wpływy", "bij", "bijschrijving", "příjem", "alacak", "masuk", "kredit", "ind", "panot", "indsat", "insättning", "innskudd", "gelir", "inn", "приход", "поступление", "зачисление",
        "입금액", "입금", "입금금액", "맡기신금액", "お預り金額", "お預入れ", "入金", "預入金額", "收入", "贷方", "收入金额", "存款", "ฝากเงิน", "ฝาก", "เครดิต",
        "دائن", "إيداع", "الإيداعات", "ghi có", "mutasi kredit",
    ]),
    (Role::Amount, &[
        "amount", "transaction amount", "txn amount", "amt", "debit credit", "amount debit credit", "withdrawals deposits",
        "withdrawal deposit", "deposits withdrawals", "credit debit", "debits credits", "paid in out", "net amount", "total amount",
        "betrag", "umsätze", "belastung gutschrift", "soll haben", "buchungsbetrag", "montant", "importe", "monto", "valor", "quantia",
        "importo", "kwota", "kwota operacji", "bedrag", "beløb", "belopp", "beløp", "částka", "tutar", "jumlah", "mutasi", "сумма",
        "сумма операции", "금액", "거래금액", "이용금액", "金額", "ご利用金額", "金额", "交易金额", "发生额", "จำนวนเงิน", "ถอนเงินฝากเงิน", "ถอนฝาก", "ฝากถอน",
        "المبلغ", "số tiền", "összeg", "suma", "summa", "määrä",
    ]),
    (Role::Balance, &[
        "balance", "running balance", "closing balance", "account balance", "ledger balance", "bal", "available balance", "end balance",
        "balance after", "new balance", "book balance", "balance forward",
        "saldo", "kontostand", "saldo nach buchung", "solde", "saldo disponible", "saldo po operacji", "saldo końcowe", "zůstatek", "egyenleg",
        "bakiye", "baki", "baki akaun", "остаток", "баланс", "잔액", "거래후잔액", "差引残高", "残高", "账户余额", "余额", "本次余额", "結餘", "餘額",
        "ยอดคงเหลือ", "คงเหลือ", "الرصيد", "رصيد", "số dư", "saldo contabile", "saldo actual", "sold", "ยอดคงเหล",
    ]),
    (Role::Fee, &[
        "fee", "fees", "fee amount", "transaction fee", "gebühr", "gebühren", "frais", "comisión", "комиссия", "prowizja", "kosten", "tarifa",
        "service fee", "bank charges", "수수료", "手数料", "手续费",
    ]),
    (Role::Reference, &[
        "check", "check no", "cheque", "cheque no", "chq no", "chq", "chqno", "ref", "ref no", "reference", "chq ref no", "cheque no ref no",
        "reference no", "reference number", "check number", "cheque number", "no", "number", "type", "code", "branch", "branch code", "time",
        "chequeno", "ref no cheque no", "serial", "sr no", "sno", "s no", "sl no", "trans id", "transaction id", "category", "belegnr", "beleg",
        "referenz", "kurs", "exchange rate", "rate", "original amount", "foreign amount", "เวลา", "ช่องทาง", "referencia", "folio", "seq", "teller",
        "currency", "ccy", "instrument id", "instrument", "chq ref number", "tran id", "points", "reward points", "location", "init br",
    ]),
];

static ROLES: LazyLock<HashMap<String, Role>> = LazyLock::new(|| {
    let mut roles = HashMap::new();
    for (role, names) in HEADS {
        for name in *names {
            roles.entry(squeeze(name)).or_insert(*role);
        }
    }
    roles
});

/// Gap, in font sizes, below which two words belong to one head.
const HEAD_GAP: f32 = 0.75;
/// Smallest share of a cell's width that heads must cover. Below it, the cell is a sentence that happens to
/// name one.
const COVERED: f32 = 0.5;
/// Largest number of words of one head. Letter-spaced print splits a head into many.
const PIECES_MAX: usize = 12;

/// Returns the heads on a line. In each cell the longest phrases win.
pub(crate) fn heads(line: &Line) -> Vec<Head> {
    let mut heads = Vec::new();
    for (start, end) in cells(line) {
        cell_heads(line, start, end, &mut heads);
    }
    heads
}

fn cell_heads(line: &Line, start: usize, end: usize, heads: &mut Vec<Head>) {
    let mut at = start;
    let first = heads.len();
    while at < end {
        let longest = end.min(at + PIECES_MAX);
        let found = (at + 1..=longest).rev().find_map(|to| role(line, at, to).map(|found| (found, to)));
        let Some(((role, text), to)) = found else {
            at += 1;
            continue;
        };
        heads.push(Head { role, x0: line.words[at].x0, x1: line.words[to - 1].x1, text });
        at = to;
    }
    let whole = (line.words[start].x0, line.words[end - 1].x1);
    let width = |from: f32, to: f32| (to - from).max(0.1);
    let covered: f32 = heads[first..].iter().map(|head| width(head.x0, head.x1)).sum();
    if covered < COVERED * width(whole.0, whole.1) {
        heads.truncate(first);
        return;
    }
    merge(heads, first, whole);
}

/// Returns heads with one word on each of two lines, where neither word alone names the content of the
/// column.
pub(crate) fn across(above: &Line, below: &Line) -> Vec<Head> {
    let mut heads = Vec::new();
    for (from, to) in cells(above) {
        for (start, end) in cells(below) {
            let (x0, x1) = (above.words[from].x0, above.words[to - 1].x1);
            let (left, right) = (below.words[start].x0, below.words[end - 1].x1);
            let is_whole = role(above, from, to).is_some()
                || role(below, start, end).is_some_and(|(role, _)| role != Role::Reference);
            if left >= x1 || right <= x0 || is_whole {
                continue;
            }
            let text: String = above.words[from..to]
                .iter()
                .chain(&below.words[start..end])
                .map(|word| squeeze(&word.text))
                .collect();
            if let Some(role) = ROLES.get(without_unit(&text)).copied() {
                heads.push(Head { role, x0: x0.min(left), x1: x1.max(right), text });
            }
        }
    }
    heads
}

/// Splits a line of heads into cells, given as ranges of its words.
fn cells(line: &Line) -> Vec<(usize, usize)> {
    let mut cells = Vec::new();
    let mut start = 0;
    while start < line.words.len() {
        let mut end = start + 1;
        while end < line.words.len() && line.gap_before(end) < HEAD_GAP {
            end += 1;
        }
        cells.push((start, end));
        start = end;
    }
    cells
}

fn role(line: &Line, from: usize, to: usize) -> Option<(Role, String)> {
    let mut words: Vec<&str> = line.words[from..to].iter().map(|word| word.text.as_str()).collect();
    in_reading_order(&mut words);
    let text: String = words.into_iter().map(squeeze).collect();
    ROLES.get(without_unit(&text)).copied().map(|role| (role, text))
}

/// Returns the content of a column with this head, in any of the known languages. A currency in the head is
/// ignored.
#[must_use]
pub fn role_of(head: &str) -> Option<Role> {
    ROLES.get(without_unit(&squeeze(head))).copied()
}

/// Removes a currency from a head: `Amount (SGD)`, `Betrag EUR`, `Debit RM`.
fn without_unit(text: &str) -> &str {
    if ROLES.contains_key(text) {
        return text;
    }
    let codes = [
        "usd", "eur", "gbp", "chf", "sgd", "inr", "rm", "myr", "rs", "aud", "nzd", "cad", "zar", "hkd",
        "aed", "pln", "sgdi", "thb", "php", "idr", "jpy", "krw", "cny", "sek", "nok", "dkk", "czk", "huf",
        "brl", "mxn", "sar", "kes", "ngn", "lak", "vnd", "try", "rub", "i", "r",
    ];
    let known = codes.iter().find_map(|code| {
        let rest = text.strip_suffix(code).or_else(|| text.strip_prefix(code))?;
        ROLES.contains_key(rest).then_some(rest)
    });
    let any = || {
        let (rest, code) = text.split_at_checked(text.len().checked_sub(3)?)?;
        (ROLES.contains_key(rest) && Currency::parse(code).is_ok()).then_some(rest)
    };
    known.or_else(any).unwrap_or(text)
}

/// Merges the heads of a block of lines. The words of one head may stand on two lines, such as `Value` above
/// `date`.
pub(crate) fn stacked(lines: &[Vec<Head>]) -> Vec<Head> {
    let mut heads: Vec<Head> = Vec::new();
    for head in lines.iter().flatten() {
        match heads.iter_mut().find(|above| above.x0 < head.x1 && head.x0 < above.x1) {
            Some(above) => {
                above.role = above.role.max(head.role);
                above.x0 = above.x0.min(head.x0);
                above.x1 = above.x1.max(head.x1);
                above.text.push_str(&head.text);
            }
            None => heads.push(head.clone()),
        }
    }
    heads.sort_by(|a, b| a.x0.total_cmp(&b.x0));
    heads
}

/// Merges the phrases of one cell that name the same column into one head.
fn merge(heads: &mut Vec<Head>, first: usize, whole: (f32, f32)) {
    let Some(cell) = heads.get(first..).filter(|cell| cell.len() > 1) else { return };
    let roles: Vec<Role> = cell.iter().map(|head| head.role).collect();
    let has = |role: Role| roles.contains(&role);
    let single = if has(Role::Balance)
        && !has(Role::Out)
        && !has(Role::In)
        && !has(Role::Amount)
        && !has(Role::Description)
        && !has(Role::Date)
    {
        Some(Role::Balance)
    } else if has(Role::Amount) && has(Role::Out) != has(Role::In) && roles.len() == 2 {
        Some(if has(Role::Out) { Role::Out } else { Role::In })
    } else if roles.iter().all(|role| *role == roles[0]) {
        Some(roles[0])
    } else if has(Role::Description)
        && roles.len() == 2
        && (has(Role::Date) || has(Role::Reference))
        && roles[0] != Role::Date
    {
        Some(Role::Description)
    } else {
        None
    };
    if let Some(role) = single {
        let text = heads.drain(first..).map(|head| head.text).collect();
        heads.push(Head { role, x0: whole.0, x1: whole.1, text });
    }
}

/// Kind of transactions under the heading of a section.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Section {
    /// Money in.
    In,
    /// Money out.
    Out,
    /// Transactions in both directions. Ends a section of one direction.
    Mixed,
    /// No booked transactions: pending or reverted ones, daily balances, summaries.
    Excluded,
}

#[rustfmt::skip]
const SECTIONS: &[(Section, &[&str])] = &[
    (Section::Excluded, &[
        "pending", "reverted", "daily ledger balance", "daily balance", "daily ending balance", "daily closing balance", "balance summary",
        "daily ledger balances", "daily balances", "daily ending balances", "year to date", "fees and interest totals", "fees and interest charged",
        "interest charge calculation", "interest rate", "overdraft and returned item fees", "total overdraft fees",
        "upcoming", "scheduled", "declined", "authorisations", "authorizations", "reward", "points summary", "standing orders", "direct debits due",
        "vorgemerkte", "nicht gebuchte", "en attente", "pendientes", "w trakcie", "interest summary", "service fee summary",
        "transactions in progress", "unposted", "account balance summary", "end of day balance", "ending daily balance",
        "daily account balance", "ordres permanents", "not yet booked", "in process", "holds", "average ledger", "payment coupon", "payment slip",
    ]),
    (Section::In, &[
        "deposits and other additions", "deposits and additions", "deposits and other credits", "deposits and credits", "deposits",
        "payments and credits", "payments and other credits", "payments credits and adjustments", "payments credits", "credits", "additions",
        "electronic deposits", "other credits", "payments received", "payments", "money in", "interest paid", "interest credited", "gutschriften",
        "zahlungseingänge", "deposits credits", "customer deposits", "your payments", "refunds and credits", "ingresos", "abonos", "payments made",
    ]),
    (Section::Out, &[
        "withdrawals and other subtractions", "withdrawals and other debits", "withdrawals and debits", "electronic withdrawals", "withdrawals",
        "atm withdrawals and debits", "atm and debit card withdrawals", "atm debit card withdrawals", "visa check card purchases and debits",
        "checks", "checks paid", "cheques paid", "other debits", "other withdrawals", "service fees", "fees", "service charges", "service charge",
        "new charges", "purchases", "purchase", "interest charged", "interest charges", "purchases and adjustments", "purchases and other charges", "fees charged", "debits",
        "cash advances", "transactions purchases", "money out", "card purchases", "atm withdrawals", "debit card purchases", "lastschriften",
        "diverses", "charges", "new transactions", "standard purchases", "online and electronic banking withdrawals", "other subtractions",
        "other fees", "purchases and debits", "cash advance", "cargos", "compras", "online transfers out", "bill payments", "withdrawals debits",
    ]),
    (Section::Mixed, &[
        "transactions", "account transactions", "account activity", "transaction details", "transaction history", "activity", "transaction detail",
        "account details", "your transactions", "umsätze", "operations", "movimientos", "transaction", "detalle de movimientos",
        "detalle de movimientos realizados", "account history", "current account", "savings account", "statement of account", "checking account",
    ]),
];

static SECTION_NAMES: LazyLock<HashMap<String, Section>> = LazyLock::new(|| {
    SECTIONS.iter().flat_map(|(section, names)| names.iter().map(|name| (squeeze(name), *section))).collect()
});

/// Words that occur in names of accounts and in remarks as well as in headings of sections.
const AMBIGUOUS: &[&str] = &["reward", "interestrate", "scheduled", "holds", "upcoming"];

/// Continuations of a heading that begins with one of the [`AMBIGUOUS`] words.
#[rustfmt::skip]
const REST: &[&str] = &[
    "transaction", "payment", "transfer", "bill", "debit", "credit", "deposit", "withdraw", "order", "item", "charge", "point", "summary",
    "program", "earn", "balance", "activity", "detail", "information", "calculation", "history", "overview", "ataglance", "and", "from",
    "for", "as", "until", "on", "statement", "status", "cash", "direct", "standing", "purchase", "amount", "table",
];

/// True if a text that begins with the name of a section is a heading: `Reward points`, but not `Reward
/// saver`.
fn goes_on(name: &str, rest: &str) -> bool {
    let goes_on = |rest: &str| rest.is_empty() || REST.iter().any(|word| rest.starts_with(word));
    !AMBIGUOUS.contains(&name) || goes_on(rest) || rest.strip_prefix('s').is_some_and(goes_on)
}

/// Longest heading of a section, in bytes.
const SECTION_CHARS_MAX: usize = 70;

/// Returns the section that a heading opens. `text` must be normalized by [`squeeze`].
pub(crate) fn section(text: &str) -> Option<Section> {
    if text.is_empty() || text.len() > SECTION_CHARS_MAX {
        return None;
    }
    let text = text.strip_suffix("continued").or_else(|| text.strip_suffix("cont")).unwrap_or(text);
    let text = text.strip_prefix("your").unwrap_or(text);
    if let Some(section) = SECTION_NAMES.get(text) {
        return Some(*section);
    }
    let is_excluded = |(name, section): (&String, &Section)| {
        *section == Section::Excluded
            && (text.strip_prefix(name.as_str()).is_some_and(|rest| goes_on(name, rest))
                || (name.len() > 12 && text.contains(name.as_str())))
    };
    if SECTION_NAMES.iter().any(is_excluded) {
        return Some(Section::Excluded);
    }
    let mixed = [
        "accounttransactions",
        "transactionsfrom",
        "transactionhistory",
        "completedtransactions",
        "transactionsfor",
        "transactiondetails",
    ];
    if mixed.iter().any(|name| text.starts_with(name)) {
        return Some(Section::Mixed);
    }
    SECTION_NAMES
        .iter()
        .filter(|(name, section)| {
            matches!(section, Section::In | Section::Out)
                && name.len() > 12
                && text.starts_with(name.as_str())
                && text.len() < name.len() + 24
        })
        .max_by_key(|(name, _)| name.len())
        .map(|(_, section)| *section)
}
