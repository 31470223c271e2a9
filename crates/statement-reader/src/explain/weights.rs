//! Weights of all evidence in one table.
//!
//! A fact is a printed figure that the transactions can be compared with. Facts weigh much more than words,
//! so that no number of words outweighs a contradiction. Words decide between readings that explain the facts
//! equally well.

/// A printed balance, total or count that follows from the transactions.
pub(super) const HOLDS: i64 = 1_000;
/// A printed figure that contradicts the transactions.
pub(super) const CONTRADICTS: i64 = -3_000;
/// A row whose sign nothing on the page decides.
pub(super) const UNDECIDED_SIGN: i64 = -400;
/// A dated row that gives no transaction.
pub(super) const UNREAD_ROW: i64 = -150;
/// A column read as its head says.
pub(super) const HEAD: i64 = 60;
/// A column read against its head.
pub(super) const AGAINST_HEAD: i64 = -260;
/// A column without a head, or of amounts or fees, that is left out; or a column of one direction read as
/// both.
pub(super) const COLUMN_LEFT_OUT: i64 = -40;
/// A balance to the right of the amounts.
pub(super) const BALANCE_ON_THE_RIGHT: i64 = 15;
/// Unit of evidence that the statement is a card's. It counts for balances owed and against balances held.
pub(super) const KIND_WORD: i64 = 30;
/// Units that the words of a card statement give. Without such words, one unit counts against a card.
pub(super) const KIND_WORDS_MAX: i64 = 4;
/// A plus beside a balance, against amounts owed. It outweighs all words of a card.
pub(super) const PLUS_IS_HELD: i64 = -3 * KIND_WORDS_MAX * KIND_WORD;
/// Balances owed, if some words are those of a card and none says so. It decides nothing.
pub(super) const OWED_IF_OPEN: i64 = 5;
/// A running balance beside the transactions, which suggests a bank account.
pub(super) const RUNNING_BALANCE_IS_BANK: i64 = 25;
/// Signs used as printed.
pub(super) const SIGNS_AS_PRINTED: i64 = 40;
/// Signs used against the marks beside the figures.
pub(super) const SIGNS_AGAINST_MARKS: i64 = -200;
/// Signs decided by sections with known headings.
pub(super) const KNOWN_SECTIONS: i64 = 80;
/// Each section with an unknown heading, whose direction is assumed.
pub(super) const UNKNOWN_SECTION: i64 = -10;
/// More rows of money out than of money in, which is usual.
pub(super) const MOSTLY_OUT: i64 = 12;
/// Every row lies between two figures that prove it. This selects a reading, but excludes no other.
pub(super) const COVERED: i64 = 40;
/// Rows without a date of their own are transactions of a day printed above or below.
pub(super) const UNDATED_ROWS: i64 = 25;
/// An opening balance printed above the closing one, if only the figures distinguish the two.
pub(super) const OPENING_FIRST: i64 = 15;
/// Smallest difference of words that decides between two readings with equal facts.
pub(super) const DECISIVE: i64 = 20;
