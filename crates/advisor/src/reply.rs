//! The tool loop: asks the model, runs the tools that it calls, and asks again with their answers.

use std::future::Future;

use chrono::NaiveDate;
use futures::stream::FuturesUnordered;
use futures::{Stream, StreamExt};
use saldo_domain::{ApprovalId, UserId};
use saldo_llm::{Answer, Chunk, FinishReason, LanguageModel, Message, Request, ToolCall, Usage};
use serde_json::{Value, json};
use tokio::time::{Instant, timeout_at};

use crate::claims::Claims;
use crate::conversation::Conversation;
use crate::event::Event;
use crate::tools::{Context, ToolError, Toolbox};
use crate::writes::{self, ProposedAction, WriteError, Writer};
use crate::{Advisor, Limits, prompt};

/// The reason why a reply cannot continue.
#[derive(Debug, thiserror::Error)]
enum Stop {
    #[error("the answer took too long; ask for less, or a shorter period")]
    OutOfTime,
    #[error("the answer became too long; ask for less, or a shorter period")]
    OutOfTokens,
    #[error("the model called tools without answering; ask for less")]
    OutOfSteps,
    #[error(transparent)]
    Model(#[from] saldo_llm::Error),
}

impl Stop {
    /// Returns the failure for the user, with the reason that the model's server gave.
    fn for_the_user(&self) -> String {
        match self {
            Self::Model(error) => error.with_reason(),
            Self::OutOfTime | Self::OutOfTokens | Self::OutOfSteps => self.to_string(),
        }
    }
}

pub(crate) fn events(
    advisor: Advisor,
    user: UserId,
    conversation: Conversation,
) -> impl Stream<Item = Event> + Send + 'static {
    let mut claims = Claims::of(&conversation);
    let today = advisor.clock.now().date();
    let attempt = attempt(advisor, user, conversation);
    async_stream::stream! {
        futures::pin_mut!(attempt);
        let mut end_of_step = None;
        while let Some(event) = attempt.next().await {
            let event = event.unwrap_or_else(|stop: Stop| {
                tracing::warn!(error = &stop as &dyn std::error::Error, "an answer was stopped");
                Event::Failed { problem: stop.for_the_user() }
            });
            claims.take(&event);
            // Figures are also checked if the reply fails.
            // The result belongs to the last step, so it precedes the step's end.
            if matches!(event, Event::Finished { .. } | Event::Failed { .. }) {
                if let Some(grounding) = claims.grounding() {
                    yield grounding;
                }
                for query in claims.queries(today) {
                    yield query;
                }
            }
            if let Some(before) = end_of_step.take() {
                yield before;
            }
            match event {
                Event::StepFinished => end_of_step = Some(event),
                _ => yield event,
            }
        }
    }
}

fn attempt(
    advisor: Advisor,
    user: UserId,
    conversation: Conversation,
) -> impl Stream<Item = Result<Event, Stop>> + Send + 'static {
    async_stream::try_stream! {
        let limits = &advisor.limits;
        let toolbox = Toolbox::standard();
        let today = advisor.clock.now().date();
        let mut budget = Budget::new(limits, conversation.answered_calls().count());
        let mut messages = conversation.into_messages(advisor.audience());
        // A reply changes nothing, so that all its calls may share what one of them has read.
        let context = Context::new(&advisor.ledger, user, today, limits);
        for number in 1..=limits.steps_max {
            // Without tools, the model has to answer with the results that it has.
            let is_last = number == limits.steps_max;
            let tools = if is_last { Vec::new() } else { offered(&toolbox, &advisor) };
            let request = request(&advisor, today, messages.clone(), tools);
            yield Event::Asked(Box::new(request.clone()));
            let mut answer = budget.in_time(ask(advisor.model.as_ref(), request)).await??;
            yield Event::StepStarted;
            let mut step = Step::default();
            while let Some(chunk) = budget.in_time(answer.next()).await? {
                let chunk = budget.spend(chunk?)?;
                if let Some(event) = step.take(chunk) {
                    yield event;
                }
            }
            drop(answer);
            let (reason, cost) = budget.add_usage(step.end)?;
            yield Event::TokensUsed(cost);
            if is_last && !step.calls.is_empty() && step.text.trim().is_empty() {
                Err(Stop::OutOfSteps)?;
            }
            if step.calls.is_empty() || is_last {
                yield Event::StepFinished;
                yield Event::Finished { reason, usage: budget.usage };
                return;
            }
            budget.check()?;
            budget.calls += step.calls.len();
            let planned = plan(&toolbox, advisor.writer.is_some(), &step.calls, limits.calls_per_step_max);
            for one in &planned {
                yield one.announcement();
            }
            messages.push(Message::Assistant { text: step.text, calls: step.calls });
            let mut results = vec![None; planned.len()];
            let mut running: FuturesUnordered<_> = planned
                .into_iter()
                .enumerate()
                .map(|(index, one)| run(index, one, &toolbox, &advisor, &context))
                .collect();
            let mut waits = false;
            while let Some(done) = budget.in_time(running.next()).await? {
                waits |= matches!(done.event, Event::ApprovalAsked { .. });
                results[done.index] = Some(done.message);
                yield done.event;
            }
            messages.extend(results.into_iter().flatten());
            yield Event::StepFinished;
            if waits {
                yield Event::Finished { reason: FinishReason::ToolCalls, usage: budget.usage };
                return;
            }
        }
    }
}

/// Returns the first request of a conversation.
pub(crate) fn first_request(advisor: &Advisor, conversation: Conversation) -> Request {
    let tools =
        if advisor.limits.steps_max == 1 { Vec::new() } else { offered(&Toolbox::standard(), advisor) };
    let messages = conversation.into_messages(advisor.audience());
    request(advisor, advisor.clock.now().date(), messages, tools)
}

fn request(
    advisor: &Advisor,
    today: NaiveDate,
    messages: Vec<Message>,
    tools: Vec<saldo_llm::Tool>,
) -> Request {
    let output_tokens_max = Some(advisor.limits.step_tokens_max);
    Request { system: instructions(advisor, today), messages, tools, output_tokens_max }
}

fn instructions(advisor: &Advisor, today: NaiveDate) -> String {
    let mut text = prompt::system(today, &advisor.preferences, advisor.known);
    if advisor.writer.is_some() {
        text.push_str(prompt::MAY_ASK);
    }
    text.push_str(&advisor.audience().quote(prompt::notes(&advisor.notes)));
    text
}

/// Returns the tools for the model. Tools that change data are included only if the user can be asked.
fn offered(toolbox: &Toolbox, advisor: &Advisor) -> Vec<saldo_llm::Tool> {
    let mut tools = toolbox.descriptions();
    if advisor.writer.is_some() {
        tools.extend(writes::descriptions());
    }
    tools
}

async fn ask(model: &dyn LanguageModel, request: Request) -> Result<Answer, Stop> {
    Ok(model.answer(request).await?)
}

/// The remainder of a reply's limits.
struct Budget<'a> {
    limits: &'a Limits,
    deadline: Instant,
    usage: Usage,
    characters: usize,
    /// The number of calls in earlier steps. It is appended to the ids of later calls,
    /// because a model may use the same ids in every step and clients need unique ones.
    calls: usize,
}

impl<'a> Budget<'a> {
    fn new(limits: &'a Limits, calls: usize) -> Self {
        let deadline = Instant::now() + limits.reply_time_max;
        Self { limits, deadline, usage: Usage::default(), characters: 0, calls }
    }

    async fn in_time<T>(&self, work: impl Future<Output = T>) -> Result<T, Stop> {
        timeout_at(self.deadline, work).await.map_err(|_| Stop::OutOfTime)
    }

    fn spend(&mut self, chunk: Chunk) -> Result<Chunk, Stop> {
        if let Chunk::Text(text) | Chunk::Reasoning(text) | Chunk::CallDelta { delta: text, .. } = &chunk {
            self.characters += text.chars().count();
        }
        if self.characters > self.limits.reply_characters_max {
            return Err(Stop::OutOfTokens);
        }
        if self.calls == 0 {
            return Ok(chunk);
        }
        let renamed = |id: String| format!("{id}_{}", self.calls);
        Ok(match chunk {
            Chunk::CallStarted { id, name } => Chunk::CallStarted { id: renamed(id), name },
            Chunk::CallDelta { id, delta } => Chunk::CallDelta { id: renamed(id), delta },
            Chunk::Call(call) => Chunk::Call(ToolCall { id: renamed(call.id), ..call }),
            other => other,
        })
    }

    fn add_usage(
        &mut self,
        end: Option<(FinishReason, Option<Usage>)>,
    ) -> Result<(FinishReason, Usage), Stop> {
        let (reason, cost) = end.ok_or(saldo_llm::Error::CutOff)?;
        let cost = cost.unwrap_or_default();
        self.usage.input_tokens += cost.input_tokens;
        self.usage.output_tokens += cost.output_tokens;
        Ok((reason, cost))
    }

    fn check(&self) -> Result<(), Stop> {
        let tokens = self.usage.input_tokens + self.usage.output_tokens;
        if tokens > self.limits.reply_tokens_max { Err(Stop::OutOfTokens) } else { Ok(()) }
    }
}

/// The result of one step of the model.
#[derive(Default)]
struct Step {
    text: String,
    calls: Vec<ToolCall>,
    end: Option<(FinishReason, Option<Usage>)>,
}

impl Step {
    /// Adds a chunk and returns its event, if it has one.
    fn take(&mut self, chunk: Chunk) -> Option<Event> {
        match chunk {
            Chunk::Text(text) => {
                self.text.push_str(&text);
                Some(Event::Text(text))
            }
            Chunk::Reasoning(text) => Some(Event::Reasoning(text)),
            Chunk::CallStarted { id, name } => Some(Event::ToolStarted { call: id, tool: name }),
            Chunk::CallDelta { id, delta } => Some(Event::ToolInput { call: id, delta }),
            Chunk::Call(call) => {
                self.calls.push(call);
                None
            }
            Chunk::Finished { reason, usage } => {
                self.end = Some((reason, usage));
                None
            }
        }
    }
}

/// A parsed call: its input, or the reason why it cannot run.
struct Planned {
    call: ToolCall,
    input: Value,
    problem: Option<String>,
    /// The proposed action, if the tool would change data.
    action: Option<ProposedAction>,
}

impl Planned {
    fn announcement(&self) -> Event {
        let (call, tool, input) = (self.call.id.clone(), self.call.name.clone(), self.input.clone());
        match &self.problem {
            None => Event::ToolCalled { call, tool, input },
            Some(problem) => Event::ToolInvalid { call, tool, input, problem: problem.clone() },
        }
    }
}

fn plan(toolbox: &Toolbox, may_write: bool, calls: &[ToolCall], calls_max: usize) -> Vec<Planned> {
    let read = |(index, call): (usize, &ToolCall)| {
        let Ok(input) = serde_json::from_str::<Value>(&call.arguments) else {
            let (input, problem) =
                (Value::from(call.arguments.clone()), "the input is not valid JSON".to_owned());
            return Planned { call: call.clone(), input, problem: Some(problem), action: None };
        };
        let proposed = may_write.then(|| ProposedAction::read(&call.name, &input)).flatten();
        let (action, problem) = match proposed {
            Some(Ok(action)) => (Some(action), None),
            Some(Err(problem)) => (None, Some(problem)),
            None => (None, toolbox.check(&call.name, &input).err()),
        };
        let one_too_many =
            || (index >= calls_max).then(|| "too many tools were called at once; call fewer".to_owned());
        Planned { call: call.clone(), input, problem: problem.or_else(one_too_many), action }
    };
    calls.iter().enumerate().map(read).collect()
}

/// A finished call: the event for the user and the message for the model.
struct Done {
    index: usize,
    event: Event,
    message: Message,
}

async fn run(
    index: usize,
    planned: Planned,
    toolbox: &Toolbox,
    advisor: &Advisor,
    context: &Context<'_>,
) -> Done {
    let Planned { call, input, problem, action } = planned;
    if let (Some(action), Some(writer), None) = (action, &advisor.writer, &problem) {
        return propose(index, call, &action, writer.as_ref(), advisor, context.user()).await;
    }
    let outcome = match problem {
        Some(problem) => Err(ToolError::Input(problem)),
        None => toolbox.run(&call.name, input, context).await,
    };
    let output = match &outcome {
        Ok(output) => output.clone(),
        Err(error) => {
            if let ToolError::Storage(cause) = error {
                tracing::error!(error = cause as &dyn std::error::Error, tool = call.name, "a tool failed");
            }
            error.for_the_model()
        }
    };
    let result = advisor.audience().format_answer(&output);
    let message = Message::ToolResult { call_id: call.id.clone(), tool: call.name, content: result };
    let event = match outcome {
        Ok(output) => Event::ToolAnswered { call: call.id, output },
        Err(error) => Event::ToolFailed { call: call.id, problem: error.to_string() },
    };
    Done { index, event, message }
}

/// Previews a proposed action and asks for approval. Nothing is changed.
async fn propose(
    index: usize,
    call: ToolCall,
    action: &ProposedAction,
    writer: &dyn Writer,
    advisor: &Advisor,
    user: UserId,
) -> Done {
    let (event, output) = match writer.propose(user, action).await {
        Ok(proposal) => {
            let approval = ApprovalId::new(advisor.clock.now());
            let (call, tool) = (call.id.clone(), call.name.clone());
            (Event::ApprovalAsked { approval, call, tool, proposal }, json!({ "waits": "for the user" }))
        }
        Err(WriteError(problem)) => (
            Event::ToolFailed { call: call.id.clone(), problem: problem.clone() },
            json!({ "error": problem }),
        ),
    };
    let content = advisor.audience().format_answer(&output);
    let message = Message::ToolResult { call_id: call.id, tool: call.name, content };
    Done { index, event, message }
}
