//! A server that replays recorded answers, cut at places that a test chooses.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures::StreamExt;
use saldo_llm::openai::{OpenAi, Settings};
use saldo_llm::{Chunk, Error, LanguageModel, Request};
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;

/// One response of the server.
#[derive(Debug, Clone)]
pub(crate) struct Reply {
    head: String,
    pieces: Vec<Vec<u8>>,
    end: End,
}

/// The server's action after the last piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    /// Ends the body with the final empty chunk that HTTP requires.
    Proper,
    /// Closes the connection in the middle of the body.
    Cut,
    /// Keeps the connection open and sends nothing more.
    Silence,
}

impl Reply {
    pub(crate) fn events(events: &[&str]) -> Self {
        let body = format!("data: {}\n\n", events.join("\n\ndata: "));
        Self::bytes(body.as_bytes())
    }

    pub(crate) fn bytes(body: &[u8]) -> Self {
        Self {
            head: "200 OK\r\ncontent-type: text/event-stream".to_owned(),
            pieces: vec![body.to_vec()],
            end: End::Proper,
        }
    }

    pub(crate) fn json(body: &str) -> Self {
        Self {
            head: "200 OK\r\ncontent-type: application/json; charset=utf-8".to_owned(),
            ..Self::bytes(body.as_bytes())
        }
    }

    pub(crate) fn status(status: u16, headers: &[&str], body: &str) -> Self {
        let status = format!("{status} X");
        let lines = [&[status.as_str()], headers].concat();
        Self { head: lines.join("\r\n"), ..Self::bytes(body.as_bytes()) }
    }

    pub(crate) fn in_pieces_of(mut self, size: usize) -> Self {
        let body = self.pieces.concat();
        self.pieces = body.chunks(size).map(<[u8]>::to_vec).collect();
        self
    }

    pub(crate) fn ending(mut self, end: End) -> Self {
        self.end = end;
        self
    }
}

/// A server with a list of replies.
pub(crate) struct Upstream {
    pub(crate) base_url: String,
    requests: Arc<Mutex<Vec<(String, Value)>>>,
    closed: mpsc::UnboundedReceiver<()>,
}

impl Upstream {
    /// Starts a server that answers each request with the next reply.
    pub(crate) async fn start(replies: impl IntoIterator<Item = Reply>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base_url = format!("http://{}/v1", listener.local_addr().unwrap());
        let requests = Arc::new(Mutex::new(Vec::new()));
        let (closed_sender, closed) = mpsc::unbounded_channel();
        let seen = Arc::clone(&requests);
        let mut replies = replies.into_iter().collect::<Vec<_>>().into_iter();
        tokio::spawn(async move {
            while let Ok((mut socket, _)) = listener.accept().await {
                let Some(reply) = replies.next() else { return };
                let request = read_request(&mut socket).await;
                seen.lock().unwrap().push(request);
                play(&mut socket, &reply).await;
                let closed_sender = closed_sender.clone();
                tokio::spawn(async move {
                    if reply.end == End::Silence {
                        let mut rest = [0; 64];
                        while socket.read(&mut rest).await.is_ok_and(|count| count > 0) {}
                        let _ = closed_sender.send(());
                    }
                });
            }
        });
        Self { base_url, requests, closed }
    }

    pub(crate) fn settings(&self) -> Settings {
        Settings::new(&self.base_url, "test-model", Some("sk-secret")).unwrap()
    }

    pub(crate) fn model(&self) -> OpenAi {
        OpenAi::new(self.settings()).unwrap()
    }

    /// Returns head and body of each request so far.
    pub(crate) fn requests(&self) -> Vec<(String, Value)> {
        self.requests.lock().unwrap().clone()
    }

    /// Waits until a client has closed a connection on which the server fell silent.
    pub(crate) async fn client_hung_up(&mut self) {
        self.closed.recv().await.unwrap();
    }
}

async fn read_request(socket: &mut TcpStream) -> (String, Value) {
    let mut bytes = Vec::new();
    loop {
        let mut piece = [0; 4096];
        let count = socket.read(&mut piece).await.unwrap();
        assert!(count > 0, "the client disconnected before its request was complete");
        bytes.extend_from_slice(&piece[..count]);
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let Some((head, body)) = text.split_once("\r\n\r\n") else { continue };
        let length = head
            .lines()
            .find_map(|line| {
                line.to_ascii_lowercase().strip_prefix("content-length: ")?.parse::<usize>().ok()
            })
            .unwrap_or(0);
        if body.len() >= length {
            return (head.to_owned(), serde_json::from_str(body).unwrap());
        }
    }
}

async fn play(socket: &mut TcpStream, reply: &Reply) {
    let head = format!("HTTP/1.1 {}\r\ntransfer-encoding: chunked\r\nconnection: close\r\n\r\n", reply.head);
    // A client that has read enough disconnects; this is not an error of the server.
    let _ = socket.write_all(head.as_bytes()).await;
    for piece in reply.pieces.iter().filter(|piece| !piece.is_empty()) {
        let mut framed = format!("{:x}\r\n", piece.len()).into_bytes();
        framed.extend_from_slice(piece);
        framed.extend_from_slice(b"\r\n");
        let _ = socket.write_all(&framed).await;
        let _ = socket.flush().await;
        tokio::task::yield_now().await;
    }
    match reply.end {
        End::Proper => drop(socket.write_all(b"0\r\n\r\n").await),
        End::Cut => drop(socket.write_all(b"ff\r\n{").await),
        End::Silence => {}
    }
}

/// Returns the chunks of one answer up to its end or its error.
pub(crate) async fn chunks(model: &OpenAi) -> (Vec<Chunk>, Option<Error>) {
    let mut chunks = Vec::new();
    let mut answer = match model.answer(Request::default()).await {
        Ok(answer) => answer,
        Err(error) => return (chunks, Some(error)),
    };
    while let Some(chunk) = answer.next().await {
        match chunk {
            Ok(chunk) => chunks.push(chunk),
            Err(error) => return (chunks, Some(error)),
        }
    }
    (chunks, None)
}

/// Returns the chunks of a reply, one line each. Consecutive pieces of the same kind are joined.
pub(crate) async fn read(reply: Reply) -> Vec<String> {
    let upstream = Upstream::start([reply]).await;
    let (chunks, error) = chunks(&upstream.model()).await;
    let mut lines: Vec<String> = Vec::new();
    let mut last = String::new();
    for chunk in chunks {
        let (kind, text) = match chunk {
            Chunk::Text(text) => ("text".to_owned(), text),
            Chunk::Reasoning(text) => ("reasoning".to_owned(), text),
            Chunk::CallStarted { id, name } => ("start".to_owned(), format!("{id} {name}")),
            Chunk::CallDelta { id, delta } => (format!("delta {id}"), delta),
            Chunk::Call(call) => ("call".to_owned(), format!("{} {} {}", call.id, call.name, call.arguments)),
            Chunk::Finished { reason, usage } => {
                let cost = usage.map(|it| format!(" {}+{}", it.input_tokens, it.output_tokens));
                ("finished".to_owned(), format!("{reason:?}{}", cost.unwrap_or_default()))
            }
        };
        let joins = kind == last && !matches!(kind.as_str(), "start" | "call");
        match lines.last_mut() {
            Some(line) if joins => line.push_str(&text),
            _ => lines.push(format!("{kind}: {text}")),
        }
        last = kind;
    }
    lines.extend(error.map(|error| format!("error: {error}")));
    lines
}

/// Returns the settings with timeouts short enough for a test.
pub(crate) fn hasty(mut settings: Settings) -> Settings {
    settings.limits.silence_max = Duration::from_millis(200);
    settings.limits.connect_time_max = Duration::from_millis(500);
    settings
}
