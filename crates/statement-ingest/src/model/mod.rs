//! Reads a statement with a language model if the layout reader finds no transactions or if its draft is not
//! balanced.
//!
//! The model is not trusted. It gets the lines of the statement, fenced as data, and reports which of their
//! tokens are dates, amounts and balances; it cannot write a figure. [`to_draft`] takes the figures from the
//! page, and [`completeness`] rejects a report that omits a line that looks like a transaction. The draft is
//! used only if the printed balances confirm it.

mod columns;
mod completeness;
mod prompt;
mod reply;
mod to_draft;

use std::sync::Arc;
use std::time::Duration;

use futures::StreamExt;
use saldo_domain::{JobProgress, JobStage, Outcome, StatementDraft};
use saldo_llm::{Chunk, LanguageModel, Request};

use crate::page::Document;
use crate::read::{CandidateLines, ReadHints};
use crate::reader::Progress;
use crate::reconcile;

/// Limits for asking a model about one statement.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ModelLimits {
    /// Upper limit for the pages of a statement. Default: 30; a longer one is not sent.
    pub pages_max: u32,
    /// Upper limit for the lines of all pages together. Default: 1,500.
    pub lines_max: usize,
    /// Upper limit for the tokens of the statement's lines, estimated as one token per three bytes. Default:
    /// 60,000.
    pub input_tokens_max: usize,
    /// Upper limit for the tokens of an answer, which the provider enforces. Default: 16,000.
    pub output_tokens_max: u32,
    /// Upper limit for the bytes of an answer with its reasoning, enforced here. Default: 1 MiB.
    pub answer_bytes_max: usize,
    /// Upper limit for the requests about one statement. Default: 2; the second one describes what was wrong
    /// with the first answer.
    pub calls_max: u32,
    /// Upper limit for the time from the first request to the end of the last answer. Default: 3 minutes.
    pub time_max: Duration,
}

impl Default for ModelLimits {
    fn default() -> Self {
        Self {
            pages_max: 30,
            lines_max: 1_500,
            input_tokens_max: 60_000,
            output_tokens_max: 16_000,
            answer_bytes_max: 1024 * 1024,
            calls_max: 2,
            time_max: Duration::from_mins(3),
        }
    }
}

/// A language model with its limits, for statements that the layout reader cannot read.
#[derive(Clone)]
pub struct ModelTurn {
    model: Arc<dyn LanguageModel>,
    limits: ModelLimits,
}

/// Bytes per token, for a cautious estimate: English text has about four, digits have fewer.
const BYTES_A_TOKEN: usize = 3;

/// The reason why an answer is rejected.
enum Refusal {
    /// The report is wrong. The next request describes why, so that the model can correct it.
    UserAnswers(String),
    /// The model did not answer, or its answer is too long.
    NoAnswer,
}

impl ModelTurn {
    /// Creates a reader that asks `model` within `limits`.
    #[must_use]
    pub fn new(model: Arc<dyn LanguageModel>, limits: ModelLimits) -> Self {
        Self { model, limits }
    }

    /// Returns the draft that the model reports, if the printed balances confirm it; `None` in all other
    /// cases, errors included.
    pub(crate) async fn read(
        &self,
        document: &Document,
        hints: &ReadHints,
        progress: &dyn Progress,
    ) -> Option<StatementDraft> {
        let pages = u32::try_from(document.pages.len()).unwrap_or(u32::MAX);
        if pages > self.limits.pages_max {
            return None;
        }
        let candidates =
            CandidateLines::of(document, hints).filter(|it| it.len() <= self.limits.lines_max)?;
        let lines = prompt::lines(&candidates);
        if lines.len() / BYTES_A_TOKEN > self.limits.input_tokens_max {
            return None;
        }
        progress.report(JobProgress {
            stage: JobStage::Asking,
            page: pages,
            pages: Some(pages),
            ..JobProgress::default()
        });
        let asking = self.ask(&candidates, &lines, pages);
        let answer = tokio::time::timeout(self.limits.time_max, asking).await;
        if answer.is_err() {
            tracing::warn!(model = self.model.name(), "the model took too long to read a statement");
        }
        answer.ok().flatten()
    }

    async fn ask(&self, candidates: &CandidateLines, lines: &str, pages: u32) -> Option<StatementDraft> {
        let mut request = prompt::question(lines, self.limits.output_tokens_max);
        for call in 1..=self.limits.calls_max {
            let refusal = match self.answer(request).await {
                Ok(answer) => match judge(candidates, &answer, pages) {
                    Ok(draft) => {
                        tracing::info!(
                            model = self.model.name(),
                            prompt = prompt::VERSION,
                            call,
                            "a model read a statement"
                        );
                        return Some(draft);
                    }
                    Err(why) => Refusal::UserAnswers(why),
                },
                Err(refusal) => refusal,
            };
            let Refusal::UserAnswers(why) = refusal else { return None };
            tracing::info!(
                model = self.model.name(),
                prompt = prompt::VERSION,
                call,
                why,
                "a model's reading of a statement was rejected"
            );
            request = prompt::question_again(lines, self.limits.output_tokens_max, &why);
        }
        None
    }

    /// Returns the text of one answer, or the arguments of its tool call.
    async fn answer(&self, request: Request) -> Result<String, Refusal> {
        let failed = |error: saldo_llm::Error| {
            tracing::warn!(model = self.model.name(), %error, "cannot ask a model about a statement");
            Refusal::NoAnswer
        };
        let mut chunks = self.model.answer(request).await.map_err(failed)?;
        let (mut text, mut bytes) = (String::new(), 0_usize);
        while let Some(chunk) = chunks.next().await {
            match chunk.map_err(failed)? {
                Chunk::Text(more) => {
                    bytes += more.len();
                    text.push_str(&more);
                }
                Chunk::Reasoning(more) => bytes += more.len(),
                Chunk::CallDelta { delta, .. } => bytes += delta.len(),
                Chunk::Call(call) if call.name == prompt::TOOL => return Ok(call.arguments),
                Chunk::Finished { .. } => break,
                Chunk::Call(_) | Chunk::CallStarted { .. } => {}
            }
            if bytes > self.limits.answer_bytes_max {
                tracing::warn!(model = self.model.name(), "a model's answer about a statement is too long");
                return Err(Refusal::NoAnswer);
            }
        }
        Ok(text)
    }
}

/// Returns the draft of an answer if it is balanced.
///
/// # Errors
/// A description of what is wrong with the answer.
fn judge(candidates: &CandidateLines, answer: &str, pages: u32) -> Result<StatementDraft, String> {
    let reply = reply::parse(answer).ok_or("it was no report in the form asked for.")?;
    let draft = to_draft::build_draft(candidates, &reply, pages)?;
    completeness::check(candidates, &reply, &draft)?;
    let checked = reconcile::check(draft.clone());
    if checked.outcome() == Some(Outcome::Balanced) { Ok(draft) } else { Err(breaks(&reply, &checked)) }
}

/// Describes where the figures of a report contradict the printed ones.
fn breaks(reply: &reply::Reply, checked: &saldo_domain::CheckedDraft) -> String {
    let parts = reply.accounts.iter().zip(&checked.accounts).enumerate().filter_map(|(index, (reply, account))| {
        let found = &account.reconciliation;
        let transaction = found.first_broken.and_then(|broken| reply.transactions.get(broken));
        let account = index + 1;
        match (found.outcome, transaction, found.discrepancy) {
            (Outcome::Balanced, ..) => None,
            (_, Some(transaction), _) => Some(format!(
                "in account {account} the printed balances first break at the transaction whose amount is on line {}.",
                transaction.amount.line + 1
            )),
            (_, None, Some(_)) => Some(format!("in account {account} the transactions do not lead from the opening to the closing balance.")),
            (_, None, None) => Some(format!("in account {account} nothing printed proves the transactions: name its balances.")),
        }
    });
    parts.collect::<Vec<_>>().join(" ")
}
