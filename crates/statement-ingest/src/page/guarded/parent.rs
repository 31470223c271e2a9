//! The parent process: starts a child, sends it the file, and checks its answer.

use std::path::PathBuf;
use std::process::{ExitStatus, Stdio};
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
#[cfg(feature = "import")]
use bytes::Bytes;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::process::{ChildStdin, Command};

#[cfg(feature = "import")]
use super::Engine;
use super::events::{ChildEvents, KillReason, NoEvents, Running};
use super::slots::Slots;
#[cfg(feature = "import")]
use super::wire::TAG_ANSWER;
#[cfg(feature = "ocr")]
use super::wire::TAG_PICTURE;
use super::wire::{
    ANSWER, Head, TAG_END, TAG_ERROR, TAG_PAGE, Task, decode_error, decode_page, page_bytes_max,
};
use super::{PageProgress, PageReader, PagesRequest};
#[cfg(feature = "import")]
use crate::importing::{FileImporter, ImportAnswer, ImportRequest, Question};
#[cfg(feature = "ocr")]
use crate::page::picture::{DOTS_MAX, Picture};
use crate::page::{Document, PageLimits, ReadError};
#[cfg(feature = "import")]
use crate::unpack::{PackedFile, UnpackLimits, Unpacker, ZipFault};

/// Upper limit for the bytes of a child's answer about a data file; 100,000 transactions take about 25 MB.
#[cfg(feature = "import")]
const ANSWER_BYTES_MAX: u64 = 128 * 1024 * 1024;

/// Limits of a child process.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ChildLimits {
    /// Limits for the pages and glyphs of a file.
    pub pages: PageLimits,
    /// Upper limit for the bytes of address space. Default: 512 MiB; a statement needs about 17 MB.
    pub memory_bytes_max: u64,
    /// Upper limit for the seconds of processor time. Default: 10; a statement needs some milliseconds.
    pub cpu_seconds_max: u64,
    /// Upper limit for the time from start to end. Default: 15 seconds.
    pub wall_time_max: Duration,
    /// Upper limit for the children of one user at the same time. Default: the number of processor cores. One
    /// more child may run for other users. Further requests wait; the user with the fewest running children
    /// is served first.
    pub children_max: usize,
}

impl Default for ChildLimits {
    fn default() -> Self {
        Self {
            pages: PageLimits::default(),
            memory_bytes_max: 512 * 1024 * 1024,
            cpu_seconds_max: 10,
            wall_time_max: Duration::from_secs(15),
            children_max: std::thread::available_parallelism().map_or(1, usize::from),
        }
    }
}

/// Reads each file in a child process of its own.
#[derive(Debug, Clone)]
pub struct ChildReader {
    program: PathBuf,
    arguments: Vec<String>,
    environment: Vec<(String, String)>,
    pub(super) limits: ChildLimits,
    pub(super) slots: Arc<Slots>,
    events: Arc<dyn ChildEvents>,
}

impl ChildReader {
    /// Creates a reader that starts children as `program arguments…`. That command must call
    /// [`read_as_child`](crate::page::read_as_child) and nothing else; usually the program is the running
    /// one, with a hidden subcommand.
    #[must_use]
    pub fn new(
        program: impl Into<PathBuf>,
        arguments: impl IntoIterator<Item = impl Into<String>>,
        limits: ChildLimits,
    ) -> Self {
        let slots = Slots::new(limits.children_max);
        Self {
            program: program.into(),
            arguments: arguments.into_iter().map(Into::into).collect(),
            environment: Vec::new(),
            limits,
            slots,
            events: Arc::new(NoEvents),
        }
    }

    /// Adds a variable to the environment of the children, which is empty otherwise.
    #[must_use]
    pub fn with_environment(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.environment.push((name.into(), value.into()));
        self
    }

    /// Reports the starts and kills of the children to `events`.
    #[must_use]
    pub fn with_events(mut self, events: Arc<dyn ChildEvents>) -> Self {
        self.events = events;
        self
    }

    pub(super) async fn ask(
        &self,
        task: Task,
        request: PagesRequest,
        progress: &PageProgress<'_>,
    ) -> Result<Answer, ReadError> {
        let _slot = self.slots.acquire().await.ok_or(ReadError::Reader)?;
        let mut running = self.start()?;
        let conversation = self.converse(&mut running, task, &request, progress);
        // Leaving this function, or dropping its future, kills the child.
        match tokio::time::timeout(self.limits.wall_time_max, conversation).await {
            Ok(answer) => answer,
            Err(_) => Err(running.end_by(KillReason::Time)),
        }
    }

    pub(super) fn start(&self) -> Result<Running, ReadError> {
        let started = Command::new(&self.program)
            .args(&self.arguments)
            .env_clear()
            .envs(self.environment.iter().map(|(name, value)| (name, value)))
            .current_dir("/")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn();
        let child = started.map_err(|_| ReadError::Reader)?;
        Ok(Running::new(child, Arc::clone(&self.events)))
    }

    async fn converse(
        &self,
        running: &mut Running,
        task: Task,
        request: &PagesRequest,
        progress: &PageProgress<'_>,
    ) -> Result<Answer, ReadError> {
        let (Some(input), Some(output)) = (running.child.stdin.take(), running.child.stdout.take()) else {
            return Err(ReadError::Reader);
        };
        let head = Head {
            task,
            limits: self.limits.pages.clone(),
            memory_bytes_max: self.limits.memory_bytes_max,
            cpu_seconds_max: self.limits.cpu_seconds_max,
            file_bytes: u64::try_from(request.file.len()).unwrap_or(u64::MAX),
            password: request.password.clone(),
        };
        let mut listener = Listener::new(BufReader::new(output), &self.limits.pages, progress);
        let sending = send(input, &head, &request.file);
        let listening = listener.listen();
        tokio::pin!(sending, listening);
        // Concurrently, because a child may answer before it has read the whole file; then there is no need
        // to send the rest.
        let answer = tokio::select! {
            biased;
            answer = &mut listening => answer,
            () = &mut sending => listening.await,
        };
        let answer = match answer {
            // The answer is complete, so that the exit code does not matter. A child that does not exit is
            // killed.
            ChildReport::Complete(answer) => answer,
            ChildReport::Invalid => Err(ReadError::Reader),
            ChildReport::Truncated => {
                let status = running.child.wait().await;
                if let Some(reason) = status.ok().and_then(kill_reason) {
                    return Err(running.end_by(reason));
                }
                Err(ReadError::Reader)
            }
        };
        running.end();
        answer
    }
}

#[async_trait]
impl PageReader for ChildReader {
    async fn read_pages(
        &self,
        request: PagesRequest,
        progress: &PageProgress<'_>,
    ) -> Result<Document, ReadError> {
        let answer = self.ask(Task::Read(request.engine), request, progress).await?;
        if u32::try_from(answer.document.pages.len()) == Ok(answer.pages) {
            Ok(answer.document)
        } else {
            Err(ReadError::Reader)
        }
    }
}

#[cfg(feature = "import")]
#[async_trait]
impl FileImporter for ChildReader {
    async fn import(
        &self,
        ImportRequest { file, task, hints }: ImportRequest,
    ) -> Result<ImportAnswer, ReadError> {
        let question = serde_json::to_vec(&Question { task, hints }).map_err(|_| ReadError::Reader)?;
        let request = PagesRequest { file, password: None, engine: Engine::Hayro };
        let answer = self.ask(Task::Import(question), request, &|_, _| {}).await?;
        let import = answer.import.ok_or(ReadError::Reader)?;
        serde_json::from_slice(&import).map_err(|_| ReadError::Reader)
    }
}

#[cfg(feature = "import")]
#[async_trait]
impl Unpacker for ChildReader {
    async fn unpack(
        &self,
        file: Bytes,
        limits: UnpackLimits,
    ) -> Result<Result<Vec<PackedFile>, ZipFault>, ReadError> {
        let limits = serde_json::to_vec(&limits).map_err(|_| ReadError::Reader)?;
        let request = PagesRequest { file, password: None, engine: Engine::Hayro };
        let answer = self.ask(Task::Unpack(limits), request, &|_, _| {}).await?;
        crate::unpack::decode(answer.import.ok_or(ReadError::Reader)?.into()).ok_or(ReadError::Reader)
    }
}

pub(super) async fn send(mut input: ChildStdin, head: &Head, file: &[u8]) {
    // A child that stops reading reports the reason in its answer or by its exit status.
    if input.write_all(&head.encode()).await.is_ok() && input.write_all(file).await.is_ok() {
        drop(input.shutdown().await);
    }
}

/// Returns the limit that killed a child with this exit status; `None` if it failed by itself.
#[cfg(unix)]
pub(super) fn kill_reason(status: ExitStatus) -> Option<KillReason> {
    use std::os::unix::process::ExitStatusExt;

    use rustix::process::Signal;

    match status.signal().and_then(Signal::from_named_raw)? {
        // The processor time was used up.
        Signal::XCPU => Some(KillReason::Time),
        // Rust aborts when memory or the stack is exhausted; the system kills.
        Signal::ABORT | Signal::SEGV | Signal::BUS | Signal::KILL => Some(KillReason::Memory),
        _ => None,
    }
}

#[cfg(not(unix))]
pub(super) fn kill_reason(_: ExitStatus) -> Option<KillReason> {
    None
}

/// A complete answer.
#[derive(Default)]
pub(super) struct Answer {
    document: Document,
    pages: u32,
    #[cfg(feature = "ocr")]
    pub(super) picture: Option<Picture>,
    /// The answer about a data file, as JSON, or the files of a ZIP file.
    #[cfg(feature = "import")]
    import: Option<Vec<u8>>,
}

enum ChildReport {
    Complete(Result<Answer, ReadError>),
    Truncated,
    Invalid,
}

struct Listener<'a, R> {
    source: R,
    glyphs_left: u32,
    pages_max: u32,
    progress: &'a PageProgress<'a>,
}

impl<'a, R: AsyncRead + Unpin> Listener<'a, R> {
    fn new(source: R, limits: &PageLimits, progress: &'a PageProgress<'a>) -> Self {
        Self { source, glyphs_left: limits.glyphs_max, pages_max: limits.pages_max, progress }
    }

    async fn listen(&mut self) -> ChildReport {
        match self.records().await {
            Ok(report) => report,
            // The only possible error is the end of the pipe.
            Err(_) => ChildReport::Truncated,
        }
    }

    async fn records(&mut self) -> std::io::Result<ChildReport> {
        let mut start = [0; 4];
        self.source.read_exact(&mut start).await?;
        if start != ANSWER {
            return Ok(ChildReport::Invalid);
        }
        let mut document = Document::default();
        let mut read = 0_u32;
        loop {
            match self.source.read_u8().await? {
                TAG_PAGE if read < self.pages_max => {
                    let total = self.source.read_u32_le().await?;
                    let Some(page) = self.page().await? else { return Ok(ChildReport::Invalid) };
                    let glyphs = u32::try_from(page.glyphs.len()).unwrap_or(u32::MAX);
                    self.glyphs_left = self.glyphs_left.saturating_sub(glyphs);
                    document.pages.push(page);
                    read += 1;
                    (self.progress)(read, total.clamp(read, self.pages_max));
                }
                TAG_END => {
                    let pages = self.source.read_u32_le().await?;
                    let answer = Answer {
                        document,
                        pages,
                        #[cfg(feature = "ocr")]
                        picture: None,
                        #[cfg(feature = "import")]
                        import: None,
                    };
                    return Ok(ChildReport::Complete(Ok(answer)));
                }
                #[cfg(feature = "ocr")]
                TAG_PICTURE => {
                    let Some(picture) = self.picture().await? else { return Ok(ChildReport::Invalid) };
                    return Ok(ChildReport::Complete(Ok(Answer {
                        picture: Some(picture),
                        ..Answer::default()
                    })));
                }
                #[cfg(feature = "import")]
                TAG_ANSWER => {
                    let Some(import) = self.answer().await? else { return Ok(ChildReport::Invalid) };
                    return Ok(ChildReport::Complete(Ok(Answer {
                        import: Some(import),
                        ..Answer::default()
                    })));
                }
                TAG_ERROR => {
                    let code = self.source.read_u8().await?;
                    return Ok(ChildReport::Complete(Err(decode_error(code))));
                }
                _ => return Ok(ChildReport::Invalid),
            }
        }
    }

    #[cfg(feature = "ocr")]
    async fn picture(&mut self) -> std::io::Result<Option<Picture>> {
        let (width, height) = (self.source.read_u32_le().await?, self.source.read_u32_le().await?);
        let Some(count) = width.checked_mul(height).filter(|count| *count <= DOTS_MAX) else {
            return Ok(None);
        };
        let mut dots = Vec::new();
        (&mut self.source).take(u64::from(count)).read_to_end(&mut dots).await?;
        if u32::try_from(dots.len()).ok() != Some(count) {
            return Err(std::io::ErrorKind::UnexpectedEof.into());
        }
        Ok(Some(Picture { width, height, dots }))
    }

    #[cfg(feature = "import")]
    async fn answer(&mut self) -> std::io::Result<Option<Vec<u8>>> {
        let length = self.source.read_u64_le().await?;
        if length > ANSWER_BYTES_MAX {
            return Ok(None);
        }
        // The buffer grows with the bytes received, not with the stated length.
        let mut answer = Vec::new();
        (&mut self.source).take(length).read_to_end(&mut answer).await?;
        if u64::try_from(answer.len()).ok() != Some(length) {
            return Err(std::io::ErrorKind::UnexpectedEof.into());
        }
        Ok(Some(answer))
    }

    async fn page(&mut self) -> std::io::Result<Option<crate::page::PageText>> {
        let length = usize::try_from(self.source.read_u32_le().await?).unwrap_or(usize::MAX);
        if length > page_bytes_max(self.glyphs_left) {
            return Ok(None);
        }
        // The buffer grows with the bytes received, not with the stated length.
        let mut payload = Vec::new();
        let wanted = u64::try_from(length).unwrap_or(u64::MAX);
        let mut part = (&mut self.source).take(wanted);
        part.read_to_end(&mut payload).await?;
        if payload.len() < length {
            return Err(std::io::ErrorKind::UnexpectedEof.into());
        }
        Ok(decode_page(&payload, self.glyphs_left))
    }
}
