//! The columns of Saldo's own CSV that no bank has.

use csv::StringRecord;
use saldo_domain::own_csv::{EntryMarks, HEADS, kind_of, splits_of};
use saldo_domain::spreadsheet::unescaped;
use saldo_domain::{Currency, Tag};

/// What was added to the entry of a row; `None` where the row is not as the export writes it.
pub(super) fn marks(record: &StringRecord, currency: Currency) -> Option<EntryMarks> {
    let cell = |name: &str| {
        let place = HEADS.iter().position(|head| *head == name)?;
        record.get(place).map(unescaped)
    };
    let filled = |name: &str| cell(name).filter(|text| !text.is_empty());
    let (description, printed) = (cell("Description")?, cell("Printed as")?);
    let tags = cell("Tags")?;
    let tags = tags.split(", ").filter(|tag| !tag.is_empty());
    Some(EntryMarks {
        description: (description != printed).then_some(description),
        category: filled("Category"),
        tags: tags.map(|tag| Tag::parse(tag).ok()).collect::<Option<_>>()?,
        note: cell("Note")?,
        kind: kind_of(&cell("Kind")?)?,
        splits: splits_of(cell("Splits")?.trim(), currency)?,
    })
}
