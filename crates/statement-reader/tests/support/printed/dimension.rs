//! Habits of banks that can be held out.

/// A habit of banks for which the reader was not tuned. Each can be held out and measured separately.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Dimension {
    /// A card or reference number before each date, in the same cell.
    LeadReference,
    /// A minus in a column of its own.
    DetachedSign,
    /// Spaces between thousands.
    SpaceGroups,
    /// Whole amounts without decimals among others with decimals.
    WholeNumbers,
    /// Sections of which only the first has heads.
    BareSections,
    /// Sections under headings with unknown words.
    UnknownSections,
    /// A period of something else in a footnote.
    Footnote,
    /// Heads on the first page only.
    HeadsOnce,
    /// A summary in boxes, with labels above the figures.
    Boxes,
    /// Each cell of a transaction on a line of its own, after the head of its column.
    FieldALine,
    /// Lines of fields that are separated by semicolons.
    Separated,
    /// Each day on a line of its own above its transactions.
    DayHeadings,
    /// `DR` or `CR` in a column of its own.
    MarkColumn,
    /// Amounts and balances below the description.
    AmountBelow,
    /// A column that numbers the rows.
    RowNumbers,
    /// Dates broken over two lines.
    BrokenDates,
    /// Some descriptions run into the amount.
    GluedAmounts,
    /// A gap between the decimal separator and the decimals.
    DetachedCents,
    /// Large letters across the page, diagonally.
    Watermark,
    /// The currency of each row in a column of its own.
    CurrencyColumn,
    /// Column heads in unknown words.
    UnknownHeads,
    /// A language of which the reader has no words.
    UnknownLanguage,
    /// Dots between the description and the amount.
    Leaders,
    /// The date below the payee, in the column of descriptions.
    DateBelow,
    /// The first lines of a description above the line of the transaction.
    TextAbove,
    /// A list of accounts with balances above the transactions.
    AccountList,
    /// Fees and interest of the year below the transactions.
    YearToDate,
    /// The value date below the booking date, in one column.
    StackedDates,
    /// The original amount in another currency below the amount, in its column.
    OriginalBelow,
    /// Opening and closing balance named by their days only.
    DatedBalances,
    /// The summary again on each page.
    SummaryAgain,
    /// Vertical bars between the columns.
    Pipes,
    /// A time of day below each date.
    TimesBelow,
    /// The currency code before each figure.
    CodeBeforeFigures,
    /// Asterisks before the amounts.
    Stars,
    /// A row of sums after each day.
    DayTotals,
    /// An offer with a day and an amount between the rows.
    Advertisement,
    /// A closing balance without an opening one.
    ClosingOnly,
    /// The weekday before each date.
    Weekdays,
    /// Heads of letter-spaced print.
    SpacedHeads,
    /// The amounts on the left of the dates.
    AmountFirst,
    /// Another language of which the reader has no words.
    OtherLanguage,
    /// A payment slip below the transactions.
    PaymentSlip,
    /// The year on a line of its own, and no period.
    YearHeading,
    /// A word for the direction of the money in a column of its own.
    WordMarks,
    /// A triangle before money out.
    Triangle,
    /// Only the day of the month beside each transaction, below headings with the month and the year.
    DayOnly,
    /// The closing balance above the opening one.
    ClosingFirst,
    /// `DR` or `CR` before each amount.
    LeadMarks,
    /// Descriptions with dates and amounts.
    TalkativeDescriptions,
    /// The totals so far at the end of each page.
    CarriedTotals,
    /// A word in empty cells.
    WordFillers,
    /// Later pages with another margin.
    WideShift,
    /// Digits as wide as letters.
    FullWidth,
    /// A word for the direction beside amounts without signs.
    BareWordMarks,
    /// Opening and closing balance in sentences.
    BalanceSentences,
    /// Sums below the columns without any words.
    SilentTotals,
    /// Some descriptions begin where the date ends.
    GluedDates,
    /// Single spaces between all cells of a line, as in text from a terminal.
    RunningText,
    /// Decimals without the zeros at their end, but at least one: `8.5`, `3500.0`.
    FewDecimals,
    /// Some descriptions begin before the date ends.
    OverlappingText,
}

impl Dimension {
    /// Habits that were generated first. The reader's results with them are known.
    pub(crate) const FIRST: [Self; 9] = [
        Self::LeadReference,
        Self::DetachedSign,
        Self::SpaceGroups,
        Self::WholeNumbers,
        Self::BareSections,
        Self::UnknownSections,
        Self::Footnote,
        Self::HeadsOnce,
        Self::Boxes,
    ];

    /// Habits that were added on 24 November 2026, after the reader had been finished for the first ones.
    pub(crate) const SECOND: [Self; 14] = [
        Self::FieldALine,
        Self::Separated,
        Self::DayHeadings,
        Self::MarkColumn,
        Self::AmountBelow,
        Self::RowNumbers,
        Self::BrokenDates,
        Self::GluedAmounts,
        Self::DetachedCents,
        Self::Watermark,
        Self::CurrencyColumn,
        Self::UnknownHeads,
        Self::UnknownLanguage,
        Self::Leaders,
    ];

    /// Habits that were added and measured before the reader was changed for any of them.
    pub(crate) const THIRD: [Self; 23] = [
        Self::DateBelow,
        Self::TextAbove,
        Self::AccountList,
        Self::YearToDate,
        Self::StackedDates,
        Self::OriginalBelow,
        Self::DatedBalances,
        Self::SummaryAgain,
        Self::Pipes,
        Self::TimesBelow,
        Self::CodeBeforeFigures,
        Self::Stars,
        Self::DayTotals,
        Self::Advertisement,
        Self::ClosingOnly,
        Self::Weekdays,
        Self::SpacedHeads,
        Self::AmountFirst,
        Self::OtherLanguage,
        Self::PaymentSlip,
        Self::YearHeading,
        Self::WordMarks,
        Self::Triangle,
    ];

    /// Habits that were added and measured after the reader had been finished for the others.
    pub(crate) const FOURTH: [Self; 11] = [
        Self::DayOnly,
        Self::ClosingFirst,
        Self::LeadMarks,
        Self::TalkativeDescriptions,
        Self::CarriedTotals,
        Self::WordFillers,
        Self::WideShift,
        Self::FullWidth,
        Self::BareWordMarks,
        Self::BalanceSentences,
        Self::SilentTotals,
    ];

    /// Habits that were added and measured after the reader had been finished for the others, the last one
    /// excepted.
    pub(crate) const FIFTH: [Self; 4] =
        [Self::GluedDates, Self::RunningText, Self::FewDecimals, Self::OverlappingText];
}
