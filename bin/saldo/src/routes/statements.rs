//! `/api/statements`: uploaded statements and their transactions.

use actix_web::http::header::{
    Charset, ContentDisposition, DispositionParam, DispositionType, ExtendedValue,
};
use actix_web::{HttpResponse, web};
use saldo_domain::Statement;
use saldo_statement_ingest::page::PhotoFormat;
use saldo_statement_ingest::{FileKind, StoredFile};
use saldo_wire::described::File;
use saldo_wire::lists::{List, PageQuery};
use saldo_wire::statements::{AccountQuery, StatementBody};
use saldo_wire::transactions::TransactionBody;

use crate::answer::{Answer, Done, NoContent, answer};
use crate::error::ApiError;
use crate::extract::PathId;
use crate::session::{CurrentUser, FreshUser};

/// `GET /api/statements` — lists the statements, or those with a part of `account`, newest first.
///
/// # Errors
/// 400 for an invalid cursor or limit, 404 for an unknown account.
#[utoipa::path(get, path = "/statements", responses((status = 404)))]
pub async fn list_statements(
    user: CurrentUser,
    account: web::Query<AccountQuery>,
    page: web::Query<PageQuery>,
) -> Answer<List<StatementBody>> {
    answer(user.app.ingest.statements(user.id(), account.account()?, page.request()?).await?)
}

/// `GET /api/statements/{id}` — returns one statement.
///
/// # Errors
/// 404 for an unknown statement.
#[utoipa::path(get, path = "/statements/{id}")]
pub async fn get_statement(user: CurrentUser, id: PathId<Statement>) -> Answer<StatementBody> {
    answer(user.app.ingest.statement(user.id(), id.0).await?)
}

/// `DELETE /api/statements/{id}` — deletes the statement, its file, and the transactions that were found only
/// in it.
///
/// # Errors
/// 404 for an unknown statement.
#[utoipa::path(delete, path = "/statements/{id}")]
pub async fn delete_statement(user: FreshUser, id: PathId<Statement>) -> Done {
    if user.app.ingest.delete_statement(user.id(), id.0).await? {
        Ok(NoContent)
    } else {
        Err(ApiError::not_found())
    }
}

/// `GET /api/statements/{id}/file` — returns the file as it was uploaded. It is sandboxed, because its
/// content is not trusted.
///
/// # Errors
/// 404 for an unknown statement.
#[utoipa::path(
    get, path = "/statements/{id}/file",
    responses(
        (
            status = 200,
            content(
                (File = "application/pdf"),
                (File = "image/jpeg"),
                (File = "image/png"),
                (File = "application/octet-stream"),
            ),
            headers(("Content-Disposition" = String, description = "The file name at upload.")),
        ),
    ),
)]
pub async fn get_statement_file(user: CurrentUser, id: PathId<Statement>) -> Result<HttpResponse, ApiError> {
    let StoredFile { statement, kind, bytes } = user.app.ingest.open_file(user.id(), id.0).await?;
    // Browsers show PDFs in an isolated viewer; other files might be interpreted as a web page.
    let (content_type, disposition) = match kind {
        Some(FileKind::Pdf) => ("application/pdf", DispositionType::Inline),
        Some(FileKind::Picture(PhotoFormat::Jpeg)) => ("image/jpeg", DispositionType::Inline),
        Some(FileKind::Picture(PhotoFormat::Png)) => ("image/png", DispositionType::Inline),
        Some(FileKind::Import(_) | FileKind::Zip) | None => {
            ("application/octet-stream", DispositionType::Attachment)
        }
    };
    let disposition = named(disposition, &statement.file_name);
    Ok(HttpResponse::Ok()
        .content_type(content_type)
        .insert_header(disposition)
        .insert_header(("content-security-policy", "sandbox; default-src 'none'"))
        .insert_header(("cache-control", "private, no-store"))
        .no_chunking(statement.size)
        .streaming(bytes))
}

/// Builds `Content-Disposition` with a file name (RFC 6266): an ASCII name that every client reads, and the
/// exact name in UTF-8 if it differs.
pub(super) fn named(disposition: DispositionType, name: &str) -> ContentDisposition {
    let plain =
        |letter: char| letter.is_ascii_graphic() && !matches!(letter, '"' | '\\' | '%') || letter == ' ';
    let fallback: String = name.chars().map(|letter| if plain(letter) { letter } else { '_' }).collect();
    let is_plain = fallback == name;
    let mut parameters = vec![DispositionParam::Filename(fallback)];
    if !is_plain {
        let (charset, value) = (Charset::Ext("UTF-8".to_owned()), name.as_bytes().to_vec());
        parameters.push(DispositionParam::FilenameExt(ExtendedValue { charset, language_tag: None, value }));
    }
    ContentDisposition { disposition, parameters }
}

/// `GET /api/statements/{id}/transactions` — lists the transactions in the statement's own order, account by
/// account.
///
/// # Errors
/// 404 for an unknown statement.
#[utoipa::path(get, path = "/statements/{id}/transactions")]
pub async fn list_statement_transactions(
    user: CurrentUser,
    id: PathId<Statement>,
) -> Answer<List<TransactionBody>> {
    let lines = user.app.ingest.lines(user.id(), id.0).await?;
    let items = lines.into_iter().map(|line| TransactionBody::from(line.transaction)).collect();
    answer(List::whole(items))
}
