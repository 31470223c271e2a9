//! Writes an answer: stores and sends every event.
//!
//! Events that cannot be repeated (a question for the user, a tool's result, the end) are stored before they
//! are sent. Text is stored in the background (`persister`).

use futures::{Stream, StreamExt};
use saldo_domain::{ChatId, ChatRole, MessageState, Timestamp, UserId};
use saldo_llm::Usage;
use saldo_storage::{ChatMessage, ChatTrace, ModelUsage, NewApproval};
use serde_json::{Value, json};
use ui_message_stream::{Assembler, Chunk, DONE, encode};

use super::Chats;
use super::chunks::{ChatEvent, ChunkWriter};
use super::persister::Persister;
use super::running::Place;
use super::trace::Trace;
use crate::{Event, FinishReason};

/// An answer that is to be written.
pub(super) struct Answer {
    /// The user who asked.
    pub(super) user: UserId,
    /// The chat.
    pub(super) chat: ChatId,
    /// The message's id.
    pub(super) message: String,
    /// The stored beginning of the message, if the answer continues it.
    pub(super) begun: Assembler,
    /// The model's name.
    pub(super) model: String,
    /// True if the model is on another machine.
    pub(super) leaves_machine: bool,
    /// The scope of the user's consent (`once` or `thread`), if they were asked.
    pub(super) consent: Option<&'static str>,
    /// The registration through which clients read the answer.
    pub(super) place: Place,
}

impl Answer {
    /// Returns the message in its current state.
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

/// Writes an answer to its end, or until it is stopped.
pub(super) async fn write(chats: Chats, answer: Answer, events: impl Stream<Item = ChatEvent> + Send) {
    let asked_at = chats.clock.now();
    let persister = Persister::new(chats.storage.clone(), answer.user, answer.chat);
    let trace = Trace::default();
    let mut writer = AnswerWriter { chats: &chats, answer, persister, asked: 0, asks_consent: false, trace };
    writer.write(events).await;
    writer.note(asked_at).await;
}

struct AnswerWriter<'a> {
    chats: &'a Chats,
    answer: Answer,
    persister: Persister,
    asked: usize,
    asks_consent: bool,
    trace: Trace,
}

impl AnswerWriter<'_> {
    async fn write(&mut self, events: impl Stream<Item = ChatEvent> + Send) {
        let mut events = Box::pin(events);
        let mut writer = ChunkWriter::default();
        let mut metadata = json!({ "model": self.answer.model, "threadId": self.answer.chat });
        if let Some(consent) = self.answer.consent {
            metadata["consent"] = consent.into();
        }
        let message_id = Some(self.answer.message.clone());
        self.take(&[Chunk::Start { message_id, message_metadata: Some(metadata) }]);
        loop {
            let event = tokio::select! {
                // A stop takes precedence over pending events.
                biased;
                () = self.answer.place.running.stop.cancelled() => break,
                () = self.chats.stopping.cancelled() => {
                    Event::Failed { problem: "The server is stopping; ask again in a moment".to_owned() }.into()
                }
                event = events.next() => match event {
                    Some(event) => event,
                    None => break,
                },
            };
            let is_last = match event {
                ChatEvent::Event(event) => self.store_and_send(&mut writer, event).await,
                other => {
                    self.asks_consent |= matches!(other, ChatEvent::Consent(_));
                    self.take(&writer.event(other));
                    false
                }
            };
            if is_last {
                return;
            }
        }
        drop(events);
        let chunks = writer.stop();
        self.record(&chunks);
        self.keep(MessageState::Stopped).await;
        let text: String = chunks.iter().map(encode).collect();
        self.answer.place.running.send(text + DONE);
    }

    /// Stores the trace and counts the tokens. The answer is already sent, so a failure is only logged.
    async fn note(&mut self, asked_at: Timestamp) {
        let trace = std::mem::take(&mut self.trace);
        if trace.is_empty() {
            return;
        }
        let (user, chat) = (self.answer.user, self.answer.chat);
        let storage = &self.chats.storage;
        let Usage { input_tokens, output_tokens } = trace.usage;
        let usage = ModelUsage { input_tokens, output_tokens, replies: 1 };
        let counted = storage.add_model_usage(user, asked_at.date(), &self.answer.model, usage).await;
        let took = self.chats.clock.now().as_milliseconds() - asked_at.as_milliseconds();
        let took = u64::try_from(took).unwrap_or_default();
        let content = trace.into_content(&self.answer.model, self.answer.leaves_machine, took);
        let trace = ChatTrace { message: self.answer.message.clone(), content, created_at: asked_at };
        let kept = storage.insert_chat_trace(user, chat, trace).await;
        if let Some(error) = counted.err().or(kept.err()) {
            let cause = &error as &dyn std::error::Error;
            tracing::error!(%chat, cause, "cannot store what was sent to a model");
        }
    }

    /// Stores and sends one event. True if it was the last.
    async fn store_and_send(&mut self, writer: &mut ChunkWriter, event: Event) -> bool {
        match &event {
            Event::Asked(request) => self.trace.ask(request),
            Event::TokensUsed(cost) => self.trace.add_usage(*cost),
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
            self.record(&[Chunk::MessageMetadata { message_metadata }]);
        }
        let chunks = writer.chunks(event);
        self.record(&chunks);
        let is_stored = match state {
            Some(state) => self.keep(state).await || state == MessageState::Failed,
            None => self.store_in_background().await,
        };
        if !is_stored {
            return self.fail(writer).await;
        }
        let is_last = matches!(state, Some(state) if state != MessageState::Streaming);
        let mut text: String = chunks.iter().map(encode).collect();
        if is_last {
            text.push_str(DONE);
        }
        self.answer.place.running.send(text);
        is_last
    }

    /// Returns the state of the message after an event that must be stored before it is sent; `None` for
    /// other events.
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
            | Event::TokensUsed(_)
            | Event::StepStarted
            | Event::Text(_)
            | Event::Reasoning(_)
            | Event::ToolStarted { .. }
            | Event::ToolInput { .. }
            | Event::ToolCalled { .. }
            | Event::ToolInvalid { .. }
            | Event::Grounding(_)
            | Event::Query { .. } => None,
        }
    }

    async fn keep_question(&mut self, event: &Event) -> bool {
        let Event::ApprovalAsked { approval, call, tool, proposal } = event else { return true };
        self.asked += 1;
        let now = self.chats.clock.now();
        let asked = NewApproval {
            id: *approval,
            message: self.answer.message.clone(),
            call: call.clone(),
            tool: tool.clone(),
            content: proposal.content.clone(),
            expires_at: now.after(self.chats.settings.approval_time_max),
        };
        let kept =
            self.chats.storage.insert_approvals(self.answer.user, self.answer.chat, vec![asked], now).await;
        self.is_stored(kept)
    }

    /// Ends the answer with an error, because it cannot be stored.
    async fn fail(&mut self, writer: &mut ChunkWriter) -> bool {
        let problem = "The answer cannot be stored; ask again in a moment".to_owned();
        let chunks = writer.chunks(Event::Failed { problem });
        self.record(&chunks);
        self.keep(MessageState::Failed).await;
        let text: String = chunks.iter().map(encode).collect();
        self.answer.place.running.send(text + DONE);
        true
    }

    fn take(&mut self, chunks: &[Chunk]) {
        self.record(chunks);
        self.answer.place.running.send(chunks.iter().map(encode).collect());
    }

    fn record(&mut self, chunks: &[Chunk]) {
        for chunk in chunks {
            self.answer.begun.push(chunk);
        }
    }

    /// Stores the message in its current state. False if it cannot be stored.
    async fn keep(&mut self, state: MessageState) -> bool {
        let message = self.answer.message(state, self.chats.clock.now());
        self.persister.keep(message).await
    }

    /// Stores the text so far in the background if that is due. False if an earlier write failed.
    async fn store_in_background(&mut self) -> bool {
        let Self { chats, answer, persister, .. } = self;
        persister.store_in_background(|| answer.message(MessageState::Streaming, chats.clock.now())).await
    }

    /// Logs a failed write. False for a failure, and for a chat that was deleted meanwhile.
    fn is_stored(&self, stored: saldo_storage::Result<bool>) -> bool {
        stored.unwrap_or_else(|error| {
            let cause = &error as &dyn std::error::Error;
            tracing::error!(chat = %self.answer.chat, cause, "cannot store a chat answer");
            false
        })
    }
}
