//! The time for which a client may make the server wait, for a head, a body or the reading of a response.

use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::time::{Instant, Sleep};

/// Time limit of a single wait for a client that has earned more time.
const PAUSE_MAX: Duration = Duration::from_mins(1);

/// Minimum speed of a client.
#[derive(Debug, Clone, Copy)]
pub struct MinimumSpeed {
    /// Total time for which a client may make the server wait. Files and responses earn more time with each
    /// byte, of which one wait can use a minute.
    pub wait_max: Duration,
    /// Minimum rate of files and responses in bytes per second; 0 for any rate.
    pub bytes_per_second_min: u64,
}

/// Measures how long a client makes the server wait. Processing time does not count.
pub struct WaitBudget {
    wait_max: Duration,
    /// Bytes per second that extend the time; `None` if bytes do not extend it.
    rate: Option<u64>,
    moved: u64,
    waited: Duration,
    waiting: Option<Waiting>,
}

/// The start of a wait, and the timer that ends it.
struct Waiting {
    since: Instant,
    end: Option<Pin<Box<Sleep>>>,
}

impl WaitBudget {
    /// Waits for this long in total.
    #[must_use]
    pub const fn of(wait_max: Duration) -> Self {
        Self { wait_max, rate: None, moved: 0, waited: Duration::ZERO, waiting: None }
    }

    /// Waits longer with each byte.
    #[must_use]
    pub fn at_speed(minimum_speed: MinimumSpeed) -> Self {
        Self { rate: Some(minimum_speed.bytes_per_second_min), ..Self::of(minimum_speed.wait_max) }
    }

    /// Ends a wait, because the client has sent or received this many bytes.
    pub fn moved(&mut self, bytes: usize) {
        if let Some(waiting) = self.waiting.take() {
            self.waited += waiting.since.elapsed();
        }
        self.moved = self.moved.saturating_add(bytes as u64);
    }

    /// Waits for the client. Ready when its time is over.
    pub fn poll_over(&mut self, context: &mut Context<'_>) -> Poll<()> {
        let pause_max = self.wait_max.max(PAUSE_MAX);
        let left = self.time_max().map(|time_max| time_max.saturating_sub(self.waited).min(pause_max));
        let waiting = self.waiting.get_or_insert_with(|| Waiting {
            since: Instant::now(),
            end: left.map(|left| Box::pin(tokio::time::sleep(left))),
        });
        waiting.end.as_mut().map_or(Poll::Pending, |end| end.as_mut().poll(context))
    }

    /// Returns the total time that the server may have spent waiting so far; `None` if it is unlimited.
    fn time_max(&self) -> Option<Duration> {
        match self.rate {
            None => Some(self.wait_max),
            Some(0) => None,
            Some(rate) => {
                let earned = Duration::from_millis(self.moved.saturating_mul(1_000) / rate);
                Some(self.wait_max.saturating_add(earned))
            }
        }
    }
}
