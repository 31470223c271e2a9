//! The advisor's events as the UI message stream of the AI SDK.
//!
//! The protocol defines the order of chunks: every text that is begun is ended, a failure ends the open step,
//! and `[DONE]` is always last.

use std::time::Duration;

use bytes::Bytes;
use futures::{Stream, StreamExt, future};
use serde_json::{Value, json};
use tokio::time::Interval;
use tokio_util::sync::CancellationToken;
use ui_message_stream::{Chunk, DONE, KEEP_ALIVE, encode};

use super::ChatStream;
use crate::{Event, FinishReason, typed};

/// Interval of comments in a quiet stream. Proxies close connections that are quiet for longer.
const KEEP_ALIVE_EVERY: Duration = Duration::from_secs(15);

/// An event for the client: of the advisor, or of the service.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum ChatEvent {
    /// An event of the advisor.
    Event(Event),
    /// A request for the user's consent to send data to a model.
    Consent(Value),
    /// The progress of reading a file.
    Progress {
        /// Id of the tool call that waits for the file.
        call: String,
        /// The progress.
        data: Value,
    },
}

impl From<Event> for ChatEvent {
    fn from(event: Event) -> Self {
        Self::Event(event)
    }
}

/// Returns the body of a response: server-sent events, comments while nothing happens, and an orderly end
/// when the server stops. Dropping the body drops the events.
pub(super) fn body(
    events: impl Stream<Item = ChatEvent> + Send + 'static,
    model: &str,
    stopping: CancellationToken,
) -> ChatStream {
    let start = Chunk::Start { message_id: None, message_metadata: Some(json!({ "model": model })) };
    let opening = futures::stream::once(future::ready(encode(&start)));
    let mut quiet = tokio::time::interval(KEEP_ALIVE_EVERY);
    // The first tick of an interval is immediate.
    quiet.reset();
    let state =
        State { events: Box::pin(events), writer: ChunkWriter::default(), quiet, stopping, is_over: false };
    Box::pin(opening.chain(futures::stream::unfold(state, next)).map(|text| Ok(Bytes::from(text))))
}

struct State<S> {
    events: std::pin::Pin<Box<S>>,
    writer: ChunkWriter,
    quiet: Interval,
    stopping: CancellationToken,
    is_over: bool,
}

async fn next<S: Stream<Item = ChatEvent>>(mut state: State<S>) -> Option<(String, State<S>)> {
    while !state.is_over {
        let event = tokio::select! {
            event = state.events.next() => event,
            _ = state.quiet.tick() => return Some((KEEP_ALIVE.to_owned(), state)),
            () = state.stopping.cancelled() => {
                Some(Event::Failed { problem: "The server is stopping; ask again in a moment".to_owned() }.into())
            }
        };
        state.quiet.reset();
        state.is_over =
            matches!(event, None | Some(ChatEvent::Event(Event::Failed { .. } | Event::Finished { .. })));
        let chunks = event.map(|event| state.writer.event(event)).unwrap_or_default();
        let mut text: String = chunks.iter().map(encode).collect();
        if state.is_over {
            text.push_str(DONE);
        }
        if !text.is_empty() {
            return Some((text, state));
        }
    }
    None
}

/// Converts events to chunks. It keeps track of the open step and the open text.
#[derive(Debug, Default)]
pub(super) struct ChunkWriter {
    in_step: bool,
    /// True after the first step. A failure before it ends without a `finish` chunk, as the protocol
    /// requires.
    has_begun: bool,
    open: Option<Piece>,
    pieces: usize,
}

/// True if an open piece of text ends before this event.
const fn opens_a_tool(event: &Event) -> bool {
    matches!(event, Event::ToolStarted { .. } | Event::ToolCalled { .. } | Event::ToolInvalid { .. })
}

/// Returns the chunk of an event about a tool; `None` for other events.
fn tool_chunk(event: Event) -> Option<Chunk> {
    let (dynamic, title, preliminary) = (None, None, None);
    Some(match event {
        Event::ToolStarted { call, tool } => {
            Chunk::ToolInputStart { tool_call_id: call, tool_name: tool, dynamic, title }
        }
        Event::ToolInput { call, delta } => {
            Chunk::ToolInputDelta { tool_call_id: call, input_text_delta: delta }
        }
        Event::ToolCalled { call, tool, input } => {
            Chunk::ToolInputAvailable { tool_call_id: call, tool_name: tool, input, dynamic, title }
        }
        Event::ToolInvalid { call, tool, input, problem } => {
            Chunk::ToolInputError { tool_call_id: call, tool_name: tool, input, error_text: problem, dynamic }
        }
        Event::ToolAnswered { call, output } => {
            Chunk::ToolOutputAvailable { tool_call_id: call, output, preliminary, dynamic }
        }
        Event::ToolFailed { call, problem } => {
            Chunk::ToolOutputError { tool_call_id: call, error_text: problem, dynamic }
        }
        Event::ToolDenied { call } => Chunk::ToolOutputDenied { tool_call_id: call },
        Event::Asked(_)
        | Event::TokensUsed(_)
        | Event::StepStarted
        | Event::Text(_)
        | Event::Reasoning(_)
        | Event::ApprovalAsked { .. }
        | Event::Grounding(_)
        | Event::Query { .. }
        | Event::StepFinished
        | Event::Failed { .. }
        | Event::Finished { .. } => return None,
    })
}

/// A piece of text or reasoning that is begun and not ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Piece {
    Text,
    Reasoning,
}

impl ChunkWriter {
    /// Returns the chunks of an event.
    pub(super) fn event(&mut self, event: ChatEvent) -> Vec<Chunk> {
        let (name, id, data, transient) = match event {
            ChatEvent::Event(event) => return self.chunks(event),
            ChatEvent::Consent(data) => ("consent", "consent".to_owned(), data, false),
            ChatEvent::Progress { call, data } => ("progress", call, data, true),
        };
        self.data(name, id, data, transient)
    }

    /// Returns the chunks of a part with data, which closes the open piece.
    fn data(&mut self, name: &str, id: String, data: Value, transient: bool) -> Vec<Chunk> {
        let mut chunks = Vec::new();
        self.close(&mut chunks);
        chunks.push(Chunk::Data { name: name.to_owned(), id: Some(id), data, transient });
        chunks
    }

    /// Returns the chunks of an advisor event.
    pub(super) fn chunks(&mut self, event: Event) -> Vec<Chunk> {
        let mut chunks = Vec::new();
        match event {
            // For the trace only.
            Event::Asked(_) | Event::TokensUsed(_) => {}
            Event::StepStarted => {
                self.in_step = true;
                self.has_begun = true;
                chunks.push(Chunk::StartStep);
            }
            Event::Text(delta) => {
                let id = self.piece(Piece::Text, &mut chunks);
                chunks.push(Chunk::TextDelta { id, delta });
            }
            Event::Reasoning(delta) => {
                let id = self.piece(Piece::Reasoning, &mut chunks);
                chunks.push(Chunk::ReasoningDelta { id, delta });
            }
            Event::ToolStarted { .. }
            | Event::ToolInput { .. }
            | Event::ToolCalled { .. }
            | Event::ToolInvalid { .. }
            | Event::ToolAnswered { .. }
            | Event::ToolFailed { .. }
            | Event::ToolDenied { .. } => {
                if opens_a_tool(&event) {
                    self.close(&mut chunks);
                }
                chunks.extend(tool_chunk(event));
            }
            Event::ApprovalAsked { approval, call, tool, proposal } => {
                let id = approval.to_string();
                let data = json!({
                    "approvalId": id,
                    "toolCallId": call,
                    "tool": tool,
                    "summary": proposal.summary,
                    "entries": proposal.transactions,
                });
                let name = "approval".to_owned();
                chunks.push(Chunk::Data { name, id: Some(id.clone()), data, transient: false });
                chunks.push(Chunk::ToolApprovalRequest { approval_id: id, tool_call_id: call });
            }
            // An answer that continues after an approval has one list in the end: a later part with this id
            // replaces the earlier one.
            Event::Grounding(figures) => {
                let data = json!({ "figures": figures });
                chunks.extend(self.data("grounding", "grounding".to_owned(), data, false));
            }
            Event::Query { call, data } => chunks.extend(self.data(typed::PART, call, data, false)),
            Event::StepFinished => self.finish_step(&mut chunks),
            Event::Failed { problem } => {
                self.close(&mut chunks);
                chunks.push(Chunk::Error { error_text: problem });
                self.finish_step(&mut chunks);
                if self.has_begun {
                    chunks.push(Chunk::finish(ui_message_stream::FinishReason::Error));
                }
            }
            Event::Finished { reason, usage } => {
                chunks.push(Chunk::Finish {
                    finish_reason: Some(reason_on_the_wire(reason)),
                    message_metadata: Some(json!({
                        "inputTokens": usage.input_tokens,
                        "outputTokens": usage.output_tokens,
                    })),
                });
            }
        }
        chunks
    }

    /// Returns the chunks that end a stopped message.
    pub(super) fn stop(&mut self) -> Vec<Chunk> {
        let mut chunks = Vec::new();
        self.close(&mut chunks);
        chunks.push(Chunk::Abort);
        chunks
    }

    /// Returns the id of the open piece of this kind. If there is none, it is begun.
    fn piece(&mut self, kind: Piece, chunks: &mut Vec<Chunk>) -> String {
        if self.open == Some(kind) {
            return self.id(kind);
        }
        self.close(chunks);
        self.pieces += 1;
        self.open = Some(kind);
        let id = self.id(kind);
        chunks.push(match kind {
            Piece::Text => Chunk::TextStart { id: id.clone() },
            Piece::Reasoning => Chunk::ReasoningStart { id: id.clone() },
        });
        id
    }

    fn id(&self, kind: Piece) -> String {
        match kind {
            Piece::Text => format!("t{}", self.pieces),
            Piece::Reasoning => format!("r{}", self.pieces),
        }
    }

    fn close(&mut self, chunks: &mut Vec<Chunk>) {
        match self.open.take() {
            Some(Piece::Text) => chunks.push(Chunk::TextEnd { id: self.id(Piece::Text) }),
            Some(Piece::Reasoning) => chunks.push(Chunk::ReasoningEnd { id: self.id(Piece::Reasoning) }),
            None => {}
        }
    }

    fn finish_step(&mut self, chunks: &mut Vec<Chunk>) {
        self.close(chunks);
        if std::mem::take(&mut self.in_step) {
            chunks.push(Chunk::FinishStep);
        }
    }
}

const fn reason_on_the_wire(reason: FinishReason) -> ui_message_stream::FinishReason {
    match reason {
        FinishReason::Stop => ui_message_stream::FinishReason::Stop,
        FinishReason::Length => ui_message_stream::FinishReason::Length,
        FinishReason::ToolCalls => ui_message_stream::FinishReason::ToolCalls,
        FinishReason::ContentFilter => ui_message_stream::FinishReason::ContentFilter,
        FinishReason::Other => ui_message_stream::FinishReason::Other,
    }
}

#[cfg(test)]
mod tests {
    use futures::stream;
    use saldo_llm::Usage;

    use super::*;

    async fn wire(events: impl Stream<Item = Event> + Send + 'static) -> String {
        let pieces: Vec<_> =
            body(events.map(ChatEvent::Event), "scripted", CancellationToken::new()).collect().await;
        let bytes: Vec<u8> = pieces.into_iter().flat_map(|Ok(piece)| piece).collect();
        String::from_utf8_lossy(&bytes).replace("\n\n", "\n").replace("data: ", "")
    }

    fn finished() -> Event {
        Event::Finished { reason: FinishReason::Stop, usage: Usage { input_tokens: 3, output_tokens: 5 } }
    }

    #[tokio::test]
    async fn text_has_a_start_and_an_end_chunk() {
        let events = [
            Event::StepStarted,
            Event::Text("Hel".into()),
            Event::Text("lo".into()),
            Event::StepFinished,
            finished(),
        ];
        let expected = r#"{"type":"start","messageMetadata":{"model":"scripted"}}
{"type":"start-step"}
{"type":"text-start","id":"t1"}
{"type":"text-delta","id":"t1","delta":"Hel"}
{"type":"text-delta","id":"t1","delta":"lo"}
{"type":"text-end","id":"t1"}
{"type":"finish-step"}
{"type":"finish","finishReason":"stop","messageMetadata":{"inputTokens":3,"outputTokens":5}}
[DONE]
"#;
        assert_eq!(wire(stream::iter(events)).await, expected);
    }

    #[tokio::test]
    async fn reasoning_text_and_tools_do_not_overlap() {
        let events = [
            Event::StepStarted,
            Event::Reasoning("hm".into()),
            Event::Text("I look".into()),
            Event::ToolStarted { call: "c".into(), tool: "books".into() },
            Event::ToolCalled { call: "c".into(), tool: "books".into(), input: json!({}) },
            Event::ToolFailed { call: "c".into(), problem: "no".into() },
            Event::StepFinished,
            finished(),
        ];
        let kinds: Vec<String> = wire(stream::iter(events))
            .await
            .lines()
            .filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok())
            .map(|chunk| chunk["type"].as_str().unwrap_or_default().to_owned())
            .collect();
        assert_eq!(
            kinds,
            [
                "start",
                "start-step",
                "reasoning-start",
                "reasoning-delta",
                "reasoning-end",
                "text-start",
                "text-delta",
                "text-end",
                "tool-input-start",
                "tool-input-available",
                "tool-output-error",
                "finish-step",
                "finish",
            ]
        );
    }

    #[tokio::test]
    async fn a_failure_closes_open_parts_and_ends_the_stream() {
        let events =
            [Event::StepStarted, Event::Text("Hel".into()), Event::Failed { problem: "it broke".into() }];
        let expected = r#"{"type":"text-end","id":"t1"}
{"type":"error","errorText":"it broke"}
{"type":"finish-step"}
{"type":"finish","finishReason":"error"}
[DONE]
"#;
        assert!(wire(stream::iter(events)).await.ends_with(expected));
    }

    #[tokio::test]
    async fn a_failure_before_the_first_part_is_a_single_error() {
        let events = [Event::Failed { problem: "it broke".into() }];
        let expected = r#"{"type":"start","messageMetadata":{"model":"scripted"}}
{"type":"error","errorText":"it broke"}
[DONE]
"#;
        assert_eq!(wire(stream::iter(events)).await, expected);
    }

    #[tokio::test]
    async fn a_stopping_server_ends_its_streams() {
        let stopping = CancellationToken::new();
        stopping.cancel();
        let pieces: Vec<_> = body(stream::pending(), "scripted", stopping).collect().await;
        let Some(Ok(last)) = pieces.last() else { panic!("nothing was sent") };
        assert!(last.ends_with(DONE.as_bytes()));
    }

    #[tokio::test(start_paused = true)]
    async fn a_quiet_stream_is_kept_alive() {
        let mut body = body(stream::pending(), "scripted", CancellationToken::new());
        let Some(Ok(_start)) = body.next().await else { panic!("a stream starts") };
        let Some(Ok(comment)) = body.next().await else { panic!("a quiet stream continues") };
        assert_eq!(comment, KEEP_ALIVE.as_bytes());
    }
}
