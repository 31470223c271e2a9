//! Starts and kills of children, for metrics.

use std::fmt::Debug;
use std::sync::Arc;

use tokio::process::Child;

use crate::page::ReadError;

/// The reason why a child was killed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum KillReason {
    /// It used up its time, of the clock or of the processor.
    Time,
    /// It used up its memory or its stack.
    Memory,
    /// Its result was no longer needed, for example because the server stopped.
    Canceled,
}

/// Receives the starts and kills of children.
pub trait ChildEvents: Debug + Send + Sync {
    /// Reports the start of a child.
    fn started(&self);

    /// Reports the kill of a child, by its limits or by this process.
    fn killed(&self, reason: KillReason);
}

/// Discards the events.
#[derive(Debug)]
pub(super) struct NoEvents;

impl ChildEvents for NoEvents {
    fn started(&self) {}

    fn killed(&self, _: KillReason) {}
}

/// A child that was started. Dropping it kills the child, which counts as canceled before [`Self::end`] or
/// [`Self::end_by`].
pub(super) struct Running {
    pub(super) child: Child,
    events: Arc<dyn ChildEvents>,
    is_over: bool,
}

impl Running {
    pub(super) fn new(child: Child, events: Arc<dyn ChildEvents>) -> Self {
        events.started();
        Self { child, events, is_over: false }
    }

    /// Notes that the child answered or failed by itself.
    pub(super) const fn end(&mut self) {
        self.is_over = true;
    }

    /// Notes that the child was killed, and returns the error that this means.
    pub(super) fn end_by(&mut self, reason: KillReason) -> ReadError {
        self.is_over = true;
        self.events.killed(reason);
        match reason {
            KillReason::Time => ReadError::TimedOut,
            KillReason::Memory => ReadError::TooLarge,
            KillReason::Canceled => ReadError::Reader,
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if !self.is_over {
            self.events.killed(KillReason::Canceled);
        }
    }
}
