//! Writing an answer: every event is kept and sent. What cannot be said again (a question for the person, what a tool answered,
//! the end) is kept before it is sent; text is kept beside it (`keeping`).

use futures::{Stream, StreamExt};
use saldo_advisor::{Event, FinishReason};
use saldo_domain::{ChatId, ChatRole, MessageState, Timestamp, UserId};
use saldo_llm::Usage;
use saldo_storage::{ChatMessage, ChatTrace, ModelUsage, NewApproval};
use serde_json::{Value, json};
use ui_message_stream::{Assembler, Chunk, DONE, encode};

use super::keeping::Keeper;
use super::live::Place;
use super::trace::Trace;
use crate::app::App;
use crate::error::Chain;
use crate::ui_stream::{Told, Writer};

/// An answer that is to be written.
pub struct Answer {
    /// Whose it is.
    pub user: UserId,
    /// In which chat.
    pub chat: ChatId,
    /// The message's id.
    pub message: String,
    /// What is kept of the message already, when it goes on.
    pub begun: Assembler,
    /// Who answers.
    pub model: String,
    /// Whether what they are told leaves this program.
    pub leaves_machine: bool,
    /// For what the person allowed that, when they were asked.
    pub consent: Option<&'static str>,
    /// Where it is sent.
    pub place: Place,
}

impl Answer {
    /// The message as it is now.
    fn message(&self, state: MessageState, now: Timestamp) -> ChatMessage {
        ChatMessage {
            id: self.message.clone(),
            role: ChatRole::Assistant,
            state,
            parts: Value::from(self.begun.parts().to_vec()),
            metadata: Value::Object(self.begun.metadata().clone()),
            text: self.begun.text(),
            created_at: now,
        }
    }
}

/// Writes an answer to its end, or until nobody wants it any more.
pub async fn write(app: App, answer: Answer, events: impl Stream<Item = Told> + Send) {
    let asked_at = app.clock.now();
    let keeper = Keeper::new(app.clone(), answer.user, answer.chat);
    let mut scribe =
        Scribe { app: &app, answer, keeper, asked: 0, asks_consent: false, trace: Trace::default() };
    scribe.write(events).await;
    scribe.note(asked_at).await;
}

struct Scribe<'a> {
    app: &'a App,
    answer: Answer,
    keeper: Keeper,
    asked: usize,
    asks_consent: bool,
    trace: Trace,
}

impl Scribe<'_> {
    async fn write(&mut self, events: impl Stream<Item = Told> + Send) {
        let mut events = Box::pin(events);
        let mut writer = Writer::default();
        let mut metadata = json!({ "model": self.answer.model, "threadId": self.answer.chat });
        if let Some(consent) = self.answer.consent {
            metadata["consent"] = consent.into();
        }
        let message_id = Some(self.answer.message.clone());
        self.take(&[Chunk::Start { message_id, message_metadata: Some(metadata) }]);
        loop {
            let event = tokio::select! {
                biased;
                () = self.answer.place.running.stop.cancelled() => break,
                () = self.app.stopping.cancelled() => {
                    Event::Failed { problem: "the server is stopping; ask again in a moment".to_owned() }.into()
                }
                event = events.next() => match event {
                    Some(event) => event,
                    None => break,
                },
            };
            let is_last = match event {
                Told::Event(event) => self.tell(&mut writer, event).await,
                told => {
                    self.asks_consent |= matches!(told, Told::Consent(_));
                    self.take(&writer.told(told));
                    false
                }
            };
            if is_last {
                return;
            }
        }
        drop(events);
        let chunks = writer.stop();
        self.take_quietly(&chunks);
        self.keep(MessageState::Stopped).await;
        let text: String = chunks.iter().map(encode).collect();
        self.answer.place.running.say(text + DONE);
    }

    /// Keeps what was sent to the model, and counts what it cost. The answer is told already: a failure here is for the log.
    async fn note(&mut self, asked_at: Timestamp) {
        let trace = std::mem::take(&mut self.trace);
        if trace.is_empty() {
            return;
        }
        let (user, chat) = (self.answer.user, self.answer.chat);
        let storage = &self.app.storage;
        let Usage { input_tokens, output_tokens } = trace.usage;
        let usage = ModelUsage { input_tokens, output_tokens, replies: 1 };
        let counted = storage.add_model_usage(user, asked_at.date(), &self.answer.model, usage).await;
        let took = self.app.clock.now().as_milliseconds() - asked_at.as_milliseconds();
        let took = u64::try_from(took).unwrap_or_default();
        let content = trace.into_content(&self.answer.model, self.answer.leaves_machine, took);
        let trace = ChatTrace { message: self.answer.message.clone(), content, created_at: asked_at };
        let kept = storage.insert_chat_trace(user, chat, trace).await;
        if let Some(error) = counted.err().or(kept.err()) {
            tracing::error!(%chat, cause = %Chain(&error), "what a model was sent cannot be kept");
        }
    }

    /// Keeps and sends one event; `true` when it was the last.
    async fn tell(&mut self, writer: &mut Writer, event: Event) -> bool {
        match &event {
            Event::Asked(request) => self.trace.ask(request),
            Event::Paid(cost) => self.trace.pay(*cost),
            _ => {}
        }
        if let Event::ApprovalAsked { .. } = &event
            && !self.keep_question(&event).await
        {
            return self.fail(writer).await;
        }
        let state = self.state_after(&event);
        if let Event::Failed { problem } = &event {
            let message_metadata = json!({ "error": problem });
            self.take_quietly(&[Chunk::MessageMetadata { message_metadata }]);
        }
        let chunks = writer.chunks(event);
        self.take_quietly(&chunks);
        let is_kept = match state {
            Some(state) => self.keep(state).await || state == MessageState::Failed,
            None => self.keep_beside().await,
        };
        if !is_kept {
            return self.fail(writer).await;
        }
        let is_last = matches!(state, Some(state) if state != MessageState::Streaming);
        let mut text: String = chunks.iter().map(encode).collect();
        if is_last {
            text.push_str(DONE);
        }
        self.answer.place.running.say(text);
        is_last
    }

    /// How far the message has come with an event that must be kept before it is sent.
    fn state_after(&self, event: &Event) -> Option<MessageState> {
        match event {
            Event::Failed { .. } => Some(MessageState::Failed),
            Event::Finished { reason: FinishReason::ToolCalls, .. } if self.asked > 0 => {
                Some(MessageState::Waiting)
            }
            Event::Finished { .. } if self.asks_consent => Some(MessageState::Waiting),
            Event::Finished { .. } => Some(MessageState::Done),
            Event::ApprovalAsked { .. }
            | Event::ToolAnswered { .. }
            | Event::ToolFailed { .. }
            | Event::ToolDenied { .. }
            | Event::StepFinished => Some(MessageState::Streaming),
            Event::Asked(_)
            | Event::Paid(_)
            | Event::StepStarted
            | Event::Text(_)
            | Event::Reasoning(_)
            | Event::ToolStarted { .. }
            | Event::ToolInput { .. }
            | Event::ToolCalled { .. }
            | Event::ToolInvalid { .. }
            | Event::Grounding(_) => None,
        }
    }

    async fn keep_question(&mut self, event: &Event) -> bool {
        let Event::ApprovalAsked { approval, call, tool, proposal } = event else { return true };
        self.asked += 1;
        let now = self.app.clock.now();
        let asked = NewApproval {
            id: *approval,
            message: self.answer.message.clone(),
            call: call.clone(),
            tool: tool.clone(),
            content: proposal.content.clone(),
            expires_at: now.after(self.app.config.chat.approval_time_max),
        };
        let kept =
            self.app.storage.insert_approvals(self.answer.user, self.answer.chat, vec![asked], now).await;
        self.is_kept(kept)
    }

    /// The answer cannot be kept: it ends here, and says so.
    async fn fail(&mut self, writer: &mut Writer) -> bool {
        let problem = "the answer cannot be kept; ask again in a moment".to_owned();
        let chunks = writer.chunks(Event::Failed { problem });
        self.take_quietly(&chunks);
        self.keep(MessageState::Failed).await;
        let text: String = chunks.iter().map(encode).collect();
        self.answer.place.running.say(text + DONE);
        true
    }

    fn take(&mut self, chunks: &[Chunk]) {
        self.take_quietly(chunks);
        self.answer.place.running.say(chunks.iter().map(encode).collect());
    }

    fn take_quietly(&mut self, chunks: &[Chunk]) {
        for chunk in chunks {
            self.answer.begun.push(chunk);
        }
    }

    /// Keeps the message as it is now; `false` when it cannot be kept.
    async fn keep(&mut self, state: MessageState) -> bool {
        let message = self.answer.message(state, self.app.clock.now());
        self.keeper.keep(message).await
    }

    /// Keeps the text so far when that is due; `false` when it could not be kept.
    async fn keep_beside(&mut self) -> bool {
        let Self { app, answer, keeper, .. } = self;
        keeper.keep_beside(|| answer.message(MessageState::Streaming, app.clock.now())).await
    }

    /// A chat that was deleted meanwhile keeps nothing.
    fn is_kept(&self, kept: saldo_storage::Result<bool>) -> bool {
        kept.unwrap_or_else(|error| {
            tracing::error!(chat = %self.answer.chat, cause = %Chain(&error), "an answer cannot be kept");
            false
        })
    }
}
