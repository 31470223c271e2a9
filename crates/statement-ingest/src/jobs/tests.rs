//! Tests of the job runner with a queue in memory.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use futures::StreamExt;
use saldo_domain::{
    Author, FailureCode, Id, JobId, JobProgress, JobStage, JobState, JobWork, StatementId, SystemClock,
    Timestamp,
};
use saldo_storage::OpenJobs;

use super::attempt::ATTEMPTS_MAX;
use super::*;

/// A queue in memory, with a log of the changes.
#[derive(Default)]
struct Queue {
    jobs: Mutex<BTreeMap<JobId, Job>>,
    log: Mutex<Vec<String>>,
    /// Time of each job's latest claim, and the longest time between two.
    claimed_at: Mutex<BTreeMap<JobId, Instant>>,
    longest_lease: Mutex<Duration>,
    is_taken_over: AtomicBool,
}

impl Queue {
    fn add(&self) -> Job {
        self.add_of(Id::new(SystemClock.now()))
    }

    /// Adds a job that this process has claimed already.
    fn add_claimed(&self, user: UserId) -> Job {
        let mut job = self.add_of(user);
        (job.attempts, job.state) = (1, JobState::Running);
        self.jobs.lock().unwrap().insert(job.id, job.clone());
        job
    }

    fn add_of(&self, user: UserId) -> Job {
        let now = SystemClock.now();
        let job = Job {
            id: Id::new(now),
            user,
            work: JobWork::ProcessStatement { statement: Id::new(now), by: None },
            state: JobState::Queued,
            attempts: 0,
            progress: JobProgress::default(),
            failure: None,
            created_at: now,
            updated_at: now,
            finished_at: None,
        };
        self.jobs.lock().unwrap().insert(job.id, job.clone());
        job
    }

    fn log(&self) -> Vec<String> {
        self.log.lock().unwrap().clone()
    }

    fn change(&self, claim: &Claim, what: String, state: JobState) -> bool {
        if self.is_taken_over.load(Ordering::SeqCst) {
            return false;
        }
        self.log.lock().unwrap().push(what);
        if let Some(job) = self.jobs.lock().unwrap().get_mut(&claim.job) {
            job.state = state;
        }
        true
    }
}

#[async_trait]
impl Jobs for Queue {
    async fn enqueue_statement(
        &self,
        _: Author,
        _: StatementId,
        _: Option<(WorkerId, Duration)>,
        _: Timestamp,
    ) -> saldo_storage::Result<Option<Job>> {
        Ok(Some(self.add()))
    }

    async fn find_job(&self, _: UserId, job: JobId) -> saldo_storage::Result<Option<Job>> {
        Ok(self.jobs.lock().unwrap().get(&job).cloned())
    }

    async fn claim_job(
        &self,
        worker: &WorkerId,
        _: Duration,
        _: Timestamp,
    ) -> saldo_storage::Result<Option<(Job, Claim)>> {
        let mut jobs = self.jobs.lock().unwrap();
        let Some(job) = jobs.values_mut().find(|job| job.state == JobState::Queued) else { return Ok(None) };
        job.state = JobState::Running;
        job.attempts += 1;
        let claim = Claim { job: job.id, worker: worker.clone(), attempt: job.attempts };
        Ok(Some((job.clone(), claim)))
    }

    async fn claim_job_of_idle_user(
        &self,
        _: &WorkerId,
        _: Duration,
        _: Timestamp,
    ) -> saldo_storage::Result<Option<(Job, Claim)>> {
        Ok(None)
    }

    async fn extend_claim(&self, claim: &Claim, _: Duration, _: Timestamp) -> saldo_storage::Result<bool> {
        let now = Instant::now();
        if let Some(before) = self.claimed_at.lock().unwrap().insert(claim.job, now) {
            let mut longest = self.longest_lease.lock().unwrap();
            *longest = (*longest).max(now - before);
        }
        Ok(!self.is_taken_over.load(Ordering::SeqCst))
    }

    async fn report_progress(
        &self,
        claim: &Claim,
        progress: JobProgress,
        _: Timestamp,
    ) -> saldo_storage::Result<bool> {
        Ok(self.change(claim, format!("{:?}", progress.stage), JobState::Running))
    }

    async fn finish_job(
        &self,
        claim: &Claim,
        progress: JobProgress,
        _: Timestamp,
    ) -> saldo_storage::Result<bool> {
        assert_eq!(progress.stage, JobStage::Finished);
        Ok(self.change(claim, "done".to_owned(), JobState::Done))
    }

    async fn retry_job(
        &self,
        claim: &Claim,
        run_at: Timestamp,
        now: Timestamp,
    ) -> saldo_storage::Result<bool> {
        let delay = (run_at.as_milliseconds() - now.as_milliseconds()) / 1_000;
        Ok(self.change(claim, format!("again in {delay} s"), JobState::Queued))
    }

    async fn release_job(&self, claim: &Claim, _: Timestamp) -> saldo_storage::Result<bool> {
        Ok(self.change(claim, "released".to_owned(), JobState::Failed))
    }

    async fn fail_job(&self, claim: &Claim, failure: Failure, _: Timestamp) -> saldo_storage::Result<bool> {
        Ok(self.change(claim, format!("failed: {}", failure.message), JobState::Failed))
    }

    async fn count_open_jobs(&self) -> saldo_storage::Result<OpenJobs> {
        Ok(OpenJobs::default())
    }
}

/// A kind of job other than processing statements.
struct Count {
    runs: Arc<AtomicU32>,
    /// Number of runs at the same time, now and at most.
    at_once: Arc<(AtomicU32, AtomicU32)>,
    /// Duration of a stage.
    pace: Duration,
    end: fn(u32) -> Option<Result<Done, JobFailure>>,
}

#[async_trait]
impl Work for Count {
    type Unstored = u32;

    async fn run(
        &self,
        _: &Job,
        unstored: Option<&u32>,
        progress: &dyn Progress,
    ) -> Result<Done, JobFailure> {
        let run = self.runs.fetch_add(1, Ordering::SeqCst) + 1;
        let (now, most) = &*self.at_once;
        most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
        for stage in [JobStage::Reading, JobStage::Checking, JobStage::Storing] {
            progress.report(JobProgress { stage, ..JobProgress::default() });
            tokio::time::sleep(self.pace).await;
        }
        now.fetch_sub(1, Ordering::SeqCst);
        match (unstored, (self.end)(run)) {
            (Some(unstored), _) => {
                Ok(Done { transactions_new: Some(u64::from(*unstored)), transactions_known: None })
            }
            (None, Some(end)) => end,
            (None, None) => std::future::pending().await,
        }
    }

    fn given_up(&self) -> Failure {
        Failure { code: FailureCode::Unreadable, message: "given up".to_owned() }
    }
}

struct Started {
    queue: Arc<Queue>,
    runner: JobRunner<Count>,
    runs: Arc<AtomicU32>,
    at_once: Arc<(AtomicU32, AtomicU32)>,
    stopping: CancellationToken,
    tasks: TaskTracker,
}

fn started(end: fn(u32) -> Option<Result<Done, JobFailure>>) -> Started {
    started_at(Duration::from_millis(20), end)
}

/// Starts two workers, whose jobs spend this time on each stage.
fn started_at(pace: Duration, end: fn(u32) -> Option<Result<Done, JobFailure>>) -> Started {
    let (queue, runs) = (Arc::new(Queue::default()), Arc::new(AtomicU32::new(0)));
    let (tasks, stopping) = (TaskTracker::new(), CancellationToken::new());
    let settings =
        JobSettings { worker: WorkerId("here".to_owned()), lease: Duration::from_secs(30), parallel: 2 };
    let at_once = Arc::new((AtomicU32::new(0), AtomicU32::new(0)));
    let work = Count { runs: runs.clone(), at_once: at_once.clone(), pace, end };
    let clock = Arc::new(SystemClock);
    let runner = JobRunner::new(queue.clone(), work, clock, settings, tasks.clone(), stopping.clone());
    runner.start();
    Started { queue, runner, runs, at_once, stopping, tasks }
}

impl Started {
    /// Queues a job and waits until it has ended, at most for a minute.
    async fn run(&self) -> JobState {
        let job = self.queue.add();
        self.runner.wake();
        self.runner.wait(job.user, job, Duration::from_mins(1)).await.unwrap().unwrap().state
    }

    async fn stop(self) {
        self.stopping.cancel();
        self.tasks.close();
        self.tasks.wait().await;
    }
}

fn try_again() -> JobFailure {
    JobFailure::TryAgain("no memory".into())
}

#[tokio::test(start_paused = true)]
async fn a_done_job_shows_each_of_its_stages() {
    let started = started(|_| Some(Ok(Done::default())));
    assert_eq!(started.run().await, JobState::Done);
    assert_eq!(started.queue.log(), ["Reading", "Checking", "Storing", "done"]);
    started.stop().await;
}

#[tokio::test(start_paused = true)]
async fn a_job_that_fails_on_this_server_runs_again_later_each_time() {
    let started = started(|run| Some(if run < 3 { Err(try_again()) } else { Ok(Done::default()) }));
    assert_eq!(started.run().await, JobState::Done);
    let log = started.queue.log();
    let again: Vec<&String> = log.iter().filter(|line| line.starts_with("again")).collect();
    assert_eq!(again, ["again in 2 s", "again in 4 s"]);
    started.stop().await;
}

#[tokio::test(start_paused = true)]
async fn a_job_is_given_up_after_five_attempts() {
    let started = started(|_| Some(Err(try_again())));
    assert_eq!(started.run().await, JobState::Failed);
    assert_eq!(started.runs.load(Ordering::SeqCst), ATTEMPTS_MAX);
    assert_eq!(started.queue.log().last().unwrap(), "failed: given up");
    started.stop().await;
}

#[tokio::test(start_paused = true)]
async fn a_job_that_killed_the_process_repeatedly_is_given_up() {
    let started = started(|_| Some(Ok(Done::default())));
    let job = started.queue.add();
    started.queue.jobs.lock().unwrap().get_mut(&job.id).unwrap().attempts = ATTEMPTS_MAX;
    started.runner.wake();
    let ended = started.runner.wait(job.user, job, Duration::from_mins(1)).await.unwrap().unwrap();
    assert_eq!((ended.state, started.runs.load(Ordering::SeqCst)), (JobState::Failed, 0));
    started.stop().await;
}

#[tokio::test(start_paused = true)]
async fn a_job_that_cannot_be_done_is_not_repeated() {
    let started = started(|_| Some(Err(JobFailure::Failed(Failure::of(FailureCode::NeedsPassword)))));
    assert_eq!(started.run().await, JobState::Failed);
    assert_eq!(started.runs.load(Ordering::SeqCst), 1);
    let started = self::started(|_| Some(Err(JobFailure::Gone("deleted".into()))));
    assert_eq!(started.run().await, JobState::Failed);
    assert_eq!(started.runs.load(Ordering::SeqCst), 1);
}

#[tokio::test(start_paused = true)]
async fn a_process_that_stops_returns_its_jobs() {
    let started = started(|_| None);
    started.queue.add();
    started.runner.wake();
    tokio::time::sleep(Duration::from_secs(1)).await;
    let queue = started.queue.clone();
    started.stop().await;
    assert_eq!(queue.log().last().unwrap(), "released");
}

#[tokio::test(start_paused = true)]
async fn a_process_that_lost_its_lease_stops_and_changes_nothing() {
    let started = started(|_| None);
    started.queue.add();
    started.runner.wake();
    tokio::time::sleep(Duration::from_secs(1)).await;
    let before = started.queue.log();
    started.queue.is_taken_over.store(true, Ordering::SeqCst);
    tokio::time::sleep(Duration::from_mins(1)).await;
    assert_eq!(started.queue.log(), before);
    started.stop().await;
}

#[tokio::test(start_paused = true)]
async fn the_unstored_part_of_a_job_reaches_the_worker() {
    let started = started(|_| None);
    // Claimed from the start, so that no other worker takes it.
    let job = started.queue.add_claimed(Id::new(SystemClock.now()));
    started.runner.run_with(job.clone(), 7);
    let ended = started.runner.wait(job.user, job, Duration::from_mins(1)).await.unwrap().unwrap();
    assert_eq!(ended.state, JobState::Done);
    started.stop().await;
}

#[tokio::test(start_paused = true)]
async fn jobs_with_an_unstored_part_run_a_few_at_a_time_and_keep_their_claims() {
    let lease = Duration::from_secs(30);
    for (users, most) in [(1, 2), (20, 3)] {
        let started = started_at(Duration::from_secs(20), |_| None);
        let users: Vec<UserId> = (0..users).map(|_| Id::new(SystemClock.now())).collect();
        let jobs: Vec<Job> =
            users.iter().cycle().take(20).map(|user| started.queue.add_claimed(*user)).collect();
        for job in &jobs {
            started.runner.run_with(job.clone(), 7);
        }
        for job in jobs {
            let ended = started.runner.wait(job.user, job, Duration::from_hours(1)).await.unwrap().unwrap();
            assert_eq!(ended.state, JobState::Done);
        }
        assert_eq!(
            (started.runs.load(Ordering::SeqCst), started.at_once.1.load(Ordering::SeqCst)),
            (20, most)
        );
        let longest = *started.queue.longest_lease.lock().unwrap();
        assert!(longest < lease, "a claim was not extended for {longest:?}");
        started.stop().await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_job_that_is_sent_again_with_its_unstored_part_runs_once() {
    let started = started(|_| None);
    let job = started.queue.add_claimed(Id::new(SystemClock.now()));
    for part in [7, 8] {
        started.runner.run_with(job.clone(), part);
    }
    let ended = started.runner.wait(job.user, job, Duration::from_mins(1)).await.unwrap().unwrap();
    assert_eq!((ended.state, started.runs.load(Ordering::SeqCst)), (JobState::Done, 1));
    started.stop().await;
}

#[tokio::test(start_paused = true)]
async fn the_changes_of_a_job_end_with_it() {
    let started = started(|_| Some(Ok(Done::default())));
    let job = started.queue.add();
    let changes = started.runner.changes(job.user, job);
    started.runner.wake();
    let states = changes.map(|event| match event {
        JobEvent::Changed(job) => job.state,
        JobEvent::Unchanged => unreachable!("the job runs for less than 15 seconds"),
    });
    let states: Vec<JobState> = states.collect().await;
    assert!(states.starts_with(&[JobState::Queued]) && states.ends_with(&[JobState::Done]), "{states:?}");
    assert!(states.len() <= 3, "each state is reported once: {states:?}");
    started.stop().await;
}

#[tokio::test(start_paused = true)]
async fn an_unchanged_job_is_reported_every_15_seconds_until_the_process_stops() {
    let started = started(|_| None);
    let job = started.queue.add_claimed(Id::new(SystemClock.now()));
    let mut changes = started.runner.changes(job.user, job.clone());
    assert_eq!(changes.next().await, Some(JobEvent::Changed(job)));
    for _ in 0..2 {
        let begun = Instant::now();
        assert_eq!(changes.next().await, Some(JobEvent::Unchanged));
        assert_eq!(begun.elapsed().as_secs(), 14);
    }
    started.stopping.cancel();
    assert_eq!(changes.next().await, None);
    started.stop().await;
}

#[tokio::test(start_paused = true)]
async fn the_changes_of_a_job_that_is_deleted_end() {
    let started = started(|_| None);
    let job = started.queue.add_claimed(Id::new(SystemClock.now()));
    let mut changes = started.runner.changes(job.user, job.clone());
    assert!(changes.next().await.is_some());
    started.queue.jobs.lock().unwrap().remove(&job.id);
    assert_eq!(changes.next().await, None);
    started.stop().await;
}
