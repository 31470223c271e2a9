//! The child: limits itself, reads one file, answers, ends.

use std::io::{self, BufWriter, Read, Write};
use std::process::ExitCode;

#[cfg(feature = "import")]
use super::wire::write_answer;
#[cfg(feature = "ocr")]
use super::wire::write_picture;
use super::wire::{ANSWER, Head, Task, write_end, write_error, write_page};
use crate::page::{PageText, ReadRequest};

/// The engines go deep into nested objects; a thread's usual 2 MiB are not enough for honest files.
const STACK_BYTES: usize = 64 * 1024 * 1024;
/// What the file may take at most before any of it is read.
const FILE_BYTES_MAX: u64 = 1 << 30;

/// How a child ends that cannot find the program it is to become.
pub(super) const NO_PROGRAM: u8 = 127;

/// What the hidden sub-command of a host program runs: reads one request from standard input, answers on standard
/// output, and ends.
///
/// Limits the whole process and silences its panics: call it first thing in a process that does nothing else.
#[must_use]
pub fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        // As shells say it: the program that was to be run is not there.
        Err(error) if error.kind() == io::ErrorKind::NotFound => ExitCode::from(NO_PROGRAM),
        // The parent sees that no end was written; there is nobody else to tell.
        Err(_) => ExitCode::FAILURE,
    }
}

fn run() -> io::Result<()> {
    std::panic::set_hook(Box::new(|_| {}));
    let mut input = input()?;
    let head = Head::decode(&mut input)?;
    #[cfg(feature = "ocr")]
    if let Task::Become(words) = &head.task {
        drop(input);
        return Err(become_program(&head, words));
    }
    limit(&head)?;
    let mut file = Vec::new();
    let length = head.file_bytes.min(FILE_BYTES_MAX);
    file.try_reserve_exact(usize::try_from(length).map_err(io::Error::other)?).map_err(io::Error::other)?;
    input.take(length).read_to_end(&mut file)?;
    if u64::try_from(file.len()).ok() != Some(head.file_bytes) {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    let worker = std::thread::Builder::new().stack_size(STACK_BYTES).spawn(move || answer(&head, &file))?;
    worker.join().map_err(|_| io::Error::other("the reading thread ended early"))?
}

/// Standard input without a buffer: what follows the request may be for another program.
#[cfg(unix)]
fn input() -> io::Result<std::fs::File> {
    use std::os::fd::AsFd;

    Ok(io::stdin().as_fd().try_clone_to_owned()?.into())
}

#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "elsewhere it can fail")]
fn input() -> io::Result<io::StdinLock<'static>> {
    Ok(io::stdin().lock())
}

/// Becomes another program within the limits; returns only if it cannot.
#[cfg(all(feature = "ocr", unix))]
fn become_program(head: &Head, words: &[String]) -> io::Error {
    use std::os::unix::process::CommandExt;

    let Some((program, arguments)) = words.split_first() else { return io::ErrorKind::InvalidInput.into() };
    if let Err(error) = limit_to(head, PROGRAM_FILES_MAX) {
        return error;
    }
    std::process::Command::new(program)
        .args(arguments)
        .env_clear()
        // The usual places; nothing of the server's own environment.
        .env("PATH", "/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin")
        // One thread: the server decides how much is done at once.
        .env("OMP_THREAD_LIMIT", "1")
        .exec()
}

#[cfg(all(feature = "ocr", not(unix)))]
fn become_program(_: &Head, _: &[String]) -> io::Error {
    io::ErrorKind::NotFound.into()
}

fn answer(head: &Head, file: &[u8]) -> io::Result<()> {
    let mut output = BufWriter::with_capacity(64 * 1024, io::stdout().lock());
    output.write_all(&ANSWER)?;
    let request = ReadRequest { bytes: file, password: head.password.as_deref(), limits: &head.limits };
    match head.task {
        #[cfg(feature = "ocr")]
        Task::Paint(page) => match crate::page::picture::paint(&request, page) {
            Ok(picture) => write_picture(&mut output, &picture)?,
            Err(error) => write_error(&mut output, &error)?,
        },
        #[cfg(feature = "ocr")]
        Task::Become(_) => return Err(io::ErrorKind::InvalidData.into()),
        #[cfg(feature = "import")]
        Task::Import(ref question) => {
            let question = serde_json::from_slice(question)?;
            write_answer(&mut output, &serde_json::to_vec(&crate::importing::answer(file, &question))?)?;
        }
        Task::Read(engine) => {
            let mut pages = 0;
            let outcome = engine.engine().read_each(&request, &mut |page: PageText, total| {
                pages += 1;
                // Each page at once: the parent reports how far the reading is.
                if write_page(&mut output, &page, total).and_then(|()| output.flush()).is_err() {
                    // Nobody listens any more.
                    std::process::exit(1);
                }
            });
            match outcome {
                Ok(()) => write_end(&mut output, pages)?,
                Err(error) => write_error(&mut output, &error)?,
            }
        }
    }
    output.flush()
}

/// Standard input, output and error are open; no file and no socket can be added.
#[cfg(unix)]
const FILES_MAX: u64 = 3;
/// A program reads its libraries and models as well.
#[cfg(all(feature = "ocr", unix))]
const PROGRAM_FILES_MAX: u64 = 64;

/// Takes from this process what reading a file does not need.
#[cfg(unix)]
fn limit(head: &Head) -> io::Result<()> {
    limit_to(head, FILES_MAX)
}

#[cfg(unix)]
fn limit_to(head: &Head, files_max: u64) -> io::Result<()> {
    use rustix::process::{Resource, Rlimit, setrlimit};

    let set = |resource, value: u64| {
        // One more as the hard limit: reaching it kills, while the soft limit's signal tells the parent why.
        let hard = value.saturating_add(u64::from(resource == Resource::Cpu));
        setrlimit(resource, Rlimit { current: Some(value), maximum: Some(hard) }).map_err(io::Error::from)
    };
    set(Resource::Core, 0)?;
    set(Resource::Nofile, files_max)?;
    set(Resource::Fsize, 0)?;
    set(Resource::Cpu, head.cpu_seconds_max)?;
    #[cfg(not(target_vendor = "apple"))]
    set(Resource::As, head.memory_bytes_max)?;
    Ok(())
}

#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "elsewhere it can fail")]
fn limit(_: &Head) -> io::Result<()> {
    Ok(())
}
