//! Slots for child processes and for jobs. The user with the fewest slots is served first, and no user can
//! take all of them.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};

use saldo_domain::UserId;
use tokio::sync::oneshot;

tokio::task_local! {
    static USER: UserId;
}

/// Runs `work` on behalf of a user. The children that it starts are counted for this user.
pub async fn on_behalf_of<F: Future>(user: UserId, work: F) -> F::Output {
    USER.scope(user, work).await
}

/// The user on whose behalf children are started; `None` if the caller names none.
type Holder = Option<UserId>;

/// A limited number of slots for concurrent work, such as children.
#[derive(Debug)]
pub(crate) struct Slots {
    /// Upper limit for the slots of one user; there is one more slot for other users.
    held_max: usize,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    held: HashMap<Holder, usize>,
    waiting: VecDeque<(Holder, oneshot::Sender<Slot>)>,
}

/// A slot. Dropping it releases it.
#[derive(Debug)]
pub(crate) struct Slot {
    holder: Holder,
    /// The slots to return to; `None` if the slot was released already.
    slots: Option<Arc<Slots>>,
}

impl Slots {
    /// Creates slots of which one user may hold `held_max`.
    pub(crate) fn new(held_max: usize) -> Arc<Self> {
        Arc::new(Self { held_max: held_max.max(1), state: Mutex::default() })
    }

    /// Waits for a slot on behalf of the user of this task. Returns `None` only if the slots no longer exist.
    pub(crate) async fn acquire(self: &Arc<Self>) -> Option<Slot> {
        let holder = USER.try_with(|user| *user).ok();
        let (sender, slot) = oneshot::channel();
        self.change(|state| state.waiting.push_back((holder, sender)));
        slot.await.ok()
    }

    /// Changes the state, and hands out the slots that are free afterwards.
    fn change(self: &Arc<Self>, change: impl FnOnce(&mut State)) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        change(&mut state);
        while let Some((holder, sender)) = state.next(self.held_max) {
            *state.held.entry(holder).or_default() += 1;
            let slot = Slot { holder, slots: Some(Arc::clone(self)) };
            if let Err(mut unwanted) = sender.send(slot) {
                // Released here, because dropping the slot would wait for the lock that this function holds.
                unwanted.slots = None;
                state.release(holder);
            }
        }
    }
}

impl State {
    /// Removes the request from the queue that may have a slot next.
    fn next(&mut self, held_max: usize) -> Option<(Holder, oneshot::Sender<Slot>)> {
        self.waiting.retain(|(_, sender)| !sender.is_closed());
        let all: usize = self.held.values().sum();
        if all > held_max {
            return None;
        }
        let held = |holder: &Holder| self.held.get(holder).copied().unwrap_or(0);
        let may = self.waiting.iter().enumerate().filter(|(_, (holder, _))| held(holder) < held_max);
        let (place, _) = may.min_by_key(|(place, (holder, _))| (held(holder), *place))?;
        self.waiting.remove(place)
    }

    fn release(&mut self, holder: Holder) {
        if let Some(held) = self.held.get_mut(&holder) {
            *held -= 1;
            if *held == 0 {
                self.held.remove(&holder);
            }
        }
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        if let Some(slots) = self.slots.take() {
            slots.change(|state| state.release(self.holder));
        }
    }
}

#[cfg(test)]
mod tests {
    use futures::FutureExt;
    use saldo_domain::{Id, Timestamp};

    use super::*;

    fn users<const N: usize>() -> [UserId; N] {
        [(); N].map(|()| Id::new(Timestamp::from_milliseconds(0)))
    }

    fn ask(slots: &Arc<Slots>, user: UserId) -> impl Future<Output = Option<Slot>> + use<> {
        let slots = Arc::clone(slots);
        Box::pin(on_behalf_of(user, async move { slots.acquire().await }))
    }

    #[tokio::test]
    async fn one_user_cannot_take_every_slot() {
        let slots = Slots::new(2);
        let [ann, bob, eve] = users();
        let (first, second) = (ask(&slots, ann).await.unwrap(), ask(&slots, ann).await.unwrap());
        let mut third = ask(&slots, ann);
        assert!((&mut third).now_or_never().is_none());
        let bobs = ask(&slots, bob).now_or_never().flatten();
        assert!(bobs.is_some());
        let mut eves = ask(&slots, eve);
        assert!((&mut eves).now_or_never().is_none(), "all are taken");
        drop(first);
        assert!(
            (&mut eves).now_or_never().flatten().is_some(),
            "Eve, who has no slot, comes before Ann, who has one"
        );
        drop((second, bobs));
        assert!(third.now_or_never().flatten().is_some());
    }

    #[tokio::test]
    async fn an_abandoned_slot_goes_to_the_next_caller() {
        let slots = Slots::new(1);
        let [ann, bob, eve] = users();
        let held = [ask(&slots, ann).await, ask(&slots, bob).await];
        let (mut gone, mut stays) = (ask(&slots, eve), ask(&slots, eve));
        assert!((&mut gone).now_or_never().is_none() && (&mut stays).now_or_never().is_none());
        drop(gone);
        drop(held);
        assert!(stays.now_or_never().flatten().is_some());
        assert!(slots.state.lock().unwrap().held.is_empty());
    }

    #[tokio::test]
    async fn a_slot_is_free_after_its_caller_leaves() {
        let slots = Slots::new(1);
        let [ann, bob, eve] = users();
        let held = [ask(&slots, ann).await, ask(&slots, bob).await];
        let mut given = ask(&slots, eve);
        assert!((&mut given).now_or_never().is_none());
        drop(held);
        drop(given);
        assert!(slots.state.lock().unwrap().held.is_empty());
    }
}
