//! The child: limits itself, reads one file, answers, ends.

use std::io::{self, BufWriter, Read, Write};
use std::process::ExitCode;

use super::wire::{ANSWER, Head, Task, write_end, write_error, write_page};
use crate::page::{PageText, ReadRequest};

/// The engines go deep into nested objects; a thread's usual 2 MiB are not enough for honest files.
const STACK_BYTES: usize = 64 * 1024 * 1024;
/// What the file may take at most before any of it is read.
const FILE_BYTES_MAX: u64 = 1 << 30;

/// What the hidden sub-command of a host program runs: reads one request from standard input, answers on standard
/// output, and ends.
///
/// Limits the whole process and silences its panics: call it first thing in a process that does nothing else.
#[must_use]
pub fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        // The parent sees that no end was written; there is nobody else to tell.
        Err(_) => ExitCode::FAILURE,
    }
}

fn run() -> io::Result<()> {
    std::panic::set_hook(Box::new(|_| {}));
    let mut input = io::stdin().lock();
    let head = Head::decode(&mut input)?;
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

fn answer(head: &Head, file: &[u8]) -> io::Result<()> {
    let mut output = BufWriter::with_capacity(64 * 1024, io::stdout().lock());
    output.write_all(&ANSWER)?;
    let request = ReadRequest { bytes: file, password: head.password.as_deref(), limits: &head.limits };
    match head.task {
        Task::Count(engine) => match engine.engine().count_pages(&request) {
            Ok(pages) => write_end(&mut output, pages)?,
            Err(error) => write_error(&mut output, &error)?,
        },
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

/// Takes from this process what reading a file does not need.
#[cfg(unix)]
fn limit(head: &Head) -> io::Result<()> {
    use rustix::process::{Resource, Rlimit, setrlimit};

    let set = |resource, value: u64| {
        // One more as the hard limit: reaching it kills, while the soft limit's signal tells the parent why.
        let hard = value.saturating_add(u64::from(resource == Resource::Cpu));
        setrlimit(resource, Rlimit { current: Some(value), maximum: Some(hard) }).map_err(io::Error::from)
    };
    set(Resource::Core, 0)?;
    // Standard input, output and error are open; no file and no socket can be added.
    set(Resource::Nofile, 3)?;
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
