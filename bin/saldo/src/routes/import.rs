//! `/api/import`: data files of banks and other programs, previewed first and imported after the user
//! confirms.

use actix_multipart::{Field, Multipart};
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use futures::{StreamExt, TryStreamExt};
use saldo_domain::{
    Account, AccountId, AccountKind, Currency, Date, EntryDraft, Money, Statement, StatementId,
};
use saldo_statement_ingest::import::{CsvMapping, ImportFormat};
use saldo_statement_ingest::{ImportPreview, ImportProblem, PreviewedCsv};
use saldo_storage::{ImportChoice, NewHandAccount, SavedMapping};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::app::App;
use crate::error::ApiError;
use crate::extract::{Json, PathId, id_of, one_line};
use crate::openapi::{AnyId, DecimalText, ImportForm};
use crate::routes::process_statement;
use crate::session::CurrentUser;
use crate::wire::List;

/// Maximum size of a text part beside the file, in bytes.
const TEXT_BYTES_MAX: usize = 16 * 1024;
/// Maximum number of transactions and of problems in a preview.
const SHOWN_MAX: usize = 20;
/// Maximum length of an account's name, in characters.
const NAME_CHARACTERS_MAX: usize = 200;

/// The parts of a preview request.
#[derive(Default)]
struct Asked {
    statement: Option<(Statement, bool)>,
    mapping: Option<CsvMapping>,
    account: Option<AccountId>,
    /// The currency of the account that is to be created for the file.
    currency: Option<Currency>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ImportPreview)]
struct PreviewBody {
    statement_id: StatementId,
    duplicate_of: Option<StatementId>,
    format: &'static str,
    mapping: Option<CsvMapping>,
    mapping_from: Option<&'static str>,
    columns: Vec<String>,
    account_id: Option<AccountId>,
    accounts: Vec<AccountBody>,
    transaction_count: usize,
    transactions: Vec<EntryBody>,
    problem_count: usize,
    problems: Vec<ProblemBody>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PreviewedAccount)]
struct AccountBody {
    number_masked: Option<String>,
    name: Option<String>,
    kind: AccountKind,
    currency: Currency,
    #[schema(value_type = Option<DecimalText>)]
    opening_balance: Option<String>,
    #[schema(value_type = Option<DecimalText>)]
    closing_balance: Option<String>,
    transaction_count: usize,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PreviewedTransaction)]
struct EntryBody {
    date: Date,
    value_date: Option<Date>,
    description: String,
    #[schema(value_type = DecimalText)]
    amount: String,
    currency: Currency,
    #[schema(value_type = Option<DecimalText>)]
    balance: Option<String>,
}

impl From<&EntryDraft> for EntryBody {
    fn from(entry: &EntryDraft) -> Self {
        Self {
            date: entry.date,
            value_date: entry.value_date,
            description: entry.description.clone(),
            amount: entry.amount.decimal(),
            currency: entry.amount.currency(),
            balance: entry.balance.map(Money::decimal),
        }
    }
}

#[derive(Serialize, ToSchema)]
#[schema(as = RowProblem)]
struct ProblemBody {
    line: usize,
    what: String,
}

/// `POST /api/import/preview` — previews the import of a file. Nothing is imported; the file is stored like
/// an upload.
///
/// # Errors
/// 400 without a file or with an invalid mapping; 404 for an unknown statement or account; 413 if the file is
/// too large; 415 for a file that is not a data file; 422 if it cannot be read.
#[utoipa::path(
    post, path = "/import/preview",
    request_body(content = ImportForm, content_type = "multipart/form-data"),
    responses((status = 200, body = PreviewBody), (status = 404), (status = 413), (status = 415), (status = 422)),
)]
pub async fn preview_import(
    app: web::Data<App>,
    user: CurrentUser,
    request: HttpRequest,
    payload: web::Payload,
) -> Result<HttpResponse, ApiError> {
    let asked = receive(&app, &user, Multipart::new(request.headers(), payload)).await?;
    let (statement, duplicate) = asked.statement.ok_or_else(|| {
        ApiError::bad_request("Send the file as a part with a filename, or its statementId")
    })?;
    let account = match asked.account {
        Some(id) => Some(find_account(&app, &user, id).await?),
        None => None,
    };
    let currency = match (&account, asked.currency) {
        (Some(_), Some(_)) => return Err(ApiError::bad_request("Send accountId or currency, not both")),
        (Some(account), None) => account.currency,
        (None, currency) => currency.unwrap_or(app.config.currency),
    };
    let look = async |mapping| look(&app, &user, statement.id, mapping, currency).await;
    let given = asked.mapping.is_some();
    let mut preview = look(asked.mapping).await.map_err(only_for_programs)?;
    let mut from = if given { "given" } else { "guessed" };
    let mut account = account.map(|account| account.id);
    if let (ImportPreview::Csv(csv), false) = (&preview, given) {
        let saved = app.storage.list_import_mappings(user.id()).await?;
        if let Some((mut mapping, of)) = saved_for(saved, &csv.header, account) {
            if asked.currency.is_some() {
                // For another account the columns are the same, but the currency is its own.
                mapping.currency = asked.currency;
            } else {
                account = account.or(of);
            }
            // A saved mapping may have an older shape, or may not fit this file despite the same header.
            if let Ok(with_saved) = look(Some(mapping)).await {
                preview = with_saved;
                from = "saved";
            }
        }
    }
    let duplicate_of = duplicate.then_some(statement.id);
    Ok(HttpResponse::Ok().json(body_of(statement.id, duplicate_of, preview, from, account)))
}

/// Previews a stored file. Waits until no other preview of the user is running.
async fn look(
    app: &App,
    user: &CurrentUser,
    statement: StatementId,
    mapping: Option<CsvMapping>,
    currency: Currency,
) -> Result<ImportPreview, saldo_statement_ingest::Error> {
    let _turn = app.import_turns.of(user.id()).await;
    app.ingest.preview_import(user.id(), statement, mapping, currency).await
}

/// Returns the mapping that was last confirmed for files with this header, and its account if there is only
/// one.
fn saved_for(
    mut saved: Vec<SavedMapping>,
    header: &str,
    account: Option<AccountId>,
) -> Option<(CsvMapping, Option<AccountId>)> {
    saved.retain(|saved| saved.header == header && account.is_none_or(|only| only == saved.account));
    let only = (saved.len() == 1).then(|| saved[0].account);
    let mapping = serde_json::from_value(saved.into_iter().next()?.mapping).ok()?;
    Some((mapping, only))
}

fn only_for_programs(error: saldo_statement_ingest::Error) -> ApiError {
    match error {
        saldo_statement_ingest::Error::UnknownFormat => ApiError::new(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "Only CSV, OFX, QIF, CAMT.053 and MT940 can be imported; send a PDF to POST /process-statement",
        ),
        error => error.into(),
    }
}

async fn receive(app: &App, user: &CurrentUser, mut parts: Multipart) -> Result<Asked, ApiError> {
    let mut asked = Asked::default();
    while let Some(mut part) = parts.try_next().await.map_err(|_| malformed())? {
        let disposition = part.content_disposition().cloned();
        let name = part.name().unwrap_or_default().to_owned();
        if let Some(file_name) = disposition.as_ref().and_then(|value| value.get_filename()) {
            if asked.statement.is_some() {
                return Err(ApiError::bad_request("The upload has several files; send one file per import"));
            }
            let bytes = (&mut part).map_err(|error| std::io::Error::other(error.to_string())).fuse();
            let uploaded = app.ingest.upload(user.id(), file_name, bytes).await?;
            asked.statement = Some((uploaded.statement, uploaded.duplicate));
            continue;
        }
        match name.as_str() {
            "statementId" => {
                let id = id_of(&text_of(&mut part).await?)?;
                let found = app.storage.find_statement(user.id(), id).await?;
                asked.statement = Some((found.ok_or_else(ApiError::not_found)?, false));
            }
            "currency" => {
                let currency = Currency::parse(&text_of(&mut part).await?);
                let currency = currency
                    .map_err(|_| ApiError::bad_request("currency must be an ISO 4217 code like EUR"))?;
                asked.currency = Some(currency);
            }
            "accountId" => asked.account = Some(id_of(&text_of(&mut part).await?)?),
            "mapping" => {
                let mapping: CsvMapping = serde_json::from_str(&text_of(&mut part).await?)
                    .map_err(|error| ApiError::bad_request(format!("mapping is invalid: {error}")))?;
                asked.mapping = Some(checked(mapping)?);
            }
            _ => {}
        }
    }
    Ok(asked)
}

async fn text_of(part: &mut Field) -> Result<String, ApiError> {
    let too_long = || ApiError::bad_request(format!("A text part can have at most {TEXT_BYTES_MAX} bytes"));
    let bytes = part.bytes(TEXT_BYTES_MAX).await.map_err(|_| too_long())?.map_err(|_| malformed())?;
    String::from_utf8(bytes.to_vec()).map_err(|_| ApiError::bad_request("A text part must be UTF-8"))
}

fn malformed() -> ApiError {
    ApiError::bad_request("The body is incomplete or not well-formed multipart/form-data; send it again")
}

fn checked(mapping: CsvMapping) -> Result<CsvMapping, ApiError> {
    mapping.check().map_err(|error| ApiError::bad_request(error.to_string()))?;
    Ok(mapping)
}

async fn find_account(app: &App, user: &CurrentUser, id: AccountId) -> Result<Account, ApiError> {
    app.storage.find_account(user.id(), id).await?.ok_or_else(ApiError::not_found)
}

/// Returns the name of a format on the wire.
const fn name_of(format: ImportFormat) -> &'static str {
    match format {
        ImportFormat::Csv => "csv",
        ImportFormat::Xlsx => "xlsx",
        ImportFormat::Ofx => "ofx",
        ImportFormat::Qif => "qif",
        ImportFormat::Camt053 => "camt053",
        ImportFormat::Mt940 => "mt940",
    }
}

fn body_of(
    statement_id: StatementId,
    duplicate_of: Option<StatementId>,
    preview: ImportPreview,
    from: &'static str,
    account_id: Option<AccountId>,
) -> PreviewBody {
    let whole = PreviewBody {
        statement_id,
        duplicate_of,
        format: "csv",
        mapping: None,
        mapping_from: None,
        columns: Vec::new(),
        account_id,
        accounts: Vec::new(),
        transaction_count: 0,
        transactions: Vec::new(),
        problem_count: 0,
        problems: Vec::new(),
    };
    match preview {
        ImportPreview::Csv(csv) => PreviewBody {
            format: name_of(csv.format),
            mapping: Some(csv.mapping),
            mapping_from: Some(from),
            columns: csv.head,
            transaction_count: csv.entries.len(),
            transactions: csv.entries.iter().take(SHOWN_MAX).map(EntryBody::from).collect(),
            problem_count: csv.problems.len(),
            problems: csv
                .problems
                .iter()
                .take(SHOWN_MAX)
                .map(|problem| ProblemBody { line: problem.line, what: problem.what.clone() })
                .collect(),
            ..whole
        },
        ImportPreview::Accounts { format, accounts } => PreviewBody {
            format: name_of(format),
            transaction_count: accounts.iter().map(|account| account.entries.len()).sum(),
            transactions: accounts
                .iter()
                .flat_map(|account| &account.entries)
                .take(SHOWN_MAX)
                .map(EntryBody::from)
                .collect(),
            accounts: accounts
                .iter()
                .map(|account| AccountBody {
                    number_masked: account.number.as_deref().map(saldo_domain::account::mask_number),
                    name: account.name.clone(),
                    kind: account.kind,
                    currency: account.currency,
                    opening_balance: account.opening_balance.map(Money::decimal),
                    closing_balance: account.closing_balance.map(Money::decimal),
                    transaction_count: account.entries.len(),
                })
                .collect(),
            ..whole
        },
    }
}

/// A file to import, and the import options.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportRequest {
    #[schema(value_type = AnyId)]
    statement_id: String,
    mapping: Option<CsvMapping>,
    #[schema(value_type = Option<AnyId>)]
    account_id: Option<String>,
    account: Option<NewAccount>,
}

/// An account to create for the file.
#[derive(Deserialize, ToSchema)]
#[schema(as = ImportAccount)]
pub struct NewAccount {
    name: String,
    kind: AccountKind,
    currency: Currency,
}

/// `POST /api/import` — imports a previewed file and saves its mapping. Transactions that exist already are
/// not imported again. The answer is that of `POST /process-statement`.
///
/// # Errors
/// 400 for an invalid mapping, account or currency; 404 for a statement or account that is not the user's;
/// 415 for a PDF; 422 if a row cannot be read or the detected mapping is not confirmed.
#[utoipa::path(
    post, path = "/import",
    params(
        ("Prefer" = Option<String>, Header, description = "`wait=N` seconds, or `respond-async` (RFC 7240)."),
    ),
    request_body = ImportRequest,
    responses(
        (
            status = 200,
            body = process_statement::ProcessedBody,
            headers(("Preference-Applied" = String, description = "The preference that was heeded.")),
        ),
        (
            status = 202,
            body = process_statement::AcceptedBody,
            headers(("Location" = String, description = "Where the job is watched.")),
        ),
        (status = 404),
        (status = 415),
        (status = 422),
    ),
)]
pub async fn import_file(
    app: web::Data<App>,
    user: CurrentUser,
    request: HttpRequest,
    body: Json<ImportRequest>,
) -> Result<HttpResponse, ApiError> {
    let body = body.into_inner();
    let id = id_of(&body.statement_id)?;
    let statement = app.storage.find_statement(user.id(), id).await?.ok_or_else(ApiError::not_found)?;
    let mapping = body.mapping.map(checked).transpose()?;
    let account = match (&body.account_id, &body.account) {
        (Some(_), Some(_)) => return Err(ApiError::bad_request("Send accountId or account, not both")),
        (Some(id), None) => Some(find_account(&app, &user, id_of(id)?).await?.currency),
        (None, Some(new)) => Some(new.currency),
        (None, None) => None,
    };
    let currency = account.unwrap_or(app.config.currency);
    let preview = look(&app, &user, id, mapping.clone(), currency).await;
    let (mapping, header) = match preview.map_err(only_for_programs)? {
        ImportPreview::Csv(csv) => {
            // Before anything is created or saved: a file that cannot be imported must leave no account and
            // no mapping.
            understood(&csv)?;
            if mapping.is_none() && !csv.is_proven {
                // Neither column names nor balances confirm the detected mapping.
                return Err(ApiError::new(
                    StatusCode::UNPROCESSABLE_ENTITY,
                    "The columns of the file are not certain; check the preview, correct its mapping and send \
                     it with the file",
                ));
            }
            fits(account, csv.entries.iter().map(|entry| entry.amount.currency()))?;
            (Some(mapping.unwrap_or(csv.mapping)), Some(csv.header))
        }
        ImportPreview::Accounts { accounts, .. } => {
            if account.is_some() && accounts.len() > 1 {
                return Err(ApiError::bad_request(
                    "The file has several accounts; leave out accountId and account",
                ));
            }
            fits(account, accounts.iter().map(|account| account.currency))?;
            (None, None)
        }
    };
    let account = match (body.account_id, body.account) {
        (Some(id), _) => Some(id_of(&id)?),
        (None, Some(new)) => Some(make_account(&app, &user, new).await?),
        (None, None) => None,
    };
    let mapping =
        mapping.map(serde_json::to_value).transpose().map_err(|error| ApiError::internal(&error))?;
    let choice = ImportChoice { account, mapping };
    let now = app.clock.now();
    if !app.storage.put_import_choice(user.id(), id, choice, header, now).await? {
        return Err(ApiError::not_found());
    }
    process_statement::run(&app, &user, &request, statement.id, None).await
}

fn understood(csv: &PreviewedCsv) -> Result<(), ApiError> {
    let Some(ImportProblem { line, what }) = csv.problems.first() else { return Ok(()) };
    Err(ApiError::new(
        StatusCode::UNPROCESSABLE_ENTITY,
        format!(
            "Line {line} cannot be read ({what}). Correct the mapping, or correct the line and send the \
             file again"
        ),
    ))
}

/// Checks that every line is in the account's currency.
fn fits(account: Option<Currency>, lines: impl IntoIterator<Item = Currency>) -> Result<(), ApiError> {
    let Some(account) = account else { return Ok(()) };
    match lines.into_iter().find(|currency| *currency != account) {
        Some(other) => Err(ApiError::bad_request(format!(
            "The file has transactions in {other}, but the account is in {account}; choose another account"
        ))),
        None => Ok(()),
    }
}

async fn make_account(app: &App, user: &CurrentUser, new: NewAccount) -> Result<AccountId, ApiError> {
    let now = app.clock.now();
    let new = NewHandAccount {
        id: AccountId::new(now),
        name: one_line("name", &new.name, NAME_CHARACTERS_MAX)?,
        institution: None,
        kind: new.kind,
        currency: new.currency,
    };
    Ok(app.storage.insert_account(user.id(), new, now).await?.id)
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SavedMapping)]
struct MappingBody {
    account_id: AccountId,
    #[schema(value_type = CsvMapping)]
    mapping: serde_json::Value,
    updated_at: saldo_domain::Timestamp,
}

/// `GET /api/import/mappings` — lists the saved mapping of each account, latest first.
///
/// # Errors
/// None of its own.
#[utoipa::path(get, path = "/import/mappings", responses((status = 200, body = List<MappingBody>)))]
pub async fn list_mappings(app: web::Data<App>, user: CurrentUser) -> Result<HttpResponse, ApiError> {
    let saved = app.storage.list_import_mappings(user.id()).await?;
    let items = saved.into_iter().map(|saved| MappingBody {
        account_id: saved.account,
        mapping: saved.mapping,
        updated_at: saved.updated_at,
    });
    Ok(HttpResponse::Ok().json(List::whole(items.collect())))
}

/// `DELETE /api/import/mappings/{id}` — deletes the saved mappings of the account with this id.
///
/// # Errors
/// 404 for an unknown account.
#[utoipa::path(delete, path = "/import/mappings/{id}", responses((status = 204)))]
pub async fn delete_mappings(
    app: web::Data<App>,
    user: CurrentUser,
    id: PathId<Account>,
) -> Result<HttpResponse, ApiError> {
    if !app.storage.delete_import_mappings(user.id(), id.0).await? {
        return Err(ApiError::not_found());
    }
    Ok(HttpResponse::NoContent().finish())
}
