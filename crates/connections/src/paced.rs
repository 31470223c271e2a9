//! Bodies with a limit on the time spent waiting for their clients.

use std::cell::Cell;
use std::io;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll};

use bytes::Bytes;
use futures::Stream;

use crate::WaitBudget;

/// The state of a body: late if it arrived too slowly.
#[derive(Debug, Clone, Default)]
pub struct Lateness(Rc<Cell<bool>>);

impl Lateness {
    /// True if the body arrived too slowly.
    #[must_use]
    pub fn is_late(&self) -> bool {
        self.0.get()
    }
}

/// A body with a limit on the time spent waiting for the client. Its last piece is an error if it arrived too
/// slowly.
pub struct Paced<S, E> {
    body: S,
    wait_budget: WaitBudget,
    lateness: Lateness,
    late: fn(io::Error) -> E,
}

impl<S, E> Paced<S, E> {
    /// Limits the time for a body. `late` converts the error of a body that arrived too slowly.
    pub fn new(body: S, wait_budget: WaitBudget, late: fn(io::Error) -> E) -> Self {
        Self { body, wait_budget, lateness: Lateness::default(), late }
    }

    /// Returns the state, which changes with the body.
    #[must_use]
    pub fn lateness(&self) -> Lateness {
        self.lateness.clone()
    }
}

impl<S: Stream<Item = Result<Bytes, E>> + Unpin, E> Stream for Paced<S, E> {
    type Item = Result<Bytes, E>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let this = &mut *self;
        if let Poll::Ready(piece) = Pin::new(&mut this.body).poll_next(context) {
            let bytes = piece.as_ref().and_then(|piece| piece.as_ref().ok()).map_or(0, Bytes::len);
            this.wait_budget.moved(bytes);
            return Poll::Ready(piece);
        }
        this.wait_budget.poll_over(context).map(|()| {
            this.lateness.0.set(true);
            let late = io::Error::new(io::ErrorKind::TimedOut, "the body arrives too slowly");
            Some(Err((this.late)(late)))
        })
    }
}

/// True for the error of a body that arrived too slowly.
#[must_use]
pub fn is_too_slow(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::TimedOut
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use futures::StreamExt;

    use super::*;
    use crate::MinimumSpeed;

    const SPEED: MinimumSpeed =
        MinimumSpeed { wait_max: Duration::from_secs(10), bytes_per_second_min: 1_000 };

    type Body = Paced<Pin<Box<dyn Stream<Item = io::Result<Bytes>>>>, io::Error>;

    /// A body in pieces of 1,000 bytes, one after each pause.
    fn paced(is_file: bool, pauses: Vec<u64>) -> Body {
        let pieces = futures::stream::iter(pauses).then(async |seconds| {
            tokio::time::sleep(Duration::from_secs(seconds)).await;
            Ok(Bytes::from_static(&[0; 1_000]))
        });
        let pieces: Pin<Box<dyn Stream<Item = io::Result<Bytes>>>> = Box::pin(pieces);
        let budget = if is_file { WaitBudget::at_speed(SPEED) } else { WaitBudget::of(SPEED.wait_max) };
        Paced::new(pieces, budget, |error| error)
    }

    async fn received(mut body: Body) -> io::Result<usize> {
        let lateness = body.lateness();
        let mut bytes = 0;
        while let Some(piece) = body.next().await {
            assert_eq!(lateness.is_late(), piece.is_err());
            bytes += piece?.len();
        }
        Ok(bytes)
    }

    #[tokio::test(start_paused = true)]
    async fn a_body_must_arrive_within_ten_seconds() {
        assert_eq!(received(paced(false, vec![4, 4])).await.unwrap(), 2_000);
        assert!(is_too_slow(&received(paced(false, vec![4, 4, 4])).await.unwrap_err()));
        assert!(is_too_slow(&received(paced(false, vec![11])).await.unwrap_err()));
    }

    #[tokio::test(start_paused = true)]
    async fn every_byte_of_a_file_extends_its_deadline() {
        assert_eq!(received(paced(true, vec![1; 60])).await.unwrap(), 60_000);
        assert!(is_too_slow(&received(paced(true, vec![2; 60])).await.unwrap_err()));
        assert!(is_too_slow(&received(paced(true, vec![1, 1, 12])).await.unwrap_err()));
        // However many bytes came before, one pause is limited.
        assert_eq!(received(paced(true, [vec![0; 200], vec![59]].concat())).await.unwrap(), 201_000);
        assert!(is_too_slow(&received(paced(true, [vec![0; 200], vec![61]].concat())).await.unwrap_err()));
    }

    #[tokio::test(start_paused = true)]
    async fn the_servers_own_time_does_not_count_against_the_deadline() {
        let mut body = paced(false, vec![1, 1, 1]);
        while let Some(piece) = body.next().await {
            assert_eq!(piece.unwrap().len(), 1_000);
            tokio::time::sleep(Duration::from_mins(1)).await;
        }
    }
}
