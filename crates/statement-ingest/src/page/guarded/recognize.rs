//! Text recognition for pages that are pictures, with an installed `tesseract`.
//!
//! One child paints the page in gray. Two others become `tesseract` and read the picture, each in its own
//! mode. All have limits, and `tesseract` sees nothing of the file but dots.

mod tsv;

use std::time::Duration;

use async_trait::async_trait;
use tokio::io::AsyncReadExt;

use super::child::NO_PROGRAM;
use super::events::KillReason;
use super::parent::{kill_reason, send};
use super::wire::{Head, Task};
use super::{ChildReader, PageProgress, PagesRequest};
use crate::page::picture::Picture;
use crate::page::{Document, PageText, ReadError};

/// Reads pages that are pictures of text.
#[async_trait]
pub trait PictureReader: Send + Sync {
    /// Returns the pages of the file, with recognized words on pages that are pictures. Dropping the future
    /// ends the work.
    ///
    /// # Errors
    /// [`ReadError::Unsupported`] if no page is a picture or if no text recognition is installed,
    /// [`ReadError::TooLarge`] or [`ReadError::TimedOut`] at a limit, [`ReadError::Reader`] if the reader
    /// failed, and other errors of reading the file.
    async fn read_pictures(
        &self,
        request: PagesRequest,
        document: &Document,
        progress: &PageProgress<'_>,
    ) -> Result<Document, ReadError>;
}

/// Settings of `tesseract`.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct TesseractSettings {
    /// The program, as a path or as a name in the usual folders. Default: `tesseract`.
    pub program: String,
    /// The names of its language models, joined by `+`; each must be installed. Default: `eng`.
    pub languages: String,
    /// Upper limit for the pages to recognize. Default: 24; no page of a file with more pictures is
    /// recognized.
    pub pages_max: u32,
    /// Upper limit for the bytes of address space. Default: 1 GiB; an A4 page takes about a tenth of that.
    pub memory_bytes_max: u64,
    /// Upper limit for the seconds of processor time per page and mode. Default: 30; three are usual.
    pub cpu_seconds_max: u64,
    /// Upper limit for the time per page and mode. Default: 1 minute.
    pub wall_time_max: Duration,
    /// Upper limit for the bytes of the answer about a page. Default: 4 MiB.
    pub answer_bytes_max: u64,
}

impl Default for TesseractSettings {
    fn default() -> Self {
        Self {
            program: "tesseract".to_owned(),
            languages: "eng".to_owned(),
            pages_max: 24,
            memory_bytes_max: 1024 * 1024 * 1024,
            cpu_seconds_max: 30,
            wall_time_max: Duration::from_mins(1),
            answer_bytes_max: 4 * 1024 * 1024,
        }
    }
}

impl TesseractSettings {
    /// Returns the first line with which the program answers a question about its version; `None` if it
    /// cannot be run. This blocks.
    #[must_use]
    pub fn version(&self) -> Option<String> {
        let answer = std::process::Command::new(&self.program).arg("--version").output().ok()?;
        // Older versions answer on standard error.
        let text = [answer.stdout, answer.stderr].concat();
        let text = String::from_utf8_lossy(&text);
        answer.status.success().then(|| text.lines().next().unwrap_or("tesseract").to_owned())
    }
}

/// Recognizes text with `tesseract`.
#[derive(Debug, Clone)]
pub struct Tesseract {
    child: ChildReader,
    settings: TesseractSettings,
}

/// Number of visible glyphs below which a page with a picture counts as a picture.
const GLYPHS_FEW: usize = 40;

/// Page segmentation mode "one block of text": rows of a table stay together, but some words are missed.
const ROWS: &str = "6";
/// Page segmentation mode "sparse text": finds as many words as possible, in any position.
const SCATTERED: &str = "11";

impl Tesseract {
    /// Creates a reader that starts `tesseract` through `child`, and shares its limit for concurrent
    /// children.
    #[must_use]
    pub fn new(child: ChildReader, settings: TesseractSettings) -> Self {
        Self { child, settings }
    }

    async fn recognize(
        &self,
        request: PagesRequest,
        page: u32,
        shown: &PageText,
    ) -> Result<PageText, ReadError> {
        let answer = self.child.ask(Task::Paint(page), request, &|_, _| {}).await?;
        let picture = answer.picture.ok_or(ReadError::Reader)?;
        let picture_file = pgm(&picture);
        let rows = self.run(&picture_file, ROWS).await?;
        let scattered = self.run(&picture_file, SCATTERED).await?;
        let across = shown.width / f32_of(picture.width);
        Ok(PageText { glyphs: tsv::glyphs(&rows, &scattered, across).into(), ..shown.clone() })
    }

    async fn run(&self, image: &[u8], segmentation: &str) -> Result<String, ReadError> {
        let _slot = self.child.slots.acquire().await.ok_or(ReadError::Reader)?;
        let mut running = self.child.start()?;
        let (Some(input), Some(output)) = (running.child.stdin.take(), running.child.stdout.take()) else {
            return Err(ReadError::Reader);
        };
        let head = self.head(image.len(), segmentation);
        let mut answer = Vec::new();
        let conversation = async {
            {
                let mut output = output.take(self.settings.answer_bytes_max);
                let reading = output.read_to_end(&mut answer);
                let sending = send(input, &head, image);
                tokio::pin!(reading, sending);
                // Concurrently, because a program may end before it has read the whole input.
                let read = tokio::select! {
                    biased;
                    read = &mut reading => read,
                    () = &mut sending => reading.await,
                };
                read.map_err(|_| ReadError::Reader)?;
            }
            // Both pipes are closed, so that a program that still wants to read or write ends now.
            running.child.wait().await.map_err(|_| ReadError::Reader)
        };
        // Leaving this function, or dropping its future, kills the child.
        let Ok(ended) = tokio::time::timeout(self.settings.wall_time_max, conversation).await else {
            return Err(running.end_by(KillReason::Time));
        };
        if let Some(reason) = ended.as_ref().ok().copied().and_then(kill_reason) {
            return Err(running.end_by(reason));
        }
        running.end();
        match ended?.code() {
            Some(0) => String::from_utf8(answer).map_err(|_| ReadError::Reader),
            Some(code) => {
                let is_missing = code == i32::from(NO_PROGRAM);
                tracing::warn!(
                    code,
                    is_missing,
                    languages = self.settings.languages,
                    "cannot run tesseract; check SALDO_OCR and SALDO_OCR_LANGUAGES"
                );
                Err(ReadError::Unsupported)
            }
            None => Err(ReadError::Reader),
        }
    }

    fn head(&self, image_bytes: usize, segmentation: &str) -> Head {
        let TesseractSettings { program, languages, .. } = &self.settings;
        let words = [program, "-", "-", "-l", languages, "--psm", segmentation, "tsv"];
        Head {
            task: Task::Become(words.into_iter().map(str::to_owned).collect()),
            limits: self.child.limits.pages.clone(),
            memory_bytes_max: self.settings.memory_bytes_max,
            cpu_seconds_max: self.settings.cpu_seconds_max,
            file_bytes: u64::try_from(image_bytes).unwrap_or(u64::MAX),
            password: None,
        }
    }
}

#[async_trait]
impl PictureReader for Tesseract {
    async fn read_pictures(
        &self,
        request: PagesRequest,
        document: &Document,
        progress: &PageProgress<'_>,
    ) -> Result<Document, ReadError> {
        let total = u32::try_from(document.pages.len()).unwrap_or(u32::MAX);
        let pictures = document.pages.iter().filter(|page| is_picture(page)).count();
        if pictures == 0 {
            return Err(ReadError::Unsupported);
        }
        if u32::try_from(pictures).is_ok_and(|pictures| pictures > self.settings.pages_max) {
            return Err(ReadError::TooLarge);
        }
        let mut pages = Vec::with_capacity(document.pages.len());
        for (index, page) in (0..).zip(&document.pages) {
            pages.push(if is_picture(page) {
                self.recognize(request.clone(), index, page).await?
            } else {
                page.clone()
            });
            progress(index + 1, total);
        }
        Ok(Document { pages })
    }
}

fn is_picture(page: &PageText) -> bool {
    page.has_picture && page.glyphs.iter().filter(|glyph| glyph.visible).count() < GLYPHS_FEW
}

/// Encodes a gray picture as a "portable graymap", a format without compression.
fn pgm(picture: &Picture) -> Vec<u8> {
    let mut bytes = format!("P5 {} {} 255\n", picture.width, picture.height).into_bytes();
    bytes.extend_from_slice(&picture.dots);
    bytes
}

fn f32_of(number: u32) -> f32 {
    #[expect(clippy::cast_precision_loss, reason = "some thousands of dots")]
    let number = number.max(1) as f32;
    number
}
