//! The columns that only Saldo's own CSV has.

use csv::StringRecord;
use saldo_domain::own_csv::{HEADS, TransactionMarks, kind_of, splits_of};
use saldo_domain::spreadsheet::unescaped;
use saldo_domain::{Currency, Tag};

/// Returns the details of a row's transaction; `None` if the export would not write the row like this.
pub(super) fn marks(record: &StringRecord, currency: Currency) -> Option<TransactionMarks> {
    let cell = |name: &str| {
        let place = HEADS.iter().position(|head| *head == name)?;
        record.get(place).map(unescaped)
    };
    let filled = |name: &str| cell(name).filter(|text| !text.is_empty());
    let (description, printed) = (cell("Description")?, cell("Printed as")?);
    let tags = cell("Tags")?;
    let tags = tags.split(", ").filter(|tag| !tag.is_empty());
    Some(TransactionMarks {
        description: (description != printed).then_some(description),
        category: filled("Category"),
        tags: tags.map(|tag| Tag::parse(tag).ok()).collect::<Option<_>>()?,
        note: cell("Note")?,
        kind: kind_of(&cell("Kind")?)?,
        splits: splits_of(cell("Splits")?.trim(), currency)?,
        transfer: None,
    })
}
