//! `render_chart`: figures that the web page draws as bars, in the format of `spending`.

use async_trait::async_trait;
use chrono::NaiveDate;
use saldo_domain::transaction::Direction;
use serde::Deserialize;
use serde_json::{Value, json};

use super::net_worth::NetWorth;
use super::selection::{SelectionInput, schema};
use super::spending::Spending;
use super::{Context, Tool, ToolError};

pub(super) struct Chart;

#[derive(Deserialize)]
pub(super) struct Input {
    #[serde(flatten)]
    selection: SelectionInput,
    of: Of,
    #[serde(default)]
    by: By,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Of {
    Spending,
    Income,
    NetWorth,
}

#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
enum By {
    #[default]
    Month,
    Category,
    Merchant,
    Account,
    Weekday,
}

#[async_trait]
impl Tool for Chart {
    type Input = Input;
    const NAME: &'static str = "render_chart";
    const DESCRIPTION: &'static str = "Draws a bar chart on the user's screen: spending or income by month, category, merchant, account or weekday, or \
        net worth at the end of each month. Say in words what the bars show.";
    const SUMS_ACCOUNTS: bool = true;

    fn parameters() -> Value {
        let mut schema = schema(&json!({
            "of": {"type": "string", "enum": ["spending", "income", "net_worth"], "description": "The figure to draw."},
            "by": {"type": "string", "enum": ["month", "category", "merchant", "account", "weekday"], "description": "The grouping; default: month. Net worth is by month only."},
        }));
        schema["required"] = json!(["of"]);
        schema
    }

    async fn run(input: Input, context: &Context<'_>) -> Result<Value, ToolError> {
        match input.of {
            Of::NetWorth => net_worth(input.selection, context).await,
            of => {
                let direction = if of == Of::Income { Direction::In } else { Direction::Out };
                let selection = SelectionInput { direction: Some(direction), ..input.selection };
                Spending::run(input.by.of(selection), context).await
            }
        }
    }
}

async fn net_worth(selection: SelectionInput, context: &Context<'_>) -> Result<Value, ToolError> {
    let read = |text: Value| serde_json::from_value::<NaiveDate>(text).ok();
    let worth =
        NetWorth::run(super::net_worth::Input::between(selection.from, selection.to), context).await?;
    let points = worth["points"].as_array().into_iter().flatten();
    let rows: Vec<Value> = points
        .flat_map(|point| {
            let month = read(point["date"].clone()).map(|day| day.format("%Y-%m").to_string());
            let sums = point["sums"].as_array().into_iter().flatten();
            let row = move |sum| {
                let mut row = json!({"group": month, "amount": sum});
                if !point["converted"].is_null() {
                    row["all_in_preferred_currency"] = point["converted"].clone();
                }
                row
            };
            sums.map(row).collect::<Vec<_>>()
        })
        .collect();
    Ok(json!({
        "filter": {"of": "net_worth"},
        "rows": rows,
        "rows_left_out": worth["points_left_out"],
        "coverage": worth["coverage"],
    }))
}

impl By {
    fn of(self, selection: SelectionInput) -> super::spending::Input {
        use super::spending::By as Row;
        let by = match self {
            Self::Month => Row::Month,
            Self::Category => Row::Category,
            Self::Merchant => Row::Merchant,
            Self::Account => Row::Account,
            Self::Weekday => Row::Weekday,
        };
        super::spending::Input::bars(selection, by)
    }
}
