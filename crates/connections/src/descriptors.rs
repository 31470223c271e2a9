//! The number of connections, by the limit of open files.

/// File descriptors that are not for connections: databases, files, child processes.
const DESCRIPTORS_RESERVED: u64 = 256;
/// Upper bound of file descriptors. A single machine cannot use more connections, even if the system allows
/// more.
const DESCRIPTORS_MAX: u64 = 65_536;

/// Raises this process's limit of open files to the maximum that the system allows, at most 65,536.
pub fn raise_descriptor_limit() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let limit = getrlimit(Resource::Nofile);
        let wished = limit.maximum.unwrap_or(DESCRIPTORS_MAX).min(DESCRIPTORS_MAX);
        if limit.current.is_some_and(|current| current < wished)
            && let Err(error) =
                setrlimit(Resource::Nofile, Rlimit { current: Some(wished), maximum: limit.maximum })
        {
            tracing::warn!(
                cause = &error as &dyn std::error::Error,
                "cannot raise the limit of open files; raise it with ulimit -n"
            );
        }
    }
}

/// Returns the maximum number of connections of a server: the configured one, or what the limit of open files
/// allows.
#[must_use]
pub fn connections_max(configured: usize) -> usize {
    if configured > 0 {
        return configured;
    }
    let left = descriptors().saturating_sub(DESCRIPTORS_RESERVED).max(descriptors() / 2);
    usize::try_from(left).unwrap_or(usize::MAX).max(1)
}

#[cfg(unix)]
fn descriptors() -> u64 {
    use rustix::process::{Resource, getrlimit};
    getrlimit(Resource::Nofile).current.map_or(DESCRIPTORS_MAX, |current| current.min(DESCRIPTORS_MAX))
}

#[cfg(not(unix))]
const fn descriptors() -> u64 {
    DESCRIPTORS_MAX
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_leave_file_descriptors_for_everything_else() {
        assert_eq!(connections_max(7), 7);
        assert!((connections_max(0) as u64) < descriptors());
    }
}
