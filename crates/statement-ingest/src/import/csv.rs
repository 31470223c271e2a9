//! CSV files as banks export them: any separator, any encoding, lines above the header row, one amount column
//! or two.

use std::borrow::Cow;

use csv::{ReaderBuilder, StringRecord};
use saldo_domain::date::WrittenDate;
use saldo_domain::own_csv::{HEADS, TransactionMarks};
use saldo_domain::spreadsheet::unescaped;
use saldo_domain::{AccountDraft, AccountKind, Currency, Money, TransactionDraft};

use super::columns::{Columns, cell, direction, heads};
use super::currency::{NamedCurrency, above_heads, beside, usual_currency};
use super::figure::{Figure, Order, decimal_of, decode, order, written_date};
use super::heads::{is_kind, is_payee, is_payer, is_unbooked, may_be_status_column, prints_purchases};
use super::{CsvMapping, CsvPreview, ImportError, ImportHints, RowProblem, accounts, contents, own};

/// A row's line in the file, and the transaction or the error that the row gives.
type LineTransaction = (usize, Result<TransactionDraft, ImportError>);

/// Upper limit for the row number of the header row. Above it banks print names and numbers.
pub(super) const LINES_BEFORE_HEADS_MAX: usize = 40;

/// Upper limit for the accounts of a file; a column with more values does not name accounts.
const ACCOUNTS_MAX: usize = 200;

/// Length in bytes from which a text without a final line break may end inside a row.
const ROW_BYTES_MAX: usize = 4 * 1024;

/// Reads the file. Each account that the rows name gives a draft for each currency.
pub(super) fn read(bytes: &[u8], hints: &ImportHints) -> Result<Vec<AccountDraft>, ImportError> {
    let text = decode(bytes);
    let (separator, rows) = rows_of(&text, hints)?;
    let table = Table::of(separator, &rows, hints, heads)?;
    let drafts = table.drafts(hints)?;
    Ok(drafts.into_iter().map(|(draft, _)| covering(draft)).collect())
}

/// Returns the details that only Saldo's own export contains: one list for each account, in the order of its
/// transactions. The result is empty for other files.
pub(super) fn marks(bytes: &[u8], hints: &ImportHints) -> Result<Vec<Vec<TransactionMarks>>, ImportError> {
    let text = decode(bytes);
    let (separator, rows) = rows_of(&text, hints)?;
    let table = Table::of(separator, &rows, hints, heads)?;
    if !table.is_own {
        return Ok(Vec::new());
    }
    let of_line = |line: usize, currency| {
        let place = rows.binary_search_by_key(&line, |(line, _)| *line);
        place.ok().and_then(|place| own::marks(&rows[place].1, currency))
    };
    let of_account = |(draft, lines): (AccountDraft, Vec<usize>)| {
        lines.iter().map(|line| of_line(*line, draft.currency).unwrap_or_default()).collect()
    };
    Ok(table.drafts(hints)?.into_iter().map(of_account).collect())
}

/// Returns the draft with the days of its first and last transaction as its period, if every transaction has
/// a running balance, because then none is missing in between.
fn covering(mut draft: AccountDraft) -> AccountDraft {
    if draft.transactions.iter().all(|transaction| transaction.balance.is_some()) {
        let days = || draft.transactions.iter().map(|transaction| transaction.date);
        (draft.period_start, draft.period_end) = (days().min(), days().max());
    }
    draft
}

/// Reads the file and returns a preview, row by row.
pub(super) fn preview(bytes: &[u8], hints: &ImportHints) -> Result<CsvPreview, ImportError> {
    let text = decode(bytes);
    let (separator, rows) = rows_of(&text, hints)?;
    // A guess of the columns is allowed here, because a preview imports nothing.
    let table = Table::of(separator, &rows, hints, |rows| {
        heads(rows).or_else(|none| contents::guess(rows).ok_or(none))
    })?;
    let mut preview = CsvPreview {
        mapping: table.mapping(hints),
        head: table.head.map_or_else(Vec::new, |head| head.iter().map(str::to_owned).collect()),
        transactions: Vec::new(),
        problems: Vec::new(),
        is_proven: table.columns.is_proven
            && table.order(&table.raws(), hints).is_ok_and(|order| order.is_certain),
    };
    for (line, transaction) in table.transactions(hints)? {
        match transaction {
            Ok(transaction) => preview.transactions.push(transaction),
            Err(ImportError::NotUnderstood { what, .. }) => preview.problems.push(RowProblem { line, what }),
            Err(ImportError::NoCurrency) => {
                preview.problems.push(RowProblem { line, what: "the currency is missing" });
            }
            Err(error) => return Err(error),
        }
    }
    Ok(preview)
}

/// The rows that are not empty, with their lines in the file.
type Rows = Vec<(usize, StringRecord)>;

fn rows_of(text: &str, hints: &ImportHints) -> Result<(char, Rows), ImportError> {
    let separator = match &hints.mapping {
        Some(mapping) => {
            mapping.check()?;
            mapping.separator
        }
        None => separator(text).map(char::from).ok_or(ImportError::at(1, "unknown separator"))?,
    };
    // Checked before the rows are parsed: a cell takes more memory than the separator before it.
    if widest_row(text, separator) > hints.columns_max {
        return Err(ImportError::TooLarge);
    }
    let mut reader = ReaderBuilder::new()
        .delimiter(u8::try_from(separator).unwrap_or(b','))
        .has_headers(false)
        .flexible(true)
        .from_reader(text.as_bytes());
    let mut rows: Rows = Vec::new();
    for record in reader.records() {
        let record = record.map_err(|_| ImportError::at(rows.len() + 1, "malformed row"))?;
        let is_too_long = rows.len() > hints.transactions_max.saturating_add(LINES_BEFORE_HEADS_MAX);
        if is_too_long || record.len() > hints.columns_max {
            return Err(ImportError::TooLarge);
        }
        let line = record.position().map_or(0, |position| usize::try_from(position.line()).unwrap_or(0));
        rows.push((line, record));
    }
    Ok((separator, rows))
}

/// Returns the number of cells of the widest row, with quoted separators not counted.
fn widest_row(text: &str, separator: char) -> usize {
    let (mut widest, mut cells, mut is_quoted) = (0, 1_usize, false);
    for character in text.chars() {
        match character {
            '"' => is_quoted = !is_quoted,
            '\n' | '\r' if !is_quoted => cells = 1,
            _ if character == separator && !is_quoted => cells += 1,
            _ => {}
        }
        widest = widest.max(cells);
    }
    widest
}

/// True if a text begins with a table of transactions whose columns are named or can be guessed.
pub(super) fn is_table(text: &str) -> bool {
    let Some(separator) = separator(text) else { return false };
    let mut reader = ReaderBuilder::new()
        .delimiter(separator)
        .has_headers(false)
        .flexible(true)
        .from_reader(text.as_bytes());
    let rows: Rows = reader.records().take(LINES_BEFORE_HEADS_MAX).flatten().map(|row| (0, row)).collect();
    // The text may be only the beginning of a file, so that the last row may be incomplete.
    let is_cut = text.len() >= ROW_BYTES_MAX && !text.ends_with('\n');
    let whole = if is_cut { rows.len().saturating_sub(1) } else { rows.len() };
    heads(&rows).is_ok() || contents::guess(&rows[..whole]).is_some()
}

/// Returns the separator that occurs equally often on the most lines, outside quotes, and at least twice on
/// each.
fn separator(text: &str) -> Option<u8> {
    let bare = without_quoted(text);
    let score = |separator: char| {
        let counts: Vec<usize> = bare
            .lines()
            .filter(|line| !line.trim().is_empty())
            .take(30)
            .map(|line| line.matches(separator).count())
            .collect();
        let most = *counts.iter().max()?;
        let usual = counts.iter().filter(|count| **count == most).count();
        (most > 1).then_some((usual, most))
    };
    [';', '\t', '|', ',']
        .into_iter()
        .filter_map(|separator| Some((score(separator)?, separator)))
        .max_by_key(|(score, _)| *score)
        .and_then(|(_, separator)| u8::try_from(separator).ok())
}

/// Returns the text outside quotes; the whole text if a quote is not closed.
fn without_quoted(text: &str) -> std::borrow::Cow<'_, str> {
    if text.matches('"').count() % 2 == 1 {
        return text.into();
    }
    text.split('"').step_by(2).collect::<String>().into()
}

struct Table<'a> {
    separator: char,
    columns: Columns,
    /// The currency of rows that name none.
    currency: Option<Currency>,
    /// The currency of the hints, which a `$` without a country stands for.
    hint: Option<Currency>,
    /// True if money out is printed with a minus.
    out_is_negative: bool,
    /// The column with the state of a row, such as "pending".
    state: Option<usize>,
    /// The columns of the payer and the payee.
    parties: [Option<usize>; 2],
    /// The column with the kind of a row, for rows without a description.
    kind: Option<usize>,
    /// The columns that name the account of a row.
    accounts: accounts::Heads,
    /// True if all signs are inverted.
    negate: bool,
    /// The number of the header row, from 1; 0 if there is none.
    head_row: usize,
    head: Option<&'a StringRecord>,
    /// True if the file is Saldo's own export.
    is_own: bool,
    rows: &'a [(usize, StringRecord)],
}

/// Returns a text without the apostrophe that prevents spreadsheets from treating it as a formula. Saldo's
/// own export adds one after each separator in the text, too.
pub(super) fn plain(cell: &str, is_own: bool) -> Cow<'_, str> {
    if is_own {
        return unescaped(cell).into();
    }
    let bare = cell
        .strip_prefix('\'')
        .filter(|rest| rest.starts_with(['=', '+', '-', '@', '\'', '＝', '＋', '－', '＠']));
    bare.unwrap_or(cell).into()
}

/// The figures of a row, before their decimal separator and the order of day and month are known.
struct Raw<'a> {
    line: usize,
    record: &'a StringRecord,
    day: WrittenDate,
    value_day: Option<WrittenDate>,
    /// The figures, each with true for money out.
    amounts: Vec<(Figure, bool)>,
    balance: Option<Figure>,
    currency: Option<Currency>,
}

fn is_dated(record: &StringRecord, date: Option<usize>) -> bool {
    cell(record, date).is_some_and(|date| written_date(date).is_some())
}

/// True if a cell's text stands for an empty cell.
fn is_blank(text: &str) -> bool {
    matches!(text, "-" | "--" | "~" | "n/a")
}

impl<'a> Table<'a> {
    fn of(
        separator: char,
        rows: &'a Rows,
        hints: &ImportHints,
        find: impl Fn(&[(usize, StringRecord)]) -> Result<(usize, Columns), ImportError>,
    ) -> Result<Self, ImportError> {
        let row = |number: usize| number.checked_sub(1).and_then(|index| rows.get(index)).map(|(_, row)| row);
        let (head_row, columns, given) = match &hints.mapping {
            Some(mapping) => (mapping.head_row, Columns::from(mapping), mapping.currency),
            None => find(rows).map(|(head_row, columns)| (head_row, columns, None))?,
        };
        let (head, transactions) = (row(head_row), rows.get(head_row..).ok_or(ImportError::Empty)?);
        let mut columns = head.map_or(columns.clone(), |head| columns.named_by(head));
        let is_own = head.is_some_and(|head| head.iter().take(HEADS.len()).eq(HEADS));
        if is_own && hints.mapping.is_none() {
            // The printed description identifies transactions that were imported before.
            columns.descriptions = HEADS.iter().position(|head| *head == "Printed as").into_iter().collect();
        }
        let columns = match hints.mapping {
            Some(_) => columns,
            // The columns of the export are known, so that their contents do not matter.
            None if is_own => columns,
            None => columns
                .without_redundant_amounts(transactions)
                .with_indicator(head, transactions)
                .with_words(head, transactions),
        };
        let above = above_heads(&rows[..head_row.saturating_sub(1)]);
        let currency = given.or_else(|| usual_currency(&columns, above, transactions, hints.currency));
        let outs = transactions.iter().filter_map(|(_, row)| Figure::parse(cell(row, columns.money_out)?));
        let (below, above): (Vec<Figure>, Vec<Figure>) =
            outs.filter(|figure| !figure.is_zero()).partition(|figure| figure.negative);
        let named = |is: fn(&str) -> bool| head?.iter().position(is).filter(|column| !columns.uses(*column));
        let state = named(may_be_status_column);
        let party = |is: fn(&str) -> bool| {
            head?.iter().position(is).filter(|column| columns.descriptions.contains(column))
        };
        let accounts = head.map(accounts::Heads::of).unwrap_or_default();
        let dated = transactions.iter().map(|(_, row)| row).filter(|row| is_dated(row, columns.date));
        let prints_purchases = || head.is_some_and(|head| prints_purchases(head.iter()));
        Ok(Self {
            separator,
            currency,
            hint: hints.currency,
            state,
            parties: [party(is_payer), party(is_payee)],
            kind: named(is_kind),
            accounts: accounts.reliable(&dated, |column| columns.uses(column)),
            negate: hints.mapping.as_ref().map_or_else(prints_purchases, |mapping| mapping.negate),
            out_is_negative: !below.is_empty() && below.len() >= above.len(),
            columns,
            head_row,
            head,
            is_own,
            rows: transactions,
        })
    }

    /// Returns the mapping that was used, with all columns.
    fn mapping(&self, hints: &ImportHints) -> CsvMapping {
        let columns = &self.columns;
        let raws = self.raws();
        CsvMapping {
            separator: self.separator,
            head_row: self.head_row,
            date: columns.date.unwrap_or_default(),
            value_date: columns.value_date,
            descriptions: columns.descriptions.clone(),
            amount: columns.amount,
            money_in: columns.money_in,
            money_out: columns.money_out,
            fee: columns.fee,
            balance: columns.balance,
            currency_column: columns.currency,
            direction: columns.indicator,
            currency: self.currency,
            // A guessed order is not stored, because the dates of the next file may decide it.
            month_first: self
                .order(&raws, hints)
                .ok()
                .filter(|order| order.is_certain)
                .map(|order| order.month_first),
            decimal: Some(Self::decimal(&raws, hints)),
            negate: self.negate,
        }
    }

    fn decimal(raws: &[Raw<'_>], hints: &ImportHints) -> char {
        // Without a currency nothing is imported, so that any currency with cents will do here.
        let usual = hints.currency.or_else(|| Currency::parse("EUR").ok());
        let figures = raws.iter().flat_map(|raw| {
            let figures = raw.amounts.iter().map(|(figure, _)| figure).chain(&raw.balance);
            figures.filter_map(move |figure| Some((figure, raw.currency.or(usual)?)))
        });
        let given = hints.mapping.as_ref().and_then(|mapping| mapping.decimal);
        given.unwrap_or_else(|| decimal_of(figures))
    }

    /// Returns the rows that can be read.
    fn raws(&self) -> Vec<Raw<'a>> {
        self.rows.iter().filter_map(|(line, record)| self.raw(*line, record).ok().flatten()).collect()
    }

    fn order(&self, raws: &[Raw<'_>], hints: &ImportHints) -> Result<Order, ImportError> {
        if let Some(month_first) = hints.mapping.as_ref().and_then(|mapping| mapping.month_first) {
            return Ok(Order { month_first, is_certain: true });
        }
        let days: Vec<WrittenDate> = raws.iter().map(|raw| raw.day).collect();
        let others: Vec<WrittenDate> = raws.iter().filter_map(|raw| raw.value_day).collect();
        order(&days, &others, self.currency)
            .ok_or(ImportError::at(0, "the order of day and month is ambiguous"))
    }

    /// Returns the account that a row names.
    fn account_of(&self, line: usize) -> accounts::NamedAccount {
        let place = self.rows.binary_search_by_key(&line, |(line, _)| *line);
        place.map_or_else(
            |_| accounts::NamedAccount::default(),
            |place| self.accounts.named(&self.rows[place].1, self.is_own),
        )
    }

    /// True if a row states that it is not booked. A row with a balance is always booked.
    fn is_unbooked(&self, record: &StringRecord) -> bool {
        cell(record, self.state).is_some_and(is_unbooked) && cell(record, self.columns.balance).is_none()
    }

    /// Returns the accounts of the file, each with the lines of its transactions.
    fn drafts(&self, hints: &ImportHints) -> Result<Vec<(AccountDraft, Vec<usize>)>, ImportError> {
        let mut drafts: Vec<(accounts::NamedAccount, AccountDraft, Vec<usize>)> = Vec::new();
        for (line, transaction) in self.transactions(hints)? {
            let transaction = transaction?;
            let (currency, of) = (transaction.amount.currency(), self.account_of(line));
            let is_its = |(named, draft, _): &(accounts::NamedAccount, AccountDraft, Vec<usize>)| {
                draft.currency == currency && *named == of
            };
            let place = drafts.iter().position(is_its).unwrap_or_else(|| {
                let mut draft = AccountDraft::new(AccountKind::Other, currency);
                (draft.name, draft.number) = (of.name.clone(), of.number.clone());
                drafts.push((of, draft, Vec::new()));
                drafts.len() - 1
            });
            drafts[place].1.transactions.push(transaction);
            drafts[place].2.push(line);
            if drafts.len() > ACCOUNTS_MAX {
                return Err(ImportError::at(line, "too many accounts in one file"));
            }
        }
        Ok(drafts.into_iter().map(|(_, draft, lines)| (draft, lines)).collect())
    }

    /// Returns the transaction or the error of each row that states a transaction, with its line.
    fn transactions(&self, hints: &ImportHints) -> Result<Vec<LineTransaction>, ImportError> {
        let mut found = Vec::new();
        let mut raws = Vec::new();
        for (line, record) in self.rows {
            match self.raw(*line, record) {
                Ok(raw) => raws.extend(raw),
                Err(error) => found.push((*line, Err(error))),
            }
        }
        found.extend(self.undated().map(|line| (line, Err(ImportError::at(line, "invalid date")))));
        // A balance before the first transaction or after the last one is not a transaction. Any other row
        // without an amount is incomplete.
        let ends = [raws.first(), raws.last()].map(|raw| raw.map(|raw| raw.line));
        raws.retain(|raw| {
            let is_end = ends.contains(&Some(raw.line)) && raw.balance.is_some();
            if raw.amounts.is_empty() && !is_end {
                found.push((raw.line, Err(ImportError::at(raw.line, "invalid amount"))));
            }
            !raw.amounts.is_empty()
        });
        let decimal = Self::decimal(&raws, hints);
        let month_first = self.order(&raws, hints)?.month_first;
        raws.retain(|raw| {
            let is_certain = !self.turns(raw.record);
            if !is_certain {
                found.push((raw.line, Err(ImportError::at(raw.line, "the direction is missing or unknown"))));
            }
            is_certain
        });
        for raw in &raws {
            let transaction = raw
                .currency
                .ok_or(ImportError::NoCurrency)
                .and_then(|currency| self.transaction(raw, currency, decimal, month_first));
            let transaction = if self.negate {
                transaction.and_then(|transaction| negated(transaction, raw.line))
            } else {
                transaction
            };
            found.push((raw.line, transaction));
        }
        found.sort_by_key(|(line, _)| *line);
        Ok(found)
    }

    /// True if money out has another sign on this row than on most rows, as for a refund or an error.
    fn turns(&self, record: &StringRecord) -> bool {
        let out = cell(record, self.columns.money_out).and_then(Figure::parse);
        out.is_some_and(|out| !out.is_zero() && out.negative != self.out_is_negative)
    }

    /// Returns the lines that have an amount but no date, between the first and the last row with a date.
    /// Totals follow after that.
    fn undated(&self) -> impl Iterator<Item = usize> {
        let is_dated = |(_, record): &(usize, StringRecord)| is_dated(record, self.columns.date);
        let first = self.rows.iter().position(is_dated).unwrap_or_default();
        let last = self.rows.iter().rposition(is_dated).unwrap_or_default();
        let amounts = [self.columns.amount, self.columns.money_in, self.columns.money_out];
        let between = self.rows.get(first..last).unwrap_or_default();
        between.iter().filter_map(move |(line, record)| {
            let has_amount =
                amounts.iter().any(|column| cell(record, *column).and_then(Figure::parse).is_some());
            let is_transaction = has_amount && !self.is_unbooked(record);
            (is_transaction && cell(record, self.columns.date).is_none()).then_some(*line)
        })
    }

    /// Returns the currency of a row: from its own column, else from the marks beside its figures, else the
    /// usual one. Fails if these contradict each other.
    fn currency(&self, line: usize, record: &StringRecord) -> Result<Option<Currency>, ImportError> {
        let not = ImportError::at(line, "invalid currency");
        let column = match cell(record, self.columns.currency).filter(|cell| !is_blank(cell)) {
            Some(text) => Some(NamedCurrency::of(text).ok_or(not.clone())?),
            None => None,
        };
        let figures = self.columns.figures();
        let marks =
            beside(figures.iter().filter_map(|column| cell(record, *column))).map_err(|_| not.clone())?;
        let mut named = [column.map(NamedCurrency::to_code), marks].into_iter().flatten();
        let Some(first) = named.next() else { return Ok(self.currency) };
        // A currency that contradicts the headers belongs to another amount, such as a payment abroad.
        let mut others = named.chain(self.columns.unit);
        let named = others.try_fold(first, NamedCurrency::with).map_err(|_| not)?;
        Ok(named.settled(self.currency).or(named.settled(self.hint)))
    }

    /// Returns a row's figures; `None` if the row is empty, not booked, or a total below the transactions.
    fn raw<'b>(&self, line: usize, record: &'b StringRecord) -> Result<Option<Raw<'b>>, ImportError> {
        let columns = &self.columns;
        let Some(date) = cell(record, columns.date).filter(|_| !self.is_unbooked(record)) else {
            return Ok(None);
        };
        let figure = |column, what| match cell(record, column).filter(|text| !is_blank(text)) {
            Some(text) => Figure::parse(text).map(Some).ok_or(ImportError::at(line, what)),
            None => Ok(None),
        };
        let mut amounts = Vec::new();
        let outward = cell(record, columns.indicator).and_then(direction);
        for (column, goes) in
            [(columns.amount, outward == Some(true)), (columns.money_in, false), (columns.money_out, true)]
        {
            amounts.extend(figure(column, "invalid amount")?.map(|figure| (figure, goes)));
        }
        // A fee without an amount is not a transaction.
        let fee = figure(columns.fee, "invalid amount")?.filter(|_| !amounts.is_empty());
        amounts.extend(fee.map(|figure| (figure, true)));
        let Some(day) = written_date(date) else {
            // Text below the transactions, without an amount.
            return if amounts.is_empty() { Ok(None) } else { Err(ImportError::at(line, "invalid date")) };
        };
        let is_certain =
            |(figure, _): &(Figure, bool)| figure.negative || figure.is_zero() || outward.is_some();
        if columns.indicator.is_some() && columns.amount.is_some() && !amounts.first().is_none_or(is_certain)
        {
            return Err(ImportError::at(line, "the direction is missing or unknown"));
        }
        let value_day = cell(record, columns.value_date).and_then(written_date);
        let balance = figure(columns.balance, "invalid balance")?;
        let currency = self.currency(line, record)?;
        Ok(Some(Raw { line, record, day, value_day, amounts, balance, currency }))
    }

    fn transaction(
        &self,
        raw: &Raw<'_>,
        currency: Currency,
        decimal: char,
        month_first: bool,
    ) -> Result<TransactionDraft, ImportError> {
        let not = |what| ImportError::at(raw.line, what);
        let mut amount = Money::zero(currency);
        for (figure, goes) in &raw.amounts {
            let money = figure.money(decimal, currency).ok_or(not("invalid amount"))?;
            // Some banks print money out with a minus in a column of its own, others without.
            let outward = *goes && !money.is_negative();
            let money = if outward { money.checked_neg() } else { Ok(money) };
            amount = money.and_then(|money| amount.checked_add(money)).map_err(|_| not("invalid amount"))?;
        }
        let balance =
            raw.balance.as_ref().map(|figure| figure.money(decimal, currency).ok_or(not("invalid balance")));
        let date = raw.day.resolve(month_first).ok_or(not("invalid date"))?;
        Ok(TransactionDraft {
            date,
            value_date: raw.value_day.and_then(|day| day.resolve(month_first)).filter(|value| *value != date),
            description: self.description(raw.record, amount),
            amount,
            balance: balance.transpose()?,
            place: None,
        })
    }

    /// Returns the description of a row, without the user's own name if payer and payee are both stated.
    fn description(&self, record: &StringRecord, amount: Money) -> String {
        let own = match self.parties {
            [payer @ Some(_), Some(_)] if amount.is_negative() => payer,
            [Some(_), other @ Some(_)] => other,
            _ => None,
        };
        let columns = self.columns.descriptions.iter().filter(|column| own != Some(**column));
        let words = |column| {
            let cell = cell(record, column).filter(|cell| !matches!(*cell, "-" | "--"));
            cell.map(|cell| plain(cell, self.is_own))
        };
        let mut cells: Vec<Cow<'_, str>> = columns.filter_map(|column| words(Some(*column))).collect();
        if cells.is_empty() {
            cells.extend(words(self.kind));
        }
        let folded: Vec<String> = cells.iter().map(|cell| cell.to_lowercase()).collect();
        // `Cafe` beside `CAFE PARIS` adds nothing, and repeated text is used once.
        let says_nothing = |at: usize| {
            let is_in = |(other, text): (usize, &String)| {
                other != at && text.contains(&folded[at]) && (other < at || *text != folded[at])
            };
            folded.iter().enumerate().any(is_in)
        };
        let said = cells.iter().enumerate().filter(|(at, _)| !says_nothing(*at)).map(|(_, cell)| cell);
        said.flat_map(|cell| cell.split_whitespace()).collect::<Vec<_>>().join(" ")
    }
}

/// Returns the transaction with its amount and balance negated.
fn negated(transaction: TransactionDraft, line: usize) -> Result<TransactionDraft, ImportError> {
    let negated = |money: Money| money.checked_neg().map_err(|_| ImportError::at(line, "invalid amount"));
    let balance = transaction.balance.map(negated).transpose()?;
    Ok(TransactionDraft { amount: negated(transaction.amount)?, balance, ..transaction })
}
