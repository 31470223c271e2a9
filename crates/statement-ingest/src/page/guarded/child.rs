//! The child process: it limits itself, reads one file, answers and exits.

use std::io::{self, BufWriter, Read, Write};
use std::process::ExitCode;

#[cfg(feature = "import")]
use super::wire::write_answer;
#[cfg(feature = "ocr")]
use super::wire::write_picture;
use super::wire::{ANSWER, Head, Task, write_end, write_error, write_page};
use crate::page::{PageText, ReadRequest};

/// Bytes of the stack of the reading thread. The engines recurse into nested objects; the usual 2 MiB are not
/// enough even for harmless files.
const STACK_BYTES: usize = 64 * 1024 * 1024;
/// Upper limit for the bytes of a file, and for the memory that is reserved before any of it is read.
const FILE_BYTES_MAX: u64 = 1 << 30;

/// Exit code of a child that cannot find the program that it should become.
pub(super) const NO_PROGRAM: u8 = 127;

/// Runs the child process, as the hidden subcommand of a host program: reads one request from standard input
/// and answers on standard output.
///
/// This limits the whole process and silences its panics. Call it at the start of a process that does nothing
/// else.
#[must_use]
pub fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        // Shells use the same exit code for a missing program.
        Err(error) if error.kind() == io::ErrorKind::NotFound => ExitCode::from(NO_PROGRAM),
        // The parent notices that the answer has no end, so that there is no need to report the error.
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

/// Returns standard input without a buffer, because the bytes after the request may be for another program.
#[cfg(unix)]
fn input() -> io::Result<std::fs::File> {
    use std::os::fd::AsFd;

    Ok(io::stdin().as_fd().try_clone_to_owned()?.into())
}

#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "the Unix version can fail")]
fn input() -> io::Result<io::StdinLock<'static>> {
    Ok(io::stdin().lock())
}

/// Replaces this process by another program, within the limits; returns only if that fails.
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
        // The usual folders, instead of the server's own environment.
        .env("PATH", "/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin")
        // One thread, because the server limits the number of concurrent children.
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
        #[cfg(feature = "import")]
        Task::Unpack(ref limits) => {
            let found = crate::unpack::files(file, serde_json::from_slice(limits)?);
            write_answer(&mut output, &crate::unpack::encode(&found))?;
        }
        Task::Read(engine) => {
            let mut pages = 0;
            let outcome = engine.engine().read_each(&request, &mut |page: PageText, total| {
                pages += 1;
                // Each page is sent at once, so that the parent can report progress.
                if write_page(&mut output, &page, total).and_then(|()| output.flush()).is_err() {
                    // The parent has closed the pipe.
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

/// Upper limit for file descriptors: standard input, output and error. No file and no socket can be opened.
#[cfg(unix)]
const FILES_MAX: u64 = 3;
/// Upper limit for file descriptors of another program, which opens its libraries and models, too.
#[cfg(all(feature = "ocr", unix))]
const PROGRAM_FILES_MAX: u64 = 64;

/// Restricts this process to the resources that reading a file needs.
#[cfg(unix)]
fn limit(head: &Head) -> io::Result<()> {
    limit_to(head, FILES_MAX)
}

#[cfg(unix)]
fn limit_to(head: &Head, files_max: u64) -> io::Result<()> {
    use rustix::process::{Resource, Rlimit, setrlimit};

    let set = |resource, value: u64| {
        // The soft limit of processor time sends `SIGXCPU`, from which the parent knows the cause. The hard
        // limit, a second later, kills.
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
#[expect(clippy::unnecessary_wraps, reason = "the Unix version can fail")]
fn limit(_: &Head) -> io::Result<()> {
    Ok(())
}
