//! The weights of all evidence, in one table.
//!
//! A fact is a printed figure that the entries can be checked against. Facts weigh so much more than words that no
//! number of words outweighs one contradiction; words decide between readings that explain the facts equally well.

/// A printed balance, total or count that follows from the entries.
pub(super) const HOLDS: i64 = 1_000;
/// One that contradicts them.
pub(super) const CONTRADICTS: i64 = -3_000;
/// A row whose sign nothing on the page decides.
pub(super) const UNDECIDED_SIGN: i64 = -400;
/// A row with figures of which none is an amount.
pub(super) const UNREAD_ROW: i64 = -150;
/// A column that is read as its head says.
pub(super) const HEAD: i64 = 60;
/// A column that is read in another way than its head says.
pub(super) const AGAINST_HEAD: i64 = -260;
/// A column without a head that is left out.
pub(super) const COLUMN_LEFT_OUT: i64 = -40;
/// A balance on the right of the amounts, where heads say nothing.
pub(super) const BALANCE_ON_THE_RIGHT: i64 = 15;
/// The words of a card, or of a bank account, for each by which they outnumber the others.
pub(super) const KIND_WORD: i64 = 30;
/// At most so many words of a kind count.
pub(super) const KIND_WORDS_MAX: i64 = 4;
/// A running balance beside the entries speaks for a bank account.
pub(super) const RUNNING_BALANCE_IS_BANK: i64 = 25;
/// Printed signs are used as they are.
pub(super) const SIGNS_AS_PRINTED: i64 = 40;
/// Signs are read against what is printed beside the figures.
pub(super) const SIGNS_AGAINST_MARKS: i64 = -200;
/// Sections decide the signs, and their headings are known.
pub(super) const KNOWN_SECTIONS: i64 = 80;
/// A section of unknown words takes the sign of the one before it in time.
pub(super) const UNKNOWN_SECTION: i64 = -10;
/// More money goes out than comes in, by rows, as for nearly everybody.
pub(super) const MOSTLY_OUT: i64 = 12;
/// Rows without a date of their own are entries of the day above.
pub(super) const UNDATED_ROWS: i64 = 25;
/// Two readings that explain the facts equally are told apart by words of at least this weight.
pub(super) const DECISIVE: i64 = 20;
