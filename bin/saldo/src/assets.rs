//! The embedded web UI: the files that `build.rs` collected, with caching and security headers.
//!
//! Files under `assets/` have a hash in their name and never change. All other files are revalidated on each
//! use and answered with 304 if unchanged. A path that names no file belongs to the UI's own routes and gets
//! `index.html`. A file with compressed copies is stored as these only, and unpacked for clients that accept
//! neither.

use std::borrow::Cow;
use std::io::{self, Read};

use actix_web::http::header::{
    self, AcceptEncoding, ContentEncoding, ETag, Encoding, EntityTag, Header, HeaderName, HeaderValue,
    IfNoneMatch,
};
use actix_web::http::{Method, StatusCode};
use actix_web::middleware::DefaultHeaders;
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder, web};
use flate2::read::GzDecoder;
use rust_embed::{Embed, EmbeddedFile};
use saldo_domain::Sha256;

/// The files in `OUT_DIR/ui`, collected by `build.rs`.
#[derive(Embed)]
#[folder = "$UI_DIST"]
struct Ui;

/// The page of all UI routes.
const INDEX: &str = "index.html";

/// The folder of files whose names change with their contents.
const HASHED: &str = "assets/";

/// Allows scripts, styles, connections and other resources from this server only, and no frames on other
/// sites.
const CONTENT_SECURITY_POLICY: &str = "default-src 'self'; script-src 'self'; style-src 'self'; \
     img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; \
     object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// Headers of every answer, unless a handler sets its own.
const SECURITY_HEADERS: [(HeaderName, &str); 6] = [
    (header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "same-origin"),
    (
        HeaderName::from_static("permissions-policy"),
        "camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()",
    ),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// The encodings that `web/vite.config.ts` prepares, smallest first, with their file extensions.
const ENCODINGS: [(ContentEncoding, &str); 2] =
    [(ContentEncoding::Brotli, ".br"), (ContentEncoding::Gzip, ".gz")];

/// Returns the names of all embedded files and compressed copies.
pub fn embedded() -> impl Iterator<Item = Cow<'static, str>> {
    Ui::iter()
}

/// Serves the UI for every path that no other service handles.
pub fn configure(cfg: &mut web::ServiceConfig) {
    cfg.default_service(web::to(serve));
}

/// Returns a middleware that adds the security headers to every answer, including the API's.
#[must_use]
pub fn security_headers() -> DefaultHeaders {
    SECURITY_HEADERS.into_iter().fold(DefaultHeaders::new(), |headers, (name, value)| {
        headers.add((name, HeaderValue::from_static(value)))
    })
}

/// Serves `GET /*`: the file of that name, or the page of all UI routes.
pub async fn serve(request: HttpRequest) -> HttpResponse {
    let path = request.path().trim_start_matches('/');
    if path == "api" || path.starts_with("api/") {
        return HttpResponse::NotFound().json(serde_json::json!({ "error": "Not found" }));
    }
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return HttpResponse::MethodNotAllowed()
            .insert_header((header::ALLOW, "GET, HEAD"))
            .json(serde_json::json!({ "error": "Method not allowed" }));
    }
    let name = if is_public(path) { path } else { INDEX };
    // An outdated page in a browser may request a script that no longer exists; it must not get a page.
    let page = || if name.starts_with(HASHED) { None } else { answer(&request, INDEX) };
    answer(&request, name).or_else(page).unwrap_or_else(|| guarded(StatusCode::NOT_FOUND).body(()))
}

/// True if a path may name a file. The compressed copies have no paths of their own.
fn is_public(path: &str) -> bool {
    !path.is_empty() && !ENCODINGS.iter().any(|(_, ending)| path.ends_with(ending))
}

/// Answers with the file in the best encoding that the client accepts, or with 304 if the client has it.
/// `None` if there is no such file.
fn answer(request: &HttpRequest, name: &str) -> Option<HttpResponse> {
    let (form, file) = best_copy(request, name)?;
    let digest = Sha256::from_bytes(file.metadata.sha256_hash());
    let tag = EntityTag::new_strong(match form {
        Form::Stored(_) => digest.to_string(),
        Form::Unpacked => format!("{digest}-unpacked"),
    });
    let kept = IfNoneMatch::parse(request).is_ok_and(|known| has_current_copy(&known, &tag));
    let mut response = guarded(if kept { StatusCode::NOT_MODIFIED } else { StatusCode::OK });
    response
        .insert_header(ETag(tag))
        .insert_header((header::VARY, "accept-encoding"))
        .insert_header((header::CACHE_CONTROL, cache_control(name)));
    if kept {
        return Some(response.finish());
    }
    let body = match form {
        Form::Stored(encoding) => {
            if let Some(encoding) = encoding {
                response.insert_header(encoding);
            }
            Ok(file.data.into_owned())
        }
        Form::Unpacked => unpacked(&file.data),
    };
    match body {
        Ok(body) => Some(response.content_type(content_type(name)).body(body)),
        Err(error) => {
            tracing::error!(name, cause = &error as &dyn std::error::Error, "an embedded file is damaged");
            Some(guarded(StatusCode::INTERNAL_SERVER_ERROR).body(()))
        }
    }
}

/// The form in which a file is sent.
#[derive(Debug, Clone, Copy)]
enum Form {
    /// As it is stored, with its encoding.
    Stored(Option<ContentEncoding>),
    /// Unpacked from its gzip copy.
    Unpacked,
}

/// Selects the smallest copy that the client accepts. Browsers give all encodings the same weight.
fn best_copy(request: &HttpRequest, name: &str) -> Option<(Form, EmbeddedFile)> {
    if let Ok(accepted) = AcceptEncoding::parse(request) {
        for (encoding, ending) in ENCODINGS {
            let offered = Encoding::Known(encoding);
            if accepted.negotiate(std::iter::once(&offered)).as_ref() == Some(&offered)
                && let Some(file) = Ui::get(&format!("{name}{ending}"))
            {
                return Some((Form::Stored(Some(encoding)), file));
            }
        }
    }
    let plain = Ui::get(name).map(|file| (Form::Stored(None), file));
    plain.or_else(|| Some((Form::Unpacked, Ui::get(&format!("{name}.gz"))?)))
}

fn unpacked(packed: &[u8]) -> io::Result<Vec<u8>> {
    let mut plain = Vec::new();
    GzDecoder::new(packed).read_to_end(&mut plain)?;
    Ok(plain)
}

/// True if the client already has this file.
fn has_current_copy(known: &IfNoneMatch, tag: &EntityTag) -> bool {
    match known {
        IfNoneMatch::Any => true,
        IfNoneMatch::Items(tags) => tags.iter().any(|known| known.weak_eq(tag)),
    }
}

/// Returns a year for files that never change; all other files must be revalidated.
fn cache_control(name: &str) -> &'static str {
    if name.starts_with(HASHED) { "public, max-age=31536000, immutable" } else { "no-cache" }
}

/// Returns the media type by file extension. A test checks that every embedded file has one.
fn content_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, ending)| ending) {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("json") => "application/json",
        Some("webmanifest") => "application/manifest+json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("woff2") => "font/woff2",
        Some("wasm") => "application/wasm",
        Some("pdf") => "application/pdf",
        Some("ttf") => "font/ttf",
        // Fonts and character maps of the PDF viewer.
        Some("pfb" | "bcmap") => "application/octet-stream",
        Some("txt") => "text/plain; charset=utf-8",
        _ => UNKNOWN,
    }
}

/// The media type of files with an unknown extension, which browsers do not open.
const UNKNOWN: &str = "application/x-unknown";

/// Starts an answer with the security headers. They are set here too, so that they do not depend on the
/// application's middleware.
fn guarded(status: StatusCode) -> HttpResponseBuilder {
    let mut response = HttpResponse::build(status);
    for (name, value) in SECURITY_HEADERS {
        response.insert_header((name, HeaderValue::from_static(value)));
    }
    response
}
